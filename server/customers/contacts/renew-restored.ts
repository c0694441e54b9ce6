// Computes a restored customer's figures and reach from their visits, which may have changed since the deletion.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { withMerged } from './with-merged.ts';

/** Also of the customers who were merged into them, and are restored with them. */
export async function renewRestored(context: SignedIn, id: string): Promise<void> {
  const { db, user, clock } = context;
  const ids = await withMerged(context, [id]);
  await sql`select renew_contact_reach(${user.companyId}, id) from unnest(${ids}::uuid[]) id`.execute(db);
  await sql`select recount_contacts(${user.companyId}, ${ids}::uuid[], ${clock.now()})`.execute(db);
}
