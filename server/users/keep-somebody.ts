// No company loses its last administrator, and the installation not its last operator.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';

/**
 * Runs a change of rights within the caller's transaction, one at a time for each company, and throws 409 when afterwards nobody
 * administers a company that somebody administered before, or nobody the installation. `companyId` null: any company may be
 * concerned. What another company's people may do is seen only in transactions of the operator.
 */
export async function keepSomebody(
  { db, user }: SignedIn,
  companyId: string | null,
  change: () => Promise<unknown>,
): Promise<void> {
  const isOperator = user.actions.includes('sys');
  // Two who each remove the other must not both succeed. The key is of our own making.
  await sql`select pg_advisory_xact_lock(hashtext('rights'), hashtext(${isOperator ? '' : (companyId ?? '')}))`.execute(
    db,
  );
  if (isOperator)
    await sql`select pg_advisory_xact_lock_shared(hashtext('rights'), hashtext(${companyId ?? ''}))`.execute(db);
  const before = await whoRules(db, companyId);
  await change();
  const after = await whoRules(db, companyId);
  if (before.administered > after.administered) throw new Refusal(409, 'users.lastAdmin');
  if (before.operated && !after.operated) throw new Refusal(409, 'users.lastOperator');
}

async function whoRules(
  db: SignedIn['db'],
  companyId: string | null,
): Promise<{ administered: number; operated: boolean }> {
  const { rows } = await sql<{ administered: number; operated: boolean }>`
    with named as (
      select own.company_id, own.user_id, a.name from user_actions own join actions a on a.id = own.action_id
        where a.name in ('admin', 'sys')
      union all
      select of.company_id, of.user_id, a.name from user_groups of
        join group_actions given on given.group_id = of.group_id join actions a on a.id = given.action_id
        where a.name in ('admin', 'sys'))
    select (select count(distinct company_id)::int from named
        where name = 'admin' and (${companyId}::uuid is null or company_id = ${companyId})) as administered,
      exists (select from named where name = 'sys') as operated`.execute(db);
  return rows[0] ?? { administered: 0, operated: false };
}
