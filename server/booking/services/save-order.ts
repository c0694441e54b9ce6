// Sorts the services of a company, or their categories.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

/** Omitted rows follow in their present order. Throws 404 for an unknown one. */
export async function saveOrder(
  { db, user }: SignedIn,
  table: 'services' | 'service_categories',
  ids: readonly string[],
): Promise<undefined> {
  const { companyId } = user;
  const { rows } = await sql<{ unknown: boolean }>`
    select exists (select from unnest(${ids}::uuid[]) wanted
      where wanted not in (select id from ${sql.table(table)} where company_id = ${companyId})) as unknown`.execute(db);
  if (rows[0]?.unknown) throw notFound();
  await sql`
    update ${sql.table(table)} s set position = o.position from (
      select id, row_number() over (order by array_position(${ids}::uuid[], id) nulls last, position, name, id) as position
      from ${sql.table(table)} where company_id = ${companyId}) o
    where s.company_id = ${companyId} and s.id = o.id and s.position <> o.position`.execute(db);
  return undefined;
}
