// Has the public name of an employee follow their name.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { freePersonName, urlNameOf } from '#server/identity/memberships/url-name.ts';
import { userName } from '#server/lib/sql/person-name.ts';

interface Employee {
  companyId: string;
  userId: string;
}

/** Until the public name was shared or chosen. */
export async function followPersonName(db: Db, { companyId, userId }: Employee): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select ${userName} as name from employees e join users u on u.id = e.user_id
    where e.company_id = ${companyId} and e.user_id = ${userId} and not e.is_url_name_kept`.execute(db);
  const name = rows[0]?.name;
  if (!name) return;
  await lockUrlNames(db, companyId);
  const urlName = await freePersonName(db, companyId, urlNameOf(name, 'team'), userId);
  await db
    .updateTable('employees')
    .set({ urlName })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute();
}

/** Serialized per company: two colleagues cannot take the same address concurrently. */
export async function lockUrlNames(db: Db, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`url names of ${companyId}`}, 0))`.execute(db);
}
