// Finds a customer that the caller reaches.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { reachesContact } from './reach.ts';

/** Returns the contact, or the one that it was merged into. Throws 404 unless the caller reaches it. */
export async function findReachable({ db, user }: SignedIn, id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with recursive followed as (
      select c.id, c.merged_into from contacts c where c.company_id = ${user.companyId} and c.id = ${id}
      union
      select c.id, c.merged_into from followed f
      join contacts c on c.company_id = ${user.companyId} and c.id = f.merged_into)
    select c.id from followed c where c.merged_into is null and ${reachesContact(user)}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0].id;
}
