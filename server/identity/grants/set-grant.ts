// Grants something to a person, or revokes it.
import { sql } from 'kysely';
import { type GrantKind, grantKinds } from '#contract/identity/grants.ts';
import { transaction } from '#server/db/transaction.ts';
import { assertAdminRemains } from '#server/identity/memberships/assert-admin-remains.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { isOperator } from '#server/lib/sql/is-operator.ts';
import { grantTables } from './grant-tables.ts';
import { mayGrant } from './may-grant.ts';
import type { GrantScope } from './scope.ts';

/**
 * Sets one switch of a list of grants. Throws 404 for an unknown one or one of another company, 403 for the caller's
 * own, for things the caller does not have and operator-only ones, 409 when it would remove the last administrator or
 * operator.
 */
export async function setGrant(
  context: SignedIn,
  { id, allow }: { id: string; allow: boolean },
  kinds: readonly GrantKind[],
  { anywhere }: GrantScope,
): Promise<undefined> {
  const [prefix, companyId = '', userId = '', thingId] = id.toLowerCase().split('.');
  const kind = grantKinds.find((candidate) => candidate === prefix);
  if (!kind || !kinds.includes(kind) || !thingId) throw notFound();
  // The company's own operations stay under row-level security.
  const run = anywhere
    ? transaction<SignedIn, void>
    : (same: SignedIn, act: (c: SignedIn) => Promise<void>) => act(same);
  await run(context, async (tx) => {
    const { db, user } = tx;
    if (!anywhere && companyId !== user.companyId) throw notFound();
    const { ofPerson, column, things } = grantTables[kind];
    const { rows } = await sql<{ logIn: string; name: string; mayGrant: boolean; isOperator: boolean }>`
      select u.log_in, t.name, ${mayGrant(user)} as may_grant, ${isOperator(sql`e.user_id`)} as is_operator
      from employees e join users u on u.id = e.user_id
      cross join (${things('en')}) t
      where e.company_id = ${companyId} and e.user_id = ${userId} and t.id = ${thingId}
        and (t.company_id is null or t.company_id = e.company_id)`.execute(db);
    const found = rows[0];
    if (!found) throw notFound();
    if (userId === user.id) throw new Refusal(403, 'users.notOneself');
    if (!found.mayGrant) throw new Refusal(403, 'users.onlyWhatOneHas');
    if (found.isOperator && !user.actions.includes('sys')) throw new Refusal(403, 'users.isOperator');
    let isChanged = false;
    await assertAdminRemains(tx, [companyId], async () => {
      const [table, columnRef] = [sql.ref(ofPerson), sql.ref(column)];
      const change = allow
        ? sql`insert into ${table} (company_id, user_id, ${columnRef}) values (${companyId}, ${userId}, ${thingId})
          on conflict do nothing`
        : sql`delete from ${table} where company_id = ${companyId} and user_id = ${userId} and ${columnRef} = ${thingId}`;
      isChanged = ((await change.execute(db)).numAffectedRows ?? 0n) > 0n;
    });
    if (!isChanged) return;
    const auditText = `${allow ? 'Granted' : 'Took'} the ${kind.slice(0, -1)} ${found.name} ${allow ? 'to' : 'from'} ${found.logIn}`;
    await audit(tx, auditText);
  });
}
