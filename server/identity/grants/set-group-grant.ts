// Grants an action or a page to a group, or revokes it.
import { sql } from 'kysely';
import { groupGrantKinds } from '#contract/identity/grants.ts';
import { transaction } from '#server/db/transaction.ts';
import { assertAdminRemains } from '#server/identity/memberships/assert-admin-remains.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { grantTables } from './grant-tables.ts';

/** Throws 404 for an unknown switch, 409 when a company or the installation would lose its last administrator. */
export async function setGroupGrant(
  context: SignedIn,
  { id, allow }: { id: string; allow: boolean },
): Promise<undefined> {
  const [prefix, groupId = '', thingId, more] = id.toLowerCase().split('.');
  const kind = groupGrantKinds.find((candidate) => candidate === prefix);
  if (!kind || !thingId || more !== undefined) throw notFound();
  await transaction(context, async (tx) => {
    const { db } = tx;
    const { ofGroup = '', column, things } = grantTables[kind];
    const { rows } = await sql<{ group: string; name: string }>`
      select g.name as "group", t.name from groups g cross join (${things('en')}) t where g.id = ${groupId} and t.id = ${thingId}`.execute(
      db,
    );
    const found = rows[0];
    if (!found) throw notFound();
    let isChanged = false;
    await assertAdminRemains(tx, null, async () => {
      const [table, columnRef] = [sql.ref(ofGroup), sql.ref(column)];
      const change = allow
        ? sql`insert into ${table} (group_id, ${columnRef}) values (${groupId}, ${thingId}) on conflict do nothing`
        : sql`delete from ${table} where group_id = ${groupId} and ${columnRef} = ${thingId}`;
      isChanged = ((await change.execute(db)).numAffectedRows ?? 0n) > 0n;
    });
    if (!isChanged) return;
    const [verb, link] = allow ? ['Granted', 'to'] : ['Took', 'from'];
    await audit(tx, `${verb} the ${kind.slice(0, -1)} ${found.name} ${link} the group ${found.group}`);
  });
}
