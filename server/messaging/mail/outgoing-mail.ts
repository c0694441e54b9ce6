// E-mail as a medium of the outbox.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { isAddress, oneLine } from '#server/lib/one-line.ts';
import type { Medium, Sender } from '#server/messaging/outbox/medium.ts';
import { classifyFailure, type DeliveryError, describeFailure, mayHaveArrived } from './classify-failure.ts';
import type { Mail, Timeouts } from './deliver.ts';
import { type MailRoute, mailRoutes } from './mail-server.ts';

/** `timeouts` override those of the routes. */
export function mailMedium({ timeouts }: { timeouts?: Timeouts | undefined } = {}): Medium<Mail> {
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
          return oneLine(await deliverer.deliver(mail, signal), 500);
        },
        close: deliverer.close,
      };
    },
    load,
    explain(caught) {
      if (caught instanceof NoAddress) return { kind: 'refused', answer: caught.message, maybeSent: false };
      // nodemailer rejects with an Error that carries these fields.
      const error = caught as DeliveryError;
      return {
        kind: classifyFailure(error),
        answer: oneLine(describeFailure(error), 500),
        maybeSent: mayHaveArrived(error),
      };
    },
    onKept: logLinks,
  };
}

class NoAddress extends Error {}

async function load(db: Db, ids: readonly string[]): Promise<Map<string, Mail>> {
  const { rows } = await sql<Mail>`
    select id, from_e_mail, from_name, reply_to, to_e_mail, subject, html, plain, calendar_entry, calendar_method,
      message_id, created_at
    from email_messages where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((mail) => [mail.id, mail]));
}

/** A demo logs the links of a stored mail: they can be followed without a mail server. */
async function logLinks({ config, database, log, publicUrl }: Services, ids: readonly string[]): Promise<void> {
  if (!config.demo) return;
  for (const mail of (await load(database.write, ids)).values()) {
    const links = mail.plain.match(/https?:\/\/\S+/g)?.filter((link) => link.startsWith(`${publicUrl}/`)) ?? [];
    log.info(`Mail for ${mail.toEMail} kept: ${publicUrl}/demo/mail/${mail.id} ${links.join(' ')}`);
  }
}
