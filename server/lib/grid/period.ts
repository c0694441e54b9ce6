// The period of a list of what happened: what a call asks for, as instants.
import { sql } from 'kysely';
import { date } from '#contract/lib/fields.ts';
import type { AnyList, PageInput } from '#contract/lib/resource.ts';
import type { SignedIn } from '#server/lib/context.ts';

type DateRange = Pick<PageInput, 'startDate' | 'endDate'>;
/** The first and the last instant that belong to it. */
export type Period = [from: Temporal.Instant, to: Temporal.Instant];

/** Whether it is a date that a calendar has, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return date.safeParse(text).success;
}

/**
 * The wanted period, its ends in order; without a beginning it begins as far back from its end as the list says. A date is the
 * whole of that day where the caller works, in the system area of UTC.
 */
export async function periodOf(
  context: SignedIn,
  list: AnyList,
  back: { days?: number; months?: number },
  { startDate, endDate }: DateRange,
): Promise<[from: Temporal.Instant, to: Temporal.Instant | undefined]> {
  const hasDay = [startDate, endDate].some((text) => text !== undefined && isDay(text));
  const zone = hasDay ? await zoneOf(context, list) : 'UTC';
  const [start, end] = [startDate, endDate].map((text) => (text === undefined ? undefined : spanOf(text, zone)));
  if (start && end) {
    const [first, last] = Temporal.Instant.compare(start[0], end[0]) > 0 ? [end, start] : [start, end];
    return [first[0], last[1]];
  }
  if (start) return [start[0], undefined];
  const last = end ? end[1] : context.clock.now();
  return [last.toZonedDateTimeISO('UTC').subtract(back).toInstant(), end?.[1]];
}

/** The time zone of the location the caller works at, else of the oldest one of the company; of the system area, UTC. */
export async function zoneOf({ db, user }: SignedIn, { area }: AnyList): Promise<string> {
  if (area === 'system') return 'UTC';
  const { rows } = await sql<{ timeZone: string }>`
    select time_zone as "timeZone" from locations where company_id = ${user.companyId}
    order by id is not distinct from ${user.locationId}::uuid desc, created_at, id limit 1`.execute(db);
  return rows[0]?.timeZone ?? 'UTC';
}

/** A day from its beginning to its end, to the microsecond that PostgreSQL keeps; an instant is its own beginning and end. */
export function spanOf(text: string, timeZone: string): Period {
  if (!isDay(text)) return [Temporal.Instant.from(text), Temporal.Instant.from(text)];
  const day = Temporal.PlainDate.from(text);
  const next = day.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  return [day.toZonedDateTime(timeZone).toInstant(), next.subtract({ microseconds: 1 })];
}
