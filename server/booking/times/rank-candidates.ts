// The order in which people are tried for a booking that names none of them.
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { within } from '#server/booking/availability/intervals.ts';
import type { Bookable } from './schedule.ts';

/** How many of the latest bookings say who was chosen when; beyond them, all count as not chosen for the longest. */
const latestChoices = 50;

/** Epoch milliseconds by the id of the calendar; null when no one was chosen yet. */
export type LastChosen = Record<string, number> | null;

/** When each person of a company was last chosen. For an id that is not of the row, PostgreSQL computes it once. */
export function lastChosen(companyId: RawBuilder<unknown>) {
  return sql<LastChosen>`(
    select json_object_agg(calendar_id, at) from (
      select e.calendar_id, date_part('epoch', max(v.created_at)) * 1000 as at
      from (
        select v.company_id, v.id, v.created_at from visits v
        where v.company_id = ${companyId} and v.any_person order by v.created_at desc limit ${sql.lit(latestChoices)}) v
      join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
      join events e on e.company_id = p.company_id and e.id = p.event_id
      group by e.calendar_id) latest)`;
}

/** The range to load for `rankCandidates`: with the buffers of the query, it covers the longest day around the time. */
export function rangeToRank(start: number, end: number): { from: number; to: number; end: number } {
  return { from: start - hour, to: start, end: Math.max(end, start + hour) };
}

const hour = 3_600_000;

/**
 * Sorts people: the fewest minutes taken on the day of `start` first, then those not chosen for the longest time, then
 * by a hash, so that requests at one moment begin with different people.
 */
export function rankCandidates<P extends Bookable & { also: LastChosen }>(
  people: readonly P[],
  start: number,
  request: Buffer,
): P[] {
  return people
    .map((person) => ({
      person,
      taken: minutesOnDay(person, start),
      chosen: person.also?.[person.calendarId] ?? Number.NEGATIVE_INFINITY,
      hash: createHash('sha256').update(request).update(person.calendarId).digest('hex'),
    }))
    .sort(
      (one, other) =>
        one.taken - other.taken ||
        (one.chosen === other.chosen ? 0 : one.chosen - other.chosen) ||
        one.hash.localeCompare(other.hash),
    )
    .map(({ person }) => person);
}

function minutesOnDay({ availability: { schedule, occupied } }: Bookable, start: number): number {
  const day = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(schedule.timeZone).startOfDay();
  const [from, to] = [day.epochMilliseconds, day.add({ days: 1 }).epochMilliseconds];
  return within(occupied, from, to).reduce((sum, one) => sum + (one.end - one.start) / 60_000, 0);
}
