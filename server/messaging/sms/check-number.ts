// Whether SMS may go to a number that was typed. Load it on demand: the numbering plans of all countries are large.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Why no SMS goes to a number. */
export type NumberRefusal = 'number' | 'landline' | 'premium' | 'country';

export interface CheckedNumber {
  /** E.164; empty for a text that is no number. */
  number: string;
  refusal?: NumberRefusal;
}

/** Types of numbers that cost their callers, or whose owner is not a person with a telephone. */
const premium = new Set(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'VOICEMAIL', 'PAGER']);

/** `country` is that of the place, in which people leave out its code. An empty `allowed` allows that country alone. */
export function checkNumber(
  typed: string,
  { country, allowed }: { country: CountryCode | undefined; allowed: readonly string[] },
): CheckedNumber {
  const parsed = parsePhoneNumberFromString(typed.trim().replace(/^00/, '+'), country);
  if (!parsed?.isValid()) return { number: '', refusal: 'number' };
  const { number } = parsed;
  const type = parsed.getType() ?? '';
  if (premium.has(type)) return { number, refusal: 'premium' };
  if (type === 'FIXED_LINE') return { number, refusal: 'landline' };
  const countries = allowed.length > 0 ? allowed : country ? [country] : [];
  if (!parsed.country || !countries.includes(parsed.country)) return { number, refusal: 'country' };
  return { number };
}
