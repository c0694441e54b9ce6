// Pages that show the stored mail and SMS of a demo without a mail server, with working links. Loopback only.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Liquid } from 'liquidjs';
import { uncheckedKey } from '#i18n/keys.ts';
import type { Config } from '#server/lib/config.ts';
import type { Services } from '#server/lib/context.ts';
import { hideFromOthers, isLoopback } from '#server/lib/http/local-only.ts';
import { localeOf, negotiateLanguage, translate } from '#server/lib/i18n.ts';
import { notFound } from '#server/lib/refusal.ts';
import { fillTokens, type LinkTokens } from '#server/messaging/outbox/link-tokens.ts';
import { withTokens } from './queue-mails.ts';
import { fillContent, sharedContents } from './shared-content.ts';

/** The body of a mail may do nothing, except that its links may leave the frame and that it shows its pictures. */
const bodyPolicy = (publicUrl: string) =>
  `sandbox allow-popups allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src ${new URL(publicUrl).origin}; frame-ancestors 'self'`;

/** Readers of these pages can act for the visitors, so they exist only in a demo on this machine. */
export function showsStoredMail(config: Pick<Config, 'demo' | 'smtpUrl' | 'host'>): boolean {
  return config.demo && config.smtpUrl === undefined && isLoopback(config.host);
}

/** Adds `/demo/mail` with the pages below it, and `/demo/sms`, where they are allowed; elsewhere does nothing. */
export async function storedMailPages(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  if (!showsStoredMail(services.config)) return;
  hideFromOthers(server);
  server.get('/demo/mail', async (request, reply) => {
    const language = languageOf(request);
    const rows = await services.database.read
      .selectFrom('emailMessages')
      .select(['id', 'subject', 'toEMail', 'createdAt'])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(100)
      .execute();
    const mails = rows.map((row) => ({ ...row, written: formatTime(row.createdAt, language) }));
    return page(reply, 'list', language, { title: translate(language, 'keptMail.title'), mails });
  });
  server.get('/demo/sms', async (request, reply) => {
    const language = languageOf(request);
    const rows = await services.database.read
      .selectFrom('smsMessages as m')
      .innerJoin('deliveries as d', 'd.id', 'm.id')
      .select(['m.toSms', 'm.message', 'm.createdAt', 'd.links'])
      .orderBy('m.createdAt', 'desc')
      .orderBy('m.id', 'desc')
      .limit(100)
      .execute();
    const messages = rows.map((row) => ({
      ...{ toSms: row.toSms, written: formatTime(row.createdAt, language) },
      parts: linked(fillTokens(row.message, linksOf(row).message), services.publicUrl),
    }));
    return page(reply, 'sms', language, { title: translate(language, 'keptSms.title'), messages });
  });
  server.get<Params>('/demo/mail/:id', async (request, reply) => {
    const language = languageOf(request);
    const mail = await findMail(services, request);
    const writtenAt = formatTime(mail.createdAt, language);
    const view = {
      ...mail,
      written: writtenAt,
      from: `${mail.fromName} <${mail.fromEMail}>`,
      hasEntry: mail.calendarEntry !== null,
    };
    return page(reply, 'mail', language, { title: mail.subject, mail: view });
  });
  server.get<Params>('/demo/mail/:id/body', async (request, reply) => {
    const mail = await findMail(services, request);
    return (
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', bodyPolicy(services.publicUrl))
        .header('x-frame-options', 'SAMEORIGIN')
        .header('cache-control', 'no-store')
        // Links leave the frame, as they leave a mail program.
        .send(mail.html.replace(/<head[^>]*>|$/i, '$&<base target="_top">'))
    );
  });
  server.get<Params>('/demo/mail/:id/appointment.ics', async (request, reply) => {
    const { calendarEntry } = await findMail(services, request);
    if (calendarEntry === null) throw notFound();
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="appointment.ics"')
      .send(calendarEntry);
  });
}

/** The links of the installation can be followed. */
function linked(text: string, publicUrl: string): { text: string; href?: string }[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .filter(Boolean)
    .map((part) => (part.startsWith(`${publicUrl}/`) ? { text: part, href: part } : { text: part }));
}

interface Params {
  Params: { id: string };
}

async function findMail(services: Services, request: FastifyRequest<Params>) {
  const { id } = request.params;
  const mail =
    /^[0-9a-f-]{36}$/i.test(id) &&
    (await services.database.read
      .selectFrom('emailMessages as m')
      .innerJoin('deliveries as d', 'd.id', 'm.id')
      .select(['m.id', 'm.subject', 'm.html', 'm.plain', 'm.toEMail', 'm.fromEMail', 'm.fromName', 'm.createdAt'])
      .select(['m.calendarEntry', 'm.contentId', 'm.fields', 'd.links'])
      .where('m.id', '=', id)
      .executeTakeFirst());
  if (!mail) throw notFound();
  const fields = (mail.fields ?? {}) as Record<string, string>; // As `queueMails` writes them.
  const filled = { ...mail, ...withTokens({ html: mail.html, plain: mail.plain, fields }, linksOf(mail)) };
  const content = mail.contentId && (await sharedContents(services.database.read, [mail])).get(mail.contentId);
  return content ? { ...filled, ...fillContent(content, filled.fields) } : filled;
}

/** As `queueDeliveries` writes them. */
const linksOf = ({ links }: { links: unknown }) => (links ?? {}) as LinkTokens;

let engine: Promise<Liquid> | undefined;

async function openEngine(): Promise<Liquid> {
  const { Liquid } = await import('liquidjs');
  const liquid = new Liquid({
    root: [new URL('pages/', import.meta.url).pathname],
    extname: '.liquid',
    cache: true,
    ownPropertyOnly: true,
    outputEscape: 'escape',
  });
  liquid.registerFilter('say', function (code: unknown) {
    return translate((this.context.globals as { language: string }).language, uncheckedKey(String(code)));
  });
  return liquid;
}

async function page(
  reply: FastifyReply,
  name: 'list' | 'mail' | 'sms',
  language: string,
  facts: Record<string, unknown>,
) {
  engine ??= openEngine();
  const html = String((await engine).renderFileSync(name, {}, { globals: { language, ...facts } }));
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
}

function languageOf(request: FastifyRequest): string {
  return negotiateLanguage(request.cookies['daybook-language'], request.headers['accept-language']);
}

function formatTime(at: Temporal.Instant, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' }).format(
    at.epochMilliseconds,
  );
}
