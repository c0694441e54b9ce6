// Adds a reminder to a person's feed.
import { randomUUIDv7 } from 'node:crypto';
import type { ReminderType } from '#contract/messaging/feed.ts';
import type { ServiceContext } from '#server/lib/context.ts';

export interface NewReminder {
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
 * notified.
 */
export async function remind(context: ServiceContext, { link = '', ...reminder }: NewReminder): Promise<void> {
  await context.db
    .insertInto('reminders')
    .values({ ...reminder, link, id: randomUUIDv7(), createdAt: context.clock.now() })
    .execute();
}
