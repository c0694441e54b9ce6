// Queues mails in the transaction of their cause: a delivery of the outbox and its content.
import type { Purpose } from '#contract/messaging/deliveries.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { type NewDelivery, queueDeliveries } from '#server/messaging/outbox/queue-deliveries.ts';
import type { CalendarMethod } from './icalendar.ts';

export interface NewMail extends Pick<NewDelivery, 'id' | 'companyId' | 'dueAt' | 'expiresAt' | 'cause' | 'turnKey'> {
  locationId?: string | null;
  visitId?: string;
  fromEMail: string;
  fromName: string;
  replyTo?: string;
  toEMail: string;
  subject: string;
  html: string;
  plain: string;
  calendarEntry?: string | null;
  calendarMethod?: CalendarMethod | null;
}

/** Writes with `context.db`. The cause of each mail is a new one. */
export async function queueMails(
  context: Pick<ServiceContext, 'db' | 'clock' | 'publicUrl'>,
  purpose: Purpose,
  mails: readonly NewMail[],
): Promise<void> {
  const { db } = context;
  const createdAt = context.clock.now();
  const host = new URL(context.publicUrl).hostname;
  // Sent to the server together.
  await Promise.all([
    queueDeliveries(
      db,
      mails.map((mail) => ({ ...mail, medium: 'mail', purpose, address: mail.toEMail, createdAt })),
    ),
    db
      .insertInto('emailMessages')
      .values(
        mails.map(({ dueAt: _due, expiresAt: _expires, cause: _cause, turnKey: _turn, ...content }) => ({
          ...content,
          messageId: `<${content.id}@${host}>`,
          createdAt,
        })),
      )
      .execute(),
  ]);
}
