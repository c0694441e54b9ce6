// Turns days into the points of charts: one for each day, or month when there are many.
import type { DayValue } from '#contract/reports/reports.ts';
import { plainDay } from '#web/lib/dates.ts';
import type { Point } from '#web/lib/ui/chart/plot.tsx';

/** The most days that are drawn one by one. */
const maxDays = 62;

/** Points of some columns of days; those of later columns may be fewer. The days of the first one name the points. */
export function pointsOf(columns: readonly (readonly DayValue[])[], { weekdays = false } = {}): Point[] {
  const [first = []] = columns;
  if (first.length > maxDays) return monthsOf(columns);
  return first.map(({ x }, index) => ({
    key: x,
    label: plainDay(x, weekdays ? { weekday: 'short' } : { day: 'numeric', month: 'numeric' }),
    name: plainDay(x, { weekday: 'short', day: 'numeric', month: 'short' }),
    values: columns.map((days) => days[index]?.y ?? null),
  }));
}

function monthsOf(columns: readonly (readonly DayValue[])[]): Point[] {
  const sums = columns.map((days) => {
    const months = new Map<string, number>();
    for (const { x, y } of days) months.set(x.slice(0, 7), (months.get(x.slice(0, 7)) ?? 0) + y);
    return [...months];
  });
  const [first = []] = sums;
  return first.map(([month], index) => ({
    key: month,
    label: plainDay(`${month}-01`, { month: 'short' }),
    name: plainDay(`${month}-01`, { month: 'long', year: 'numeric' }),
    values: sums.map((months) => cents(months[index]?.[1])),
  }));
}

/** Sums of amounts have no fractions of cents. */
function cents(sum: number | undefined): number | null {
  return sum === undefined ? null : Math.round(sum * 100) / 100;
}

export function sumOf(days: readonly { y: number }[]): number {
  return Math.round(days.reduce((sum, { y }) => sum + y * 100, 0)) / 100;
}
