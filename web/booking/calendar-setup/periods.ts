// Days that differ from the week, told as people say them: one line for a fortnight away.
import type { CalendarSettings } from '#contract/booking/calendar-setup.ts';

type Override = CalendarSettings['overrides'][number];

export interface Period {
  date: string;
  endDate: string;
  /** None: closed. */
  open: Override['open'];
}

/** The overrides from `today` on, in order, neighbours with the same hours joined. */
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

/** What of the days `before` lies outside of the days `now`: none, one stretch, or one on each side. */
export function remainingPeriods(before: DateSpan, now: DateSpan): DateSpan[] {
  const shiftDate = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
  if (now.date > before.endDate || now.endDate < before.date) return [{ date: before.date, endDate: before.endDate }];
  return [
    { date: before.date, endDate: shiftDate(now.date, -1) },
    { date: shiftDate(now.endDate, 1), endDate: before.endDate },
  ].filter(({ date, endDate }) => date <= endDate);
}
