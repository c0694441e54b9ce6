// The form of a phone number by which contacts are found, however people write it.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { plainPhone } from '#contract/lib/typed.ts';
import type { Db } from '#server/db/pool.ts';
import { countryCodeOf } from '#server/lib/country-code.ts';

/** The country of a company, whose numbers people write without its code; undefined when it is unknown. */
export async function countryOf(db: Db, companyId: string): Promise<CountryCode | undefined> {
  const company = await db.selectFrom('companies').select('country').where('id', '=', companyId).executeTakeFirst();
  return countryCodeOf(company?.country ?? '');
}

/** E.164; the digits alone when the number is not a valid one. Empty without digits. */
export function phoneKeyOf(phoneNumber: string, country: CountryCode | undefined): string {
  const plain = plainPhone(phoneNumber);
  const number = parsePhoneNumberFromString(plain.replace(/^00/, '+'), country);
  if (number?.isPossible()) return withoutMobilePrefix(number.number);
  const digits = plain.replace(/\D/g, '');
  return digits && /^(\+|00)/.test(plain) ? withoutMobilePrefix(`+${digits.replace(/^00/, '')}`) : digits;
}

/**
 * Mobile numbers of Mexico and Argentina are written with and without a digit for calls from abroad, which neither
 * country's own form has: `+52 1` (abolished in 2019) and `+54 9`.
 */
function withoutMobilePrefix(number: string): string {
  return number.replace(/^\+521(?=\d{10}$)/, '+52').replace(/^\+549(?=\d{10}$)/, '+54');
}
