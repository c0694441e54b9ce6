// Finds a calendar that a user may use.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { mayUse, type Reader, reachesLocation } from './may-use.ts';

/**
 * The location that provides the zone and hours of a calendar `k`, and where the user's new events in it take place:
 * the preferred one when the person works there, else the first that the user reaches. An event that moves to a
 * colleague prefers its present location.
 */
export const firstLocation = (user: Reader, preferred: string | null = null) => sql`
  select l.id, l.time_zone from employee_locations el
  join locations l on l.company_id = el.company_id and l.id = el.location_id
  where el.company_id = k.company_id and el.user_id = k.user_id and ${reachesLocation(user, sql`l.id`)}
  order by l.id is not distinct from ${preferred}::uuid desc, l.created_at, l.id limit 1`;

export interface UsableCalendar {
  companyId: string;
  id: string;
  userId: string;
  locationId: string | null;
  timeZone: string;
}

/** Finds a calendar that the user may change; undefined for unknown and foreign ones. */
export async function findCalendar(
  db: Db,
  user: Reader,
  id: string,
  preferredLocation: string | null = null,
): Promise<UsableCalendar | undefined> {
  const { rows } = await sql<UsableCalendar>`
    select k.company_id, k.id, k.user_id, place.id as location_id, coalesce(place.time_zone, 'UTC') as time_zone
    from calendars k left join lateral (${firstLocation(user, preferredLocation)}) place on true
    where k.id = ${id} and ${mayUse(user)}`.execute(db);
  return rows[0];
}
