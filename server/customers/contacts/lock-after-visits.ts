// Locks customers together with their visits.
import { type RawBuilder, sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';

/**
 * Runs `lock`, which locks these contacts in the order of their ids, after it has locked their visits: a change of a
 * visit locks it, and then counts the visits of its contact.
 */
export async function lockAfterVisits<T>(
  context: SignedIn,
  ids: readonly string[],
  lock: () => Promise<T>,
): Promise<T> {
  const { db } = context;
  for (;;) {
    await sql`savepoint before_locks`.execute(db);
    const locked = new Set(await visitsOf(context, ids, sql`for update`));
    const result = await lock();
    const visits = await visitsOf(context, ids);
    if (visits.every((id) => locked.has(id))) return result;
    // A booking was committed in between: its visit would be locked after the contacts.
    await sql`rollback to savepoint before_locks`.execute(db);
  }
}

/** In the order in which other transactions lock several visits. */
async function visitsOf({ db, user }: SignedIn, ids: readonly string[], lock: RawBuilder<unknown> = sql``) {
  const { rows } = await sql<{ id: string }>`
    select id from visits where company_id = ${user.companyId} and contact_id = any(${ids}::uuid[])
    order by lower(e_mail), id ${lock}`.execute(db);
  return rows.map(({ id }) => id);
}
