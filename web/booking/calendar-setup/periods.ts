// Groups days that differ from the week into periods: two weeks of holiday are one line.
import type { CalendarSettings } from '#contract/booking/calendar-setup.ts';

type Override = CalendarSettings['overrides'][number];

export interface Period {
  date: string;
  endDate: string;
  /** Empty if closed. */
  open: Override['open'];
}

/** Returns the overrides from `today` on, sorted, with consecutive days of equal hours merged. */
export function groupOverrides(overrides: readonly Override[], today: string): Period[] {
  const periods: Period[] = [];
  for (const { date, open } of overrides
    .filter((one) => one.date >= today)
    .sort((a, b) => (a.date < b.date ? -1 : 1))) {
    const last = periods.at(-1);
    const follows = last && Temporal.PlainDate.from(last.endDate).add({ days: 1 }).toString() === date;
    if (last && follows && JSON.stringify(last.open) === JSON.stringify(open)) last.endDate = date;
    else periods.push({ date, endDate: date, open });
  }
  return periods;
}

type DateSpan = Pick<Period, 'date' | 'endDate'>;

/** Returns the part of `before` outside `now`: nothing, one period, or one on each side. */
export function remainingPeriods(before: DateSpan, now: DateSpan): DateSpan[] {
  const shiftDate = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
  if (now.date > before.endDate || now.endDate < before.date) return [{ date: before.date, endDate: before.endDate }];
  return [
    { date: before.date, endDate: shiftDate(now.date, -1) },
    { date: shiftDate(now.endDate, 1), endDate: before.endDate },
  ].filter(({ date, endDate }) => date <= endDate);
}
