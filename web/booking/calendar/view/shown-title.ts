// The title of the days in view.

import { dayRange, plainDay } from '#web/lib/dates.ts';
import type { CalendarView } from './calendar-search.ts';
import { pageUnit, type ShownDays } from './shown-days.ts';

type Words = 'long' | 'short';

/**
 * `November 2026`, `23 – 29 November 2026` or `Monday, 23 November 2026`, in the locale's format, with long or short
 * words. The number of a day stays on the line of its month.
 */
export function viewTitle(view: CalendarView, date: Temporal.PlainDate, shown: ShownDays, words: Words): string {
  return titleOf(view, date, shown, words).replace(/(\d\.?) (?=\p{L})/gu, '$1\u00A0');
}

function titleOf(view: CalendarView, date: Temporal.PlainDate, { first, after }: ShownDays, words: Words): string {
  if (pageUnit(view) === 'month') return plainDay(date, { month: 'long', year: 'numeric' });
  const day = { day: 'numeric', month: words, year: 'numeric' } as const;
  if (pageUnit(view) === 'day') return plainDay(date, { weekday: words, ...day });
  return dayRange(first, after.subtract({ days: 1 }), day);
}
