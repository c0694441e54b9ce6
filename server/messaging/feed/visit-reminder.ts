// Marks reminders as visited; a visited reminder stays visited.

import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { findReminder } from './store.ts';

/**
 * Returns the reminder, also that of another company of the person: a notification is clicked whichever is open.
 * Someone who acts for the person stays in the company. Throws 404 for a reminder of another person.
 */
export async function visitReminder(context: SignedIn, { id }: { id: string }): Promise<JsonText> {
  const { database, user, clock } = context;
  // Row-level security shows callers one company, so the owner role writes.
  const found = await database.write
    .updateTable('reminders')
    .set({ visitedAt: sql`coalesce(visited_at, ${clock.now()})` })
    .where('id', '=', id)
    .where('userId', '=', user.id)
    .$if(!!user.impersonator, (one) => one.where('companyId', '=', user.companyId))
    .returning('companyId')
    .executeTakeFirst();
  const visited = found && (await findReminder(database.write, { id: user.id, companyId: found.companyId }, id));
  if (!visited) throw notFound();
  return visited;
}

export async function visitReminders({ db, user, clock }: SignedIn): Promise<undefined> {
  await db
    .updateTable('reminders')
    .set({ visitedAt: clock.now() })
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .where('visitedAt', 'is', null)
    .execute();
}
