// Money: how amounts are counted, and the one way to write them, in browser, mail and pages for search engines.
//
// Amounts are euros on the wire and in the database. Where they are added or divided they are whole numbers: cents, or
// units of 1/10,000 EUR, in which SMS are priced and deposits count. Rates are percents, and whole hundredths of them.

/** The nearest whole number of cents. */
export const centsOf = (euros: number): number => Math.round(euros * 100);

export const eurosOf = (cents: number): number => cents / 100;

export const unitsOfCents = (cents: number): number => cents * 100;

export const eurosOfUnits = (units: number): number => units / 10_000;

/** A rate or a discount in percent, of one in hundredths of a percent. */
export const percentOf = (hundredths: number): number => hundredths / 100;

/** The sum of amounts in euros, added in cents: 0.1 and 0.2 give 0.3. */
export const sumOfEuros = (amounts: readonly number[]): number =>
  eurosOf(amounts.reduce((cents, amount) => cents + centsOf(amount), 0));

const formats = new Map<string, Intl.NumberFormat>();

/**
 * EUR, as the locale orders sign and amount; whole amounts have no decimals: `€40`, `40 €`, `12,50 €`. `decimals` is
 * how many an amount may have: prices of SMS have up to four.
 */
export function euroFormat(locale: string, decimals = 2): Intl.NumberFormat {
  const key = `${locale} ${decimals}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'EUR',
      maximumFractionDigits: decimals,
      trailingZeroDisplay: 'stripIfInteger',
    });
    formats.set(key, format);
  }
  return format;
}

/** EUR with both decimals, for columns of amounts. */
export function fixedEuroFormat(locale: string): Intl.NumberFormat {
  const key = `${locale} fixed`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
    formats.set(key, format);
  }
  return format;
}
