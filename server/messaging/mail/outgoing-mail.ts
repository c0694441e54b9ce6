// E-mail as a medium of the outbox.
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Config } from '#server/lib/config.ts';
import type { Services } from '#server/lib/context.ts';
import { isAddress, oneLine } from '#server/lib/one-line.ts';
import type { LinkTokens } from '#server/messaging/outbox/link-tokens.ts';
import type { Medium, Sender } from '#server/messaging/outbox/medium.ts';
import { explainMailFailure } from './classify-failure.ts';
import type { Mail, Timeouts } from './deliver.ts';
import { type MailRoute, mailRoutes } from './mail-server.ts';
import { withTokens } from './queue-mails.ts';
import { fillContent, sharedContents } from './shared-content.ts';
import { envelopeSender, signId } from './signed-ids.ts';

/** Returns the bytes of an attachment that the store of files has lost, if they can be made again. */
export type RecoverAttachment = (services: Services, key: string) => Promise<Readable | undefined>;

/** `timeouts` override those of the routes. */
export function mailMedium(
  services: Services,
  {
    timeouts,
    recoverAttachment,
  }: { timeouts?: Timeouts | undefined; recoverAttachment?: RecoverAttachment | undefined },
): Medium<Mail> {
  const { config } = services;
  const attachmentOf = async ({ attachmentKey: key }: Mail) =>
    key === null ? undefined : readAttachment(services, key, recoverAttachment);
  return {
    name: 'mail',
    routes: (services) => mailRoutes(services, services.database.write),
    async open(route, connections): Promise<Sender<Mail>> {
      // Loaded on first use: many installations start without a mail server.
      const { openDeliverer } = await import('./deliver.ts');
      const { server } = route as MailRoute;
      if (!server) throw route.problem;
      const deliverer = openDeliverer(server, connections, timeouts);
      return {
        async send(mail, signal) {
          if (!isAddress(mail.toEMail)) throw new NoAddress('Not sent: this is not an address.');
          return oneLine(await deliverer.deliver(mail, signal, await attachmentOf(mail)), 500);
        },
        close: deliverer.close,
      };
    },
    load: (db, ids) => load(config, db, ids),
    explain(caught) {
      if (caught instanceof NoAddress) return { kind: 'refused', answer: caught.message, maybeSent: false };
      return explainMailFailure(caught);
    },
    onKept: logLinks,
    claimsAhead: true,
    settingsPage: '/app/system/email/smtps',
  };
}

class NoAddress extends Error {}

/** Throws for an attachment that cannot be read now: the mail waits for it. */
async function readAttachment(services: Services, key: string, recover?: RecoverAttachment): Promise<Readable> {
  try {
    const body = (await services.files.read(key)) ?? (await recover?.(services, key));
    if (body) return body;
  } catch (error) {
    services.log.warn({ err: error, category: 'E-mail', key }, 'the attachment of an e-mail cannot be read');
  }
  throw Object.assign(new Error(`The attachment ${key} is missing.`), { code: 'EATTACHMENT', command: 'API' });
}

interface Stored extends Mail {
  bounceAddress: string | null;
  contentId: string | null;
  fields: Record<string, string> | null;
  links: LinkTokens | null;
}

/** Where a mailbox receives what comes back, each mail has an envelope sender of its own. */
async function load(config: Config, db: Db, ids: readonly string[]): Promise<Map<string, Mail>> {
  const { rows } = await sql<Stored>`
    select id, from_e_mail, from_name, reply_to, to_e_mail, subject, html, plain, calendar_entry, calendar_method,
      message_id, created_at, attachment_key, attachment_name, attachment_type, content_id, fields, headers,
      (select d.links from deliveries d where d.id = m.id) as links, (
        select address from bounce_mailboxes where active and address <> '' order by created_at, id limit 1) as bounce_address
    from email_messages m where id = any(${ids}::uuid[])`.execute(db);
  const contents = await sharedContents(db, rows);
  return new Map(
    rows.map(({ bounceAddress, links, ...masked }) => {
      const { contentId, fields, ...mail } = withTokens(masked, links);
      const content = contentId === null ? undefined : contents.get(contentId);
      const returnPath = bounceAddress ? envelopeSender(bounceAddress, signId(config, mail.id, 'envelope')) : '';
      return [mail.id, { ...mail, ...(content && fillContent(content, fields ?? {})), returnPath }];
    }),
  );
}

/** A demo logs the links of a stored mail: they can be followed without a mail server. */
async function logLinks({ config, database, log, publicUrl }: Services, ids: readonly string[]): Promise<void> {
  if (!config.demo) return;
  for (const mail of (await load(config, database.write, ids)).values()) {
    const links = mail.plain.match(/https?:\/\/\S+/g)?.filter((link) => link.startsWith(`${publicUrl}/`)) ?? [];
    log.info(`Mail for ${mail.toEMail} kept: ${publicUrl}/demo/mail/${mail.id} ${links.join(' ')}`);
  }
}
