// Marks reminders as visited; a visited reminder stays visited.

import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { findReminder } from './store.ts';

/** Returns the reminder. Throws 404 for a reminder of another person. */
export async function visitReminder(context: SignedIn, { id }: { id: string }): Promise<JsonText> {
  const [, found] = await Promise.all([markVisited(context, id), findReminder(context.db, context.user, id)]);
  if (!found) throw notFound();
  return found;
}

export async function visitReminders(context: SignedIn): Promise<undefined> {
  await markVisited(context);
}

async function markVisited({ db, user, clock }: SignedIn, id?: string): Promise<void> {
  await db
    .updateTable('reminders')
    .set({ visitedAt: clock.now() })
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .where('visitedAt', 'is', null)
    .$if(id !== undefined, (one) => one.where('id', '=', id ?? ''))
    .execute();
}
