// The one way to write money, in browser, mail and pages for search engines.

const formats = new Map<string, Intl.NumberFormat>();

/** EUR, as the locale orders sign and amount; whole amounts have no decimals: `€40`, `40 €`, `12,50 €`. */
export function euroFormat(locale: string): Intl.NumberFormat {
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'EUR',
      trailingZeroDisplay: 'stripIfInteger',
    });
    formats.set(locale, format);
  }
  return format;
}
