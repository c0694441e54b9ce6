// Finds the events of a calendar in a range with comparisons that an index serves under row-level security.
import { type RawBuilder, sql } from 'kysely';

/**
 * Selects the events of a calendar `k`, as `v`, that overlap [start, end). PostgreSQL keeps operators on ranges out of
 * indexes under row-level security. Events of up to 24 hours start within that time before the range; the longer ones
 * have an index of their own (0004-booking.sql). The view `appointments` adds the visit of each event.
 */
export function eventsBetween(
  start: unknown,
  end: unknown,
  from: 'events' | 'appointments' = 'events',
): RawBuilder<object> {
  const events = (length: RawBuilder<boolean>) => sql`
    select v.* from ${sql.table(from)} v where v.company_id = k.company_id and v.calendar_id = k.id
      and v.start_at < ${end}::timestamptz and v.end_at > ${start}::timestamptz and ${length}`;
  const short = sql<boolean>`v.end_at - v.start_at <= interval '24 hours'
    and v.start_at > ${start}::timestamptz - interval '24 hours'`;
  return sql`(${events(short)} union all ${events(sql`v.end_at - v.start_at > interval '24 hours'`)})`;
}
