// Finds out what is in the way of an event that staff place in a calendar, and the lane for it.
import { type RawBuilder, sql } from 'kysely';
import { outsideMeeting } from '#server/booking/outside-times/outside-times.ts';
import type { Db } from '#server/db/pool.ts';
import { eventsBetween } from './events-between.ts';

export interface TakenTime {
  /** The lanes in which other events occupy a part of the time. */
  lanes: Set<number>;
  /** The person is busy elsewhere during a part of it. */
  isOutside: boolean;
}

/** Reads what occupies a part of the range, besides the events `except`. `now`: holds that have expired do not count. */
export async function findTaken(
  db: Db,
  calendar: { companyId: string; calendarId: string },
  range: string,
  except: string | readonly string[],
  now?: Temporal.Instant,
): Promise<TakenTime> {
  const { rows } = await sql<{ lanes: number[]; isOutside: boolean }>`
    select exists (select from ${outsideMeeting(calendar, range)} t) as is_outside, array(
      select distinct v.lane
      from (select ${calendar.companyId}::uuid as company_id, ${calendar.calendarId}::uuid as id) k
      cross join lateral ${eventsBetween(...withBuffers(range))} v
      where v.blocks and v.occupied && ${range}::tstzmultirange and v.id <> all(${[except].flat()}::uuid[])
        ${now ? sql`and (v.held_until is null or v.held_until > ${now})` : sql``}) as lanes`.execute(db);
  const [row] = rows;
  return { lanes: new Set(row?.lanes), isOutside: row?.isOutside ?? false };
}

/**
 * The lowest lane that is not taken: above lane 0 for an overlap that staff accept. Events do not block staff; visitors
 * are checked against every lane.
 */
export function freeLane(taken: ReadonlySet<number>): number {
  let lane = 0;
  while (taken.has(lane)) lane++;
  return lane;
}

/** The bounds within which an event can start or end that occupies a part of the range: a buffer is at most a day. */
export function withBuffers(range: string): [RawBuilder<unknown>, RawBuilder<unknown>] {
  return [
    sql`(lower(${range}::tstzmultirange) - interval '24 hours')`,
    sql`(upper(${range}::tstzmultirange) + interval '24 hours')`,
  ];
}
