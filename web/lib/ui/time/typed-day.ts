// Writes and reads days in figures, in the order of the page's language.
import { plainDay } from '#web/lib/dates.ts';
import { currentLocale } from '#web/lib/locale.ts';

/** `25/11/2026`, `25.11.2026` or `11/25/2026`, depending on the locale. */
export function formatDay(day: string): string {
  return plainDay(day, { day: '2-digit', month: '2-digit', year: 'numeric' });
}

/**
 * Reads figures in the order of the locale, with any signs between them, and `YYYY-MM-DD`. A year may have two figures.
 * Returns null for anything else.
 */
export function parseDay(text: string): string | null {
  const figures = text.match(/\d+/g) ?? [];
  const order = /^\s*\d{4}\D/.test(text) ? (['year', 'month', 'day'] as const) : partsInOrder();
  const [year = '', month, day] = (['year', 'month', 'day'] as const).map((part) => figures[order.indexOf(part)]);
  if (figures.length !== 3 || (year.length !== 2 && year.length !== 4)) return null;
  try {
    const fields = { year: Number(year) + (year.length === 2 ? 2000 : 0), month: Number(month), day: Number(day) };
    return Temporal.PlainDate.from(fields, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}

function partsInOrder(): Intl.DateTimeFormatPartTypes[] {
  const format = new Intl.DateTimeFormat(currentLocale(), { day: '2-digit', month: '2-digit', year: 'numeric' });
  return format
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type !== 'literal');
}
