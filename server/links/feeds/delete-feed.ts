// Deletes a feed of a calendar or a location.
import { sql } from 'kysely';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { mayUseFeed } from './store.ts';

/** Throws 404 for an unknown feed, and for one of a calendar or a location whose events the caller may not see. */
export async function deleteFeed(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  const { db, user } = context;
  const { rows } = await sql`delete from feeds f where f.id = ${id} and ${mayUseFeed(user)} returning f.id`.execute(db);
  if (rows.length === 0) throw notFound();
  await audit(context, 'Ended a calendar feed');
}
