// The title of the days in view.

import { dayRange, plainDay } from '#web/lib/dates.ts';
import type { CalendarView } from './calendar-search.ts';
import { pageUnit, type ShownDays } from './shown-days.ts';

/**
 * `November 2026`, `23 – 29 November 2026` or `Monday, 23 November 2026`, in the locale's format. The number of a day
 * stays on the line of its month.
 */
export function viewTitle(view: CalendarView, date: Temporal.PlainDate, shown: ShownDays): string {
  return titleOf(view, date, shown).replace(/(\d\.?) (?=\p{L})/gu, '$1\u00A0');
}

function titleOf(view: CalendarView, date: Temporal.PlainDate, { first, after }: ShownDays): string {
  if (pageUnit(view) === 'month') return plainDay(date, { month: 'long', year: 'numeric' });
  if (pageUnit(view) === 'day')
    return plainDay(date, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  return dayRange(first, after.subtract({ days: 1 }), { day: 'numeric', month: 'long', year: 'numeric' });
}
