// One change at a time to a calendar: what is read behind the lock stays true until the transaction ends.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

/** Waits for the calendar's lock and holds it until the transaction of `db` ends. Several calendars: lock in order of their ids. */
export async function lockCalendar(db: Db, calendarId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${calendarId}, 0))`.execute(db);
}

/** Deletes holds that have expired and overlap a range, so that the time can be taken anew. */
export async function deleteExpiredHolds(
  db: Db,
  calendar: { companyId: string; calendarId: string },
  range: string,
  now: Temporal.Instant,
): Promise<void> {
  await sql`delete from events where company_id = ${calendar.companyId} and calendar_id = ${calendar.calendarId}
    and status = 'held' and held_until <= ${now} and occupied && ${range}::tstzrange`.execute(db);
}

/** The range an event takes of a calendar: [start - before, end + after) of epoch milliseconds and minutes, as PostgreSQL writes it. */
export function occupiedRange(start: number, end: number, before = 0, after = 0): string {
  const text = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString();
  return `[${text(start - before * 60_000)},${text(end + after * 60_000)})`;
}
