// Dates as people of a language write them, where `Intl` alone does not.

/** A format of `Intl` for the locale. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { month, day, year } = options;
  // Lithuanian has numbers for short months: without a year, «11-23» reads like a code.
  const isCode = /^lt\b/.test(locale) && month === 'short' && day !== undefined && year === undefined;
  return new Intl.DateTimeFormat(locale, isCode ? { ...options, month: 'long' } : options);
}
