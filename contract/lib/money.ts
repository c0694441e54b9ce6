// The one way to write money, in browser, mail and pages for search engines.

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
