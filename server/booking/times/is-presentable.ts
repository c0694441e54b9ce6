// Whether a profile says enough to be booked: visitors see whom they book, and where.
import { sql } from 'kysely';

/** Whether the employee `e` has a name, and the location `l` a place on the map or an address. */
export const isPresentable = sql<boolean>`((l.geolocation_id is not null or l.address <> '')
  and exists (select from users named where named.id = e.user_id and (named.first_name <> '' or named.last_name <> '')))`;
