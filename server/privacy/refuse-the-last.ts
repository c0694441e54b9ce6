// A company keeps an administrator, and the installation an operator.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { invalid } from '#server/lib/refusal.ts';

/**
 * Throws 417 when the person is the last of a kind that is needed. His companies stay locked until the end of the transaction, so
 * that of two who leave at once only one may.
 */
export async function refuseTheLast(db: Db, userId: string): Promise<void> {
  await sql`
    select from companies where id in (select company_id from employees where user_id = ${userId})
    order by id for update`.execute(db);
  // Any number: whoever may be the last operator goes one after the other.
  await sql`select pg_advisory_xact_lock(4027010)`.execute(db);
  const { rows } = await sql<{ company: string; action: 'admin' | 'sys' }>`
    select c.name as company, action
    from employees e
    join companies c on c.id = e.company_id
    cross join lateral effective_rights(e.company_id, e.user_id) his
    cross join lateral unnest(his.actions) action
    where e.user_id = ${userId} and action in ('admin', 'sys') and not exists (
      select from employees o cross join lateral effective_rights(o.company_id, o.user_id) theirs
      where o.user_id <> e.user_id and action = any(theirs.actions) and (action = 'sys' or o.company_id = e.company_id))
    order by 1, 2`.execute(db);
  const [last] = rows;
  if (last?.action === 'sys') throw invalid('Account', 'privacy.lastSys');
  if (last) throw invalid('Account', 'privacy.lastAdmin', { company: last.company });
}
