// The order in which statements lock several deliveries: without one, two of them wait for each other.
import { type RawBuilder, sql } from 'kysely';

/** Locks the deliveries whose ids are in `found` (id), in the order of their ids, and returns those. */
export function lockInOrder(found: RawBuilder<unknown>): RawBuilder<unknown> {
  // The planner may join `in (select …)` by a scan of the table; an array is looked up by the key.
  return sql`select d.id from deliveries d where d.id = any(array(select id from ${found})) order by d.id for update of d`;
}
