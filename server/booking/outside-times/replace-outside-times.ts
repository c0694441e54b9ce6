// Stores what an outside calendar says about when a person is busy.
import { sql } from 'kysely';
import { merged } from '#server/booking/availability/intervals.ts';
import type { Db } from '#server/db/pool.ts';

/** The longest row (ms), as the table demands it: longer times are in several. */
const longestRow = 24 * 3_600_000;

interface OutsideSource {
  companyId: string;
  calendarId: string;
  /** The outside calendar. */
  sourceId: string;
}

/**
 * Replaces the times of one source, in whole milliseconds; empty and reversed ones are left out. The caller holds the
 * lock of the calendar, as bookings do: a booking that was decided before is seen by the caller, and one that is
 * decided afterwards sees these times. Returns whether anything changed.
 */
export async function replaceOutsideTimes(
  db: Db,
  { companyId, calendarId, sourceId, times }: OutsideSource & { times: readonly OutsideTime[] },
): Promise<boolean> {
  const rows = merged(times.map(({ start, end }) => ({ start: start.epochMilliseconds, end: end.epochMilliseconds })))
    .flatMap(inRows)
    .map(({ start, end }) => ({ start: textOf(start), end: textOf(end) }));
  const ofSource = sql`company_id = ${companyId} and calendar_id = ${calendarId} and source_id = ${sourceId}`;
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(start timestamptz, "end" timestamptz)`;
  // Only what differs: an unchanged calendar gives no notice.
  const { numAffectedRows: deleted = 0n } = await sql`
    delete from outside_times t where ${ofSource}
      and (t.start_at, t.end_at) not in (select g.start, g."end" from ${given})`.execute(db);
  const { numAffectedRows: inserted = 0n } = await sql`
    insert into outside_times (company_id, calendar_id, source_id, start_at, end_at)
      select ${companyId}, ${calendarId}, ${sourceId}, g.start, g."end" from ${given}
      on conflict do nothing`.execute(db);
  return deleted + inserted > 0n;
}

interface OutsideTime {
  start: Temporal.Instant;
  end: Temporal.Instant;
}

function inRows({ start, end }: { start: number; end: number }) {
  const count = Math.ceil((end - start) / longestRow);
  return Array.from({ length: count }, (_, at) => ({
    start: start + at * longestRow,
    end: Math.min(end, start + (at + 1) * longestRow),
  }));
}

function textOf(ms: number): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toString();
}
