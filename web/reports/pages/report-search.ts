// The search parameters of a report: its period, and what it is narrowed to.
import { maxReportDays } from '#contract/reports/range.ts';
import { idIn } from '#web/lib/id-in.ts';

export const reportPeriods = ['week', 'month', 'days31', 'year', 'own'] as const;
export type ChosenPeriod = (typeof reportPeriods)[number];

export interface ReportSearch {
  /** Omitted for that with which the report begins. */
  period?: ChosenPeriod | undefined;
  /** Days of the own period, `YYYY-MM-DD`. */
  from?: string | undefined;
  to?: string | undefined;
  /** Ids of the location or the person that the report is narrowed to. */
  location?: string | undefined;
  person?: string | undefined;
}

/** Reads the address and ignores invalid parts. */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const [from, to] = [readDay(search.from), readDay(search.to)].sort();
  const period = reportPeriods.find((one) => one === search.period);
  const [location, person] = [idIn(search.location), idIn(search.person)];
  const scope = { ...(location && { location }), ...(person && { person }) };
  if (period === 'own') return from && to && !isTooLong(from, to) ? { period, from, to, ...scope } : scope;
  return { period, ...scope };
}

/** Whether the server refuses the period, in either order of its days. */
export function isTooLong(from: string, to: string): boolean {
  return Math.abs(Temporal.PlainDate.from(from).until(to).days) >= maxReportDays;
}

function readDay(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text).toString();
  } catch {
    return undefined;
  }
}

/** The days of the chosen period; weeks begin on Monday. */
export function daysOf(
  { period = 'month', from, to }: ReportSearch,
  today: Temporal.PlainDate,
): { start: string; end: string } {
  const range = (first: Temporal.PlainDate, last: Temporal.PlainDate) => ({
    start: first.toString(),
    end: last.toString(),
  });
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  if (period === 'own' && from && to) return { start: from, end: to };
  if (period === 'week') return range(monday, monday.add({ days: 6 }));
  if (period === 'days31') return range(today.subtract({ days: 30 }), today);
  if (period === 'year') return range(today.with({ month: 1, day: 1 }), today.with({ month: 12, day: 31 }));
  return range(today.with({ day: 1 }), today.with({ day: today.daysInMonth }));
}
