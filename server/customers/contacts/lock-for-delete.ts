// Locks customers who are about to be deleted.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { lockAfterVisits } from './lock-after-visits.ts';
import { withMerged } from './with-merged.ts';

/** Locks them and those that were merged into them, which are deleted as well, after their visits. */
export async function lockForDelete(context: SignedIn, given: readonly string[]): Promise<void> {
  const { db, user } = context;
  const ids = await withMerged(context, given);
  await lockAfterVisits(context, ids, () =>
    sql`select from contacts where company_id = ${user.companyId} and id = any(${ids}::uuid[]) order by id for update`.execute(
      db,
    ),
  );
}
