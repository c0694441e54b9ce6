// The key of a phone number in a company; see phone-key.ts.
import type { Db } from '#server/db/pool.ts';

/**
 * Reads the company's country only when the number needs it. Numbering plans take megabytes: the first number loads
 * them.
 */
export async function phoneKeyIn(db: Db, companyId: string, phoneNumber: string): Promise<string> {
  if (!phoneNumber.trim()) return '';
  const { countryOf, phoneKeyOf } = await import('./phone-key.ts');
  const isInternational = /^\s*(\+|00)/.test(phoneNumber);
  return phoneKeyOf(phoneNumber, isInternational ? undefined : await countryOf(db, companyId));
}
