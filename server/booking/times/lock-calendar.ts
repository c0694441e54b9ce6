// Serializes changes to a calendar: rows read under the lock do not change until the transaction ends.

import { type RawBuilder, sql } from 'kysely';
import type { ProfileAddress } from '#contract/booking/public.ts';
import type { Db } from '#server/db/pool.ts';

/**
 * Waits for the calendar's lock and holds it until the transaction of `db` ends. Lock several calendars in order of
 * their ids.
 */
export async function lockCalendar(db: Db, calendarId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${calendarId}, 0))`.execute(db);
}

/** Locks the calendar of a public address, without reading it first; no lock for an unknown address. */
export async function lockCalendarOf(db: Db, address: ProfileAddress): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(id::text, 0)) from (${calendarOf(address)}) calendar`.execute(
    db,
  );
}

/** A subquery for the `company_id` and `id` of the calendar at a public address. */
export function calendarOf(address: ProfileAddress): RawBuilder<object> {
  return sql`
    select c.company_id, c.id from locations l
    join employees e on e.company_id = l.company_id and lower(e.url_name) = lower(${address.userUrlName})
    join calendars c on c.company_id = e.company_id and c.user_id = e.user_id
    where lower(l.url_name) = lower(${address.locationUrlName})`;
}

/** Deletes expired holds of a calendar that overlap a range: the time can then be booked again. */
export async function deleteExpiredHolds(
  db: Db,
  { companyId, calendarId }: { companyId: string; calendarId: string },
  range: string,
  now: Temporal.Instant,
): Promise<void> {
  await sql`delete from visits v using visit_parts p, events e
    where e.company_id = ${companyId} and e.calendar_id = ${calendarId} and e.held_until <= ${now} and e.occupied && ${range}::tstzmultirange
      and p.company_id = e.company_id and p.event_id = e.id and v.company_id = p.company_id and v.id = p.visit_id`.execute(
    db,
  );
}

/** Minutes: the time that an event takes before and after itself, and a pause within it, counted from its start. */
export interface Surroundings {
  bufferBefore?: number | undefined;
  bufferAfter?: number | undefined;
  pauseStart?: number | null | undefined;
  pauseMinutes?: number | null | undefined;
}

/**
 * The time that an event occupies, [start - before, end + after) without its pause, from epoch milliseconds and
 * minutes, as a PostgreSQL multirange.
 */
export function occupiedTime(start: number, end: number, around: Surroundings = {}): string {
  const { bufferBefore = 0, bufferAfter = 0, pauseStart, pauseMinutes } = around;
  const text = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString();
  const [first, last] = [start - bufferBefore * 60_000, end + bufferAfter * 60_000];
  if (pauseStart == null || !pauseMinutes) return `{[${text(first)},${text(last)})}`;
  const rests = start + pauseStart * 60_000;
  const resumes = rests + pauseMinutes * 60_000;
  // An event that staff made shorter may end before its pause does.
  if (resumes >= end) return `{[${text(first)},${text(last)})}`;
  return `{[${text(first)},${text(rests)}),[${text(resumes)},${text(last)})}`;
}
