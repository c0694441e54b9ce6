// Queues mails in the transaction of their cause: a delivery of the outbox and its content.
import type { Purpose } from '#contract/messaging/deliveries.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { fillTokens, type LinkTokens, takeTokens } from '#server/messaging/outbox/link-tokens.ts';
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
  extends Pick<
    NewDelivery,
    'id' | 'companyId' | 'dueAt' | 'expiresAt' | 'cause' | 'turnKey' | 'guarantee' | 'counted' | 'isOverLimit'
  > {
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
  /** The first letters of the filled content, folded (`beginningOf`): lists sort by them. */
  beginning?: string;
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
  const masked: MaskedMail[] = mails.map(withoutTokens);
  const queue = () =>
    queueDeliveries(
      db,
      masked.map((mail) => ({ ...mail, medium: 'mail', purpose, address: mail.toEMail, createdAt })),
    );
  const write = (written: readonly MaskedMail[]) =>
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
            links: _links,
            counted: _counted,
            isOverLimit: _over,
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
    const [queued] = await Promise.all([queue(), write(masked)]);
    return queued;
  }
  const queued = new Set(await queue());
  if (queued.size > 0) await write(masked.filter(({ id }) => queued.has(id)));
  return [...queued];
}

type MaskedMail = NewMail & Pick<NewDelivery, 'links'>;

type Texts = Pick<NewMail, 'html' | 'plain' | 'fields' | 'headers'>;

/** Of the texts of a mail, `fields` and `headers` have several, under names of their own. */
const nested = ['fields', 'headers'] as const;

/** Takes the tokens of the links out of everything that is stored of a mail: they go into its delivery. */
export function withoutTokens<M extends Texts>(mail: M): M & Pick<NewDelivery, 'links'> {
  const { html, plain } = mail;
  const { texts, tokens } = takeTokens({
    ...{ html, plain },
    ...Object.fromEntries(
      nested.flatMap((group) =>
        Object.entries(mail[group] ?? {}).map(([name, value]) => [`${group}.${name}`, value] as const),
      ),
    ),
  });
  if (!tokens) return mail;
  const maskedGroup = (group: (typeof nested)[number]) =>
    mail[group] && {
      [group]: Object.fromEntries(Object.keys(mail[group]).map((name) => [name, texts[`${group}.${name}`] ?? ''])),
    };
  return {
    ...mail,
    ...{ html: texts.html ?? html, plain: texts.plain ?? plain, links: tokens },
    ...maskedGroup('fields'),
    ...maskedGroup('headers'),
  };
}

/** A stored mail with the tokens of its links. */
export function withTokens<
  M extends {
    html: string;
    plain: string;
    fields?: Record<string, string> | null;
    headers?: Record<string, string> | null;
  },
>(mail: M, links: LinkTokens | null): M {
  if (!links) return mail;
  const filledGroup = (group: (typeof nested)[number]) =>
    mail[group] && {
      [group]: Object.fromEntries(
        Object.entries(mail[group]).map(([name, value]) => [name, fillTokens(value, links[`${group}.${name}`])]),
      ),
    };
  return {
    ...mail,
    html: fillTokens(mail.html, links.html),
    plain: fillTokens(mail.plain, links.plain),
    ...filledGroup('fields'),
    ...filledGroup('headers'),
  };
}
