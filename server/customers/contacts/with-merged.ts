// Finds the customers who were merged into others.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';

/** Returns the ids of these contacts of the company with those that were merged into them, at any depth. */
export async function withMerged({ db, user }: SignedIn, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive found as (
      select id from contacts where company_id = ${user.companyId} and id = any(${ids}::uuid[])
      union
      select c.id from found f join contacts c on c.company_id = ${user.companyId} and c.merged_into = f.id)
    select id from found`.execute(db);
  return rows.map(({ id }) => id);
}
