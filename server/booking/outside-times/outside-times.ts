// The times when a person is busy outside Daybook: how every question whether a time is taken reads them.
import { type RawBuilder, sql } from 'kysely';
import { intervalsIn, intervalText } from '#server/booking/availability/interval-text.ts';
import { type Interval, merged } from '#server/booking/availability/intervals.ts';
import type { Db } from '#server/db/pool.ts';

interface CalendarKey {
  companyId: string;
  calendarId: string;
}

/** A subquery for the outside times of a calendar that overlap [start, end), served by the primary key. */
export function outsideBetween(
  { companyId, calendarId }: Record<keyof CalendarKey, RawBuilder<unknown>>,
  start: unknown,
  end: unknown,
): RawBuilder<object> {
  // No row is longer than a day.
  return sql`(
    select t.start_at, t.end_at from outside_times t
    where t.company_id = ${companyId} and t.calendar_id = ${calendarId} and t.start_at < ${end}::timestamptz
      and t.start_at > ${start}::timestamptz - interval '24 hours' and t.end_at > ${start}::timestamptz)`;
}

/** The same of the calendar `c` of a query, as `intervalsIn` reads it. */
export function outsideText(start: unknown, end: unknown): RawBuilder<string | null> {
  const calendar = { companyId: sql`c.company_id`, calendarId: sql`c.id` };
  return sql`(select ${intervalText(sql`t.start_at`, sql`t.end_at`)} from ${outsideBetween(calendar, start, end)} t)`;
}

/** The outside times of a calendar that meet a part of a multirange, as `occupiedTime` writes it. */
export function outsideMeeting({ companyId, calendarId }: CalendarKey, range: string): RawBuilder<object> {
  const calendar = { companyId: sql`${companyId}::uuid`, calendarId: sql`${calendarId}::uuid` };
  const times = outsideBetween(calendar, sql`lower(${range}::tstzmultirange)`, sql`upper(${range}::tstzmultirange)`);
  return sql`(select t.* from ${times} t where ${range}::tstzmultirange && tstzrange(t.start_at, t.end_at))`;
}

/**
 * The outside times of a calendar that overlap [from, to), in order. Those that overlap or touch are one, whatever
 * calendars say so.
 */
export async function listOutside(
  db: Db,
  { companyId, calendarId }: CalendarKey,
  { from, to }: { from: number; to: number },
): Promise<Interval[]> {
  const [start, end] = [from, to].map((ms) => Temporal.Instant.fromEpochMilliseconds(ms));
  const { rows } = await sql<{ text: string | null }>`
    select ${outsideText(start, end)} as text
    from (select ${companyId}::uuid as company_id, ${calendarId}::uuid as id) c`.execute(db);
  return merged(intervalsIn(rows[0]?.text ?? null));
}
