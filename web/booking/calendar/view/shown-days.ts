// The days of each view, and the targets of "previous" and "next".
import { startOfWeek } from '#web/lib/ui/time/month.ts';
import { dayStart } from '#web/lib/zones.ts';
import type { CalendarView } from './calendar-search.ts';

export interface ShownDays {
  /** The first day in view. */
  first: Temporal.PlainDate;
  /** The day after the last one. */
  after: Temporal.PlainDate;
}

/** The days of the view between a day and a week, for small screens. */
export const daysInView = 3;

/**
 * Returns the days of the view around `date`. A month spans six whole weeks. `firstWeekday` is 1 (Monday) to 7
 * (Sunday).
 */
export function shownDays(view: CalendarView, date: Temporal.PlainDate, firstWeekday: number): ShownDays {
  const unit = pageUnit(view);
  if (unit === 'day') return { first: date, after: date.add({ days: 1 }) };
  if (unit === 'days') return { first: date, after: date.add({ days: daysInView }) };
  const first = startOfWeek(unit === 'week' ? date : date.with({ day: 1 }), firstWeekday);
  return { first, after: first.add({ weeks: unit === 'week' ? 1 : 6 }) };
}

/** The time that a page of the view spans. */
export function pageUnit(view: CalendarView): 'day' | 'days' | 'week' | 'month' {
  if (view === 'team') return 'day';
  return view === 'teamWeek' ? 'week' : view;
}

/** Moves the date by `pages` views, backwards if negative. */
export function turnPage(view: CalendarView, date: Temporal.PlainDate, pages: number): Temporal.PlainDate {
  const unit = pageUnit(view);
  if (unit === 'day') return date.add({ days: pages });
  if (unit === 'days') return date.add({ days: pages * daysInView });
  if (unit === 'week') return date.add({ weeks: pages });
  return date.with({ day: 1 }).add({ months: pages });
}

/** The instants between which the days lie in a zone. */
export function instantsOfDays({ first, after }: ShownDays, zone: string): { start: string; end: string } {
  return {
    start: dayStart(first, zone).toString(),
    end: dayStart(after, zone).toString(),
  };
}
