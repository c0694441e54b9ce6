// No company loses its last administrator, and the installation not its last operator.
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
 * Runs a change of rights within the caller's transaction and throws when afterwards nobody administers one of these companies that
 * somebody administered before, or nobody the installation.
 *
 * @param companyIds whose administrators may be concerned; null: any company's.
 * @param refuse what to throw; 409 unless said otherwise.
 */
export async function assertAdminRemains(
  { db }: SignedIn,
  companyIds: readonly string[] | null,
  change: () => Promise<unknown>,
  refuse: Refusals = defaultRefusals,
): Promise<void> {
  // Two who each remove the other must not both succeed: such changes are rare and go one after the other. The key is our own.
  await sql`select pg_advisory_xact_lock(hashtext('rights'))`.execute(db);
  const before = await administeredBy(db, companyIds);
  await change();
  const after = await administeredBy(db, companyIds);
  if (before.operated && !after.operated) throw refuse.operator();
  const remaining = new Set(after.administered);
  const lost = before.administered.find((company) => !remaining.has(company));
  if (lost !== undefined) throw refuse.admin(await nameOf(db, lost));
}

async function administeredBy(
  db: SignedIn['db'],
  companyIds: readonly string[] | null,
): Promise<{ administered: string[]; operated: boolean }> {
  const { rows } = await sql<{ administered: string[]; operated: boolean }>`
    select administered, operated from who_rules(${companyIds as string[] | null})`.execute(db);
  return rows[0] ?? { administered: [], operated: false };
}

async function nameOf(db: SignedIn['db'], companyId: string): Promise<string> {
  const { name } = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return name;
}
