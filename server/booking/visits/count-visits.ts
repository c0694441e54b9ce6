// Keeps the figures of customers equal to what their visits say: server/booking/sql/recount-contacts.sql.
import { sql } from 'kysely';
import type { ServiceContext, Services } from '#server/lib/context.ts';

/** Counts the visits of these customers again, in the transaction that changed one. */
export async function countVisits(
  { db, clock }: ServiceContext,
  companyId: string,
  contactIds: readonly (string | null)[],
): Promise<void> {
  // In one order: two transactions that count the same customers wait for each other.
  const ids = [...new Set(contactIds.filter((id) => id !== null))].sort();
  if (ids.length === 0) return;
  await sql`select recount_contacts(${companyId}, ${ids}::uuid[], ${clock.now()})`.execute(db);
}

/** Counts again for customers whose next visit has begun, at most `limit`. Returns how many. */
export async function countBegunVisits({ database, clock }: Services, limit = 1000): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with begun as (
      select company_id, id from contacts where next_visit <= ${clock.now()} order by company_id, id limit ${limit}
    ), counted as materialized (
      select recount_contacts(company_id, array_agg(id order by id), ${clock.now()}) from begun group by company_id
    )
    select (select count(*) from counted) as groups, (select count(*) from begun) as count`.execute(database.write);
  return rows[0]?.count ?? 0;
}
