// Finds the lane for an event that staff place in a calendar.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

/**
 * Returns lane 0 when no other event of lane 0 occupies the range, otherwise the first free lane above it, for an
 * overlap that staff accept. An event there does not block staff; visitors are checked against every lane.
 */
export async function findLane(
  db: Db,
  calendar: { companyId: string; calendarId: string },
  range: string,
  except: string,
): Promise<number> {
  const { rows } = await sql<{ lane: number }>`
    select distinct lane from events
    where company_id = ${calendar.companyId} and calendar_id = ${calendar.calendarId} and status <> 'cancelled'
      and occupied && ${range}::tstzrange and id <> ${except} order by lane`.execute(db);
  const taken = new Set(rows.map((row) => row.lane));
  let lane = 0;
  while (taken.has(lane)) lane++;
  return lane;
}
