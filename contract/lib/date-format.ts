// Date formats for a locale, with corrections where `Intl` alone is not enough.

/** Returns an `Intl` date format for the locale. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { month, day, year } = options;
  // In Lithuanian the short month is a number: without a year, «11-23» reads like a code.
  const isCode = /^lt\b/.test(locale) && month === 'short' && day !== undefined && year === undefined;
  return new Intl.DateTimeFormat(locale, isCode ? { ...options, month: 'long' } : options);
}
