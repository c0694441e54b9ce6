// Ensures that no company loses its last administrator, and the installation not its last operator.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';

interface Refusals {
  admin: (company: string) => Error;
  operator: () => Error;
}

const defaultRefusals: Refusals = {
  admin: () => new Refusal(409, 'users.lastAdmin'),
  operator: () => new Refusal(409, 'users.lastOperator'),
};

/**
 * Runs a change of rights in the caller's transaction. Throws when it leaves a company that had an administrator
 * without one, or the installation without an operator.
 *
 * @param companyIds the companies whose administrators the change can affect; null: any.
 * @param refuse the errors to throw; 409 by default.
 */
export async function assertAdminRemains(
  { db }: SignedIn,
  companyIds: readonly string[] | null,
  change: () => Promise<unknown>,
  refuse: Refusals = defaultRefusals,
): Promise<void> {
  // Serialized (rarely needed): two people who remove each other must not both succeed. The lock key is used only here.
  await sql`select pg_advisory_xact_lock(hashtext('rights'))`.execute(db);
  const before = await administeredBy(db, companyIds);
  await change();
  const after = await administeredBy(db, companyIds);
  if (before.hasOperator && !after.hasOperator) throw refuse.operator();
  const remaining = new Set(after.administered);
  const lost = before.administered.find((company) => !remaining.has(company));
  if (lost !== undefined) throw refuse.admin(await nameOf(db, lost));
}

async function administeredBy(
  db: SignedIn['db'],
  companyIds: readonly string[] | null,
): Promise<{ administered: string[]; hasOperator: boolean }> {
  const { rows } = await sql<{ administered: string[]; hasOperator: boolean }>`
    select administered, has_operator from administered_companies(${companyIds as string[] | null})`.execute(db);
  return rows[0] ?? { administered: [], hasOperator: false };
}

async function nameOf(db: SignedIn['db'], companyId: string): Promise<string> {
  const { name } = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return name;
}
