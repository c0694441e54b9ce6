// Finds the parts of one visit that overlap each other, as staff accepted it.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

/** The pairs of a visit's events that take the same time of one calendar: `<event> <other event>`, both ways round. */
export async function overlapsWithin(db: Db, visit: { companyId: string; id: string }): Promise<Set<string>> {
  const { rows } = await sql<{ pair: string }>`
    select e.id || ' ' || o.id as pair
    from visit_parts p join events e on e.company_id = p.company_id and e.id = p.event_id
    join visit_parts q on q.company_id = p.company_id and q.visit_id = p.visit_id
    join events o on o.company_id = q.company_id and o.id = q.event_id and o.id <> e.id
    where p.company_id = ${visit.companyId} and p.visit_id = ${visit.id} and o.calendar_id = e.calendar_id
      and o.occupied && e.occupied`.execute(db);
  return new Set(rows.map(({ pair }) => pair));
}
