// Turns days into the points of charts: one for each day, or month when there are many.
import { centsOf, eurosOf, sumOfEuros } from '#contract/lib/money.ts';
import type { DayValue } from '#contract/reports/reports.ts';
import { dayRange, plainDay } from '#web/lib/dates.ts';
import type { ChartPoint } from '#web/lib/ui/chart/plot.tsx';

/** The most days that are drawn one by one. */
const maxDays = 62;

type Days = readonly DayValue[];

/**
 * Points of some columns of days, as many as the longest column has; null where a column has none. The days of the
 * first column name the points, and those of a longer one the rest.
 */
export function pointsOf(columns: readonly Days[], { weekdays = false } = {}): ChartPoint[] {
  const longest = longestOf(columns);
  if (longest.length > maxDays) return monthsOf(columns);
  return longest.map((_, index) => {
    const x = columns.find((days) => index < days.length)?.[index]?.x ?? '';
    return {
      key: x,
      label: plainDay(x, weekdays ? { weekday: 'short' } : { day: 'numeric', month: 'numeric' }),
      name: plainDay(x, { weekday: 'short', day: 'numeric', month: 'short' }),
      values: columns.map((days) => days[index]?.y ?? null),
    };
  });
}

/** Days, of which `key` is the first, the month, or both ends as an ISO 8601 interval. */
interface Bucket {
  key: string;
  sum: number;
}

/**
 * Calendar months where the first column consists of whole ones. Elsewhere months from the start of each column, so
 * that the periods are compared at the same distance from their starts.
 */
function monthsOf(columns: readonly Days[]): ChartPoint[] {
  const isWhole = columns.every(([day]) => !day || day.x.endsWith('-01')) && endsMonth(columns[0]);
  const sums = columns.map((days) => bucketsOf(days, isWhole));
  return longestOf(sums).map((_, index) => {
    const key = sums.find((buckets) => index < buckets.length)?.[index]?.key ?? '';
    const [start = '', end = ''] = key.split('/');
    return {
      key,
      ...(isWhole
        ? {
            label: plainDay(`${key}-01`, { month: 'short' }),
            name: plainDay(`${key}-01`, { month: 'long', year: 'numeric' }),
          }
        : { label: plainDay(start, { day: 'numeric', month: 'numeric' }), name: dayRange(start, end) }),
      values: sums.map((buckets) => cents(buckets[index]?.sum)),
    };
  });
}

function endsMonth(days: Days = []): boolean {
  const last = days.at(-1);
  return last !== undefined && Temporal.PlainDate.from(last.x).add({ days: 1 }).day === 1;
}

function bucketsOf(days: Days, isWhole: boolean): Bucket[] {
  const [first] = days;
  if (!first) return [];
  const start = Temporal.PlainDate.from(first.x);
  const buckets: Bucket[] = [];
  let next = first.x;
  for (const { x, y } of days) {
    if (x >= next) {
      next = start.add({ months: buckets.length + 1 }).toString();
      buckets.push({ key: isWhole ? x.slice(0, 7) : x, sum: 0 });
    }
    const bucket = buckets.at(-1) as Bucket; // Added above for the first day.
    bucket.sum += y;
    if (!isWhole) bucket.key = `${bucket.key.slice(0, 10)}/${x}`;
  }
  return buckets;
}

function longestOf<T>(columns: readonly (readonly T[])[]): readonly T[] {
  return columns.reduce((longest, one) => (one.length > longest.length ? one : longest), []);
}

/** The head of the column that names the points. */
export function pointsLabel(
  points: readonly ChartPoint[],
): 'reportPage.monthColumn' | 'reportPage.periodLabel' | 'reportPage.dayColumn' {
  const key = points[0]?.key ?? '';
  if (key.includes('/')) return 'reportPage.periodLabel';
  return key.length === 7 ? 'reportPage.monthColumn' : 'reportPage.dayColumn';
}

/** The first and last day of the month or interval that a point stands for; undefined for a point of one day. */
export function daysOfPoint(key: string): { from: string; to: string } | undefined {
  if (key.length === 7) {
    const first = Temporal.PlainYearMonth.from(key).toPlainDate({ day: 1 });
    return { from: first.toString(), to: first.with({ day: first.daysInMonth }).toString() };
  }
  const [from = '', to] = key.split('/');
  return to === undefined ? undefined : { from, to };
}

/** Sums of amounts have no fractions of cents. */
function cents(sum: number | undefined): number | null {
  return sum === undefined ? null : eurosOf(centsOf(sum));
}

export function sumOf(days: readonly { y: number }[]): number {
  return sumOfEuros(days.map(({ y }) => y));
}
