// Queues mails in the transaction of their cause: a delivery of the outbox and its content.
import type { Purpose } from '#contract/messaging/deliveries.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { type NewDelivery, queueDeliveries } from '#server/messaging/outbox/queue-deliveries.ts';
import type { CalendarMethod } from './icalendar.ts';
import { signId } from './signed-ids.ts';

/** A file in the store of files, which mails name and do not copy. */
export interface MailAttachment {
  key: string;
  name: string;
  type: string;
}

export interface NewMail
  extends Pick<NewDelivery, 'id' | 'companyId' | 'dueAt' | 'expiresAt' | 'cause' | 'turnKey' | 'guarantee'> {
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
  attachment?: MailAttachment;
  /** Content that many mails share (`store-content.ts`); `html` and `plain` are empty then. */
  contentId?: string;
  /** Values for the placeholders of the shared content. */
  fields?: Record<string, string>;
  /** Further headers. */
  headers?: Record<string, string>;
}

/**
 * Writes with `context.db`. The cause of each mail is a new one, unless it `mayRepeat`: a mail that was queued before
 * is then left out. Returns the ids of those queued.
 */
export async function queueMails(
  context: Pick<ServiceContext, 'db' | 'clock' | 'publicUrl' | 'config'>,
  purpose: Purpose,
  mails: readonly NewMail[],
  { mayRepeat = false } = {},
): Promise<string[]> {
  const { db } = context;
  const createdAt = context.clock.now();
  const host = new URL(context.publicUrl).hostname;
  const queue = () =>
    queueDeliveries(
      db,
      mails.map((mail) => ({ ...mail, medium: 'mail', purpose, address: mail.toEMail, createdAt })),
    );
  const write = (written: readonly NewMail[]) =>
    db
      .insertInto('emailMessages')
      .values(
        written.map(
          ({
            dueAt: _due,
            expiresAt: _expires,
            cause: _cause,
            turnKey: _turn,
            guarantee: _once,
            fields,
            headers,
            attachment,
            ...content
          }) => ({
            ...content,
            fields: fields ? JSON.stringify(fields) : null,
            headers: headers ? JSON.stringify(headers) : null,
            attachmentKey: attachment?.key ?? null,
            attachmentName: attachment?.name ?? null,
            attachmentType: attachment?.type ?? null,
            // Signed: a report that names it is about a mail of this installation.
            messageId: `<${content.id}.${signId(context.config, content.id, 'messageId')}@${host}>`,
            createdAt,
          }),
        ),
      )
      .execute();
  if (!mayRepeat) {
    // Sent to the server together.
    const [queued] = await Promise.all([queue(), write(mails)]);
    return queued;
  }
  const queued = new Set(await queue());
  if (queued.size > 0) await write(mails.filter(({ id }) => queued.has(id)));
  return [...queued];
}
