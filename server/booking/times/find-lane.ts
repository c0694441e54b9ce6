// Finds the lane for an event that staff place in a calendar.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { eventsBetween } from './events-between.ts';

/**
 * Returns lane 0 when no other event of lane 0 occupies the range, otherwise the first free lane above it, for an
 * overlap that staff accept. An event there does not block staff; visitors are checked against every lane.
 */
export async function findLane(
  db: Db,
  calendar: { companyId: string; calendarId: string },
  range: string,
  except: string | readonly string[],
): Promise<number> {
  const taken = await takenLanes(db, calendar, range, except);
  let lane = 0;
  while (taken.has(lane)) lane++;
  return lane;
}

/** The lanes in which events other than `except` occupy a part of the range. `now`: holds that have expired do not count. */
export async function takenLanes(
  db: Db,
  calendar: { companyId: string; calendarId: string },
  range: string,
  except: string | readonly string[],
  now?: Temporal.Instant,
): Promise<Set<number>> {
  const { rows } = await sql<{ lane: number }>`
    select distinct v.lane
    from (select ${calendar.companyId}::uuid as company_id, ${calendar.calendarId}::uuid as id) k
    cross join lateral ${eventsBetween(...withBuffers(range))} v
    where v.blocks and v.occupied && ${range}::tstzmultirange and v.id <> all(${[except].flat()}::uuid[])
      ${now ? sql`and (v.held_until is null or v.held_until > ${now})` : sql``} order by lane`.execute(db);
  return new Set(rows.map((row) => row.lane));
}

/** The bounds within which an event can start or end that occupies a part of the range: a buffer is at most a day. */
export function withBuffers(range: string): [RawBuilder<unknown>, RawBuilder<unknown>] {
  return [
    sql`(lower(${range}::tstzmultirange) - interval '24 hours')`,
    sql`(upper(${range}::tstzmultirange) + interval '24 hours')`,
  ];
}
