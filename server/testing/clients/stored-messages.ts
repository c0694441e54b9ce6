// Reads the messages in the database as their recipients get them: with the tokens of their links, which the stored
// text lacks. Those that were sent have none any more.
import type { Selectable } from 'kysely';
import type { DeliveriesTable, EmailMessagesTable } from '#server/db/schema.ts';
import { withTokens } from '#server/messaging/mail/queue-mails.ts';
import { fillTokens, type LinkTokens } from '#server/messaging/outbox/link-tokens.ts';
import type { TestApp } from '#server/testing/test-app.ts';

type Filled = { fields: Record<string, string> | null; headers: Record<string, string> | null };
export type StoredMail = Omit<Selectable<EmailMessagesTable>, keyof Filled> &
  Filled &
  Pick<Selectable<DeliveriesTable>, 'state' | 'dueAt' | 'expiresAt' | 'lane' | 'causeKind' | 'causeKey'>;

/** All mails, or those to an address, in the order in which they were queued. */
export async function storedMails({ database }: Pick<TestApp, 'database'>, toEMail?: string): Promise<StoredMail[]> {
  const rows = await database.read
    .selectFrom('emailMessages as m')
    .innerJoin('deliveries as d', 'd.id', 'm.id')
    .selectAll('m')
    .select(['d.state', 'd.dueAt', 'd.expiresAt', 'd.lane', 'd.causeKind', 'd.causeKey', 'd.links'])
    .$if(toEMail !== undefined, (query) => query.where('m.toEMail', '=', toEMail ?? ''))
    .orderBy('m.createdAt')
    .orderBy('m.id')
    .execute();
  // As `queueMails` writes them.
  return rows.map(({ links, ...row }) => withTokens(row as StoredMail, links as LinkTokens | null));
}

/** All SMS, in the same way. */
export async function storedSms({ database }: Pick<TestApp, 'database'>) {
  const rows = await database.read
    .selectFrom('smsMessages as m')
    .innerJoin('deliveries as d', 'd.id', 'm.id')
    .select(['m.toSms', 'm.subject', 'm.message', 'd.links'])
    .orderBy('m.createdAt')
    .orderBy('m.id')
    .execute();
  return rows.map(({ links, ...sms }) => ({
    ...sms,
    message: fillTokens(sms.message, (links as LinkTokens | null)?.message),
  }));
}
