// The form of a phone number by which contacts are found, however people write it.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Db } from '#server/db/pool.ts';
import { countryCodeOf } from '#server/lib/country-code.ts';

/** The country of a company, whose numbers people write without its code; undefined when it is unknown. */
export async function countryOf(db: Db, companyId: string): Promise<CountryCode | undefined> {
  const company = await db.selectFrom('companies').select('country').where('id', '=', companyId).executeTakeFirst();
  return countryCodeOf(company?.country ?? '');
}

/** E.164; the digits alone when the number is not a valid one. Empty without digits. */
export function phoneKeyOf(phoneNumber: string, country: CountryCode | undefined): string {
  const number = parsePhoneNumberFromString(phoneNumber.trim().replace(/^00/, '+'), country);
  if (number?.isPossible()) return number.number;
  const digits = phoneNumber.replace(/\D/g, '');
  return digits && /^\s*(\+|00)/.test(phoneNumber) ? `+${digits.replace(/^00/, '')}` : digits;
}
