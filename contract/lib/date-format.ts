// Date formats for a locale, with corrections where `Intl` alone is not enough.

/** Text behind a comma that continues a date in a search: `Nov 22, 2026`, `22 Nov, 14:05:10`. */
export const continuesDate = /^\s*(\d{4}|(\d{4}\s+)?\d{1,2}:\d\d(:\d\d)?(\s*[ap]\.?m\.?)?)\s*$/i;

/** Returns an `Intl` date format for the locale. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { month, day, year } = options;
  // In Lithuanian the short month is a number: without a year, «11-23» reads like a code.
  const isCode = /^lt\b/.test(locale) && month === 'short' && day !== undefined && year === undefined;
  return new Intl.DateTimeFormat(locale, isCode ? { ...options, month: 'long' } : options);
}
