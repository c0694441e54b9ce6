// Reads figures by day: of closed days from the roll-up, of others from the facts (server/reports/sql/).
import { type RawBuilder, sql } from 'kysely';
import { allows } from '#contract/lib/may.ts';
import type { ReportSubject } from '#contract/reports/reports.ts';
import type { CurrentUser } from '#server/lib/context.ts';
import type { Days } from './read-range.ts';

/** The facts of each subject, and which of their columns it counts. */
export const factsOf = {
  calendarEvents: { facts: 'visits', column: 'number' },
  emailMessages: { facts: 'mail', column: 'number' },
  smsMessages: { facts: 'sms', column: 'number' },
  incomes: { facts: 'receipts', column: 'amount' },
} as const satisfies Record<ReportSubject, { facts: FactSource; column: 'number' | 'amount' }>;

export type FactSource = 'visits' | 'receipts' | 'mail' | 'sms';

/** Rows of `day_figures`: those that the user may see. */
export function visibleFigures(
  user: CurrentUser,
  facts: readonly FactSource[],
  { first, last }: Days | Record<keyof Days, RawBuilder<unknown>>,
  places = placesOf(user),
): RawBuilder<unknown> {
  return sql`day_figures(${facts}::text[], ${first}::date, ${last}::date, ${places})`;
}

/** The same by location instead of person. */
export function locationFiguresOf(
  user: CurrentUser,
  facts: readonly FactSource[],
  { first, last }: Days,
): RawBuilder<unknown> {
  return sql`location_figures(${facts}::text[], ${first}::date, ${last}::date, ${placesOf(user)})`;
}

/** The period of a report, and the one before it, which ends the day before. */
export interface Periods {
  before: Days;
  current: Days;
}

/**
 * Rows of `report_figures`: of a subject, the sum of each day of both periods, and those of each period by location and
 * calendar.
 */
export function reportOf(
  user: CurrentUser,
  subject: ReportSubject,
  { before, current }: Periods,
  places = placesOf(user),
): RawBuilder<unknown> {
  const { facts, column } = factsOf[subject];
  return sql`report_figures(${facts}, ${column === 'amount'}, ${before.first}::date, ${current.first}::date,
    ${current.last}::date, ${places})`;
}

/** Rows of `place_figures`: the sums of each period by location, and by calendar if asked for. */
export function placeFiguresOf(
  user: CurrentUser,
  facts: readonly FactSource[],
  { before, current }: Periods,
  { byCalendar }: { byCalendar: boolean },
): RawBuilder<unknown> {
  return sql`place_figures(${facts}::text[], ${before.first}::date, ${current.first}::date, ${current.last}::date,
    ${placesOf(user)}, ${byCalendar})`;
}

/** Whether a column names one of `placesOf`. */
export function isAmong(places: RawBuilder<unknown>, column: string): RawBuilder<boolean> {
  return sql`(${places} is null or ${sql.ref(column)} = any(coalesce(${places}, '{}')))`;
}

/** The locations whose figures the user sees, or only the given one, if the user sees it; null for all. */
export function placesOf(user: CurrentUser, only?: string): RawBuilder<unknown> {
  const isAdmin = allows(user.actions, 'admin');
  if (isAdmin) return only ? sql`array[${only}::uuid]` : sql`null::uuid[]`;
  return sql`(select coalesce(array_agg(mine.location_id), '{}') from employee_locations mine
    where mine.company_id = ${user.companyId} and mine.user_id = ${user.id}
      and (${only ?? null}::uuid is null or mine.location_id = ${only ?? null}))`;
}
