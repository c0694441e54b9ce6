// Tells a person something in his feed of reminders.
import { randomUUIDv7 } from 'node:crypto';
import type { ReminderType } from '#contract/messaging/feed.ts';
import type { ServiceContext } from '#server/lib/context.ts';

export interface NewReminder {
  companyId: string;
  userId: string;
  type: ReminderType;
  /** In the person's language. */
  text: string;
  /** The route it leads to, such as `/app/user/calendars`. */
  link?: string;
}

/** Written with `work.db`, which is the transaction of what it tells about; his open browsers hear of it with the commit. */
export async function remind(context: ServiceContext, { link = '', ...reminder }: NewReminder): Promise<void> {
  await context.db
    .insertInto('reminders')
    .values({ ...reminder, link, id: randomUUIDv7(), createdAt: context.clock.now() })
    .execute();
}
