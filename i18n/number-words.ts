// Writes the numbers in texts as the language does: `20,000`, `20.000`, `2,5`.
import type { FormatterModule } from 'i18next';

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Numbers of four digits stay without a separator: some of them are years, and no language needs one there. Numbers
 * that are names, such as those of receipts, are passed as texts.
 */
function numberFormat(language: string): Intl.NumberFormat {
  let format = formats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language, { useGrouping: 'min2', maximumFractionDigits: 6 });
    formats.set(language, format);
  }
  return format;
}

/** For `i18next.use`, with `alwaysFormat`. Texts have no other formats. */
export const numberWords: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value: unknown, _format, language = 'en') =>
    typeof value === 'number' ? numberFormat(language).format(value) : (value as string),
};
