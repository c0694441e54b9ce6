// Adds a reminder to a person's feed.
import { randomUUIDv7 } from 'node:crypto';
import type { ReminderType } from '#contract/messaging/feed.ts';
import type { ServiceContext } from '#server/lib/context.ts';

export interface NewReminder {
  /** An item with this id is added once. */
  id?: string | undefined;
  companyId: string;
  userId: string;
  type: ReminderType;
  /** In the person's language. */
  text: string;
  /** The route that the reminder links to, such as `/app/user/calendars`. */
  link?: string;
}

/**
 * Writes with `context.db`, in the transaction that causes the reminder; on commit, open browsers of the person are
 * notified, and the database queues push messages (server/messaging/sql/queue-push-messages.sql). Returns whether it
 * was added.
 */
export async function remind(
  context: ServiceContext,
  { id = randomUUIDv7(), link = '', ...reminder }: NewReminder,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await context.db
    .insertInto('reminders')
    .values({ ...reminder, link, id, createdAt: context.clock.now() })
    .onConflict((conflict) => conflict.columns(['companyId', 'id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
