// The addresses in messages of campaigns that are no pages: links, which are counted, and unsubscribing by one click of
// the mail program (RFC 8058).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { followLink } from './follow-link.ts';
import { navigationOf } from './is-person.ts';
import { linkPageUrl, unsubscribeUrl } from './links.ts';
import { setSubscription } from './subscriptions.ts';

const tokenPattern = /^[\w-]{22}$/;
/** Bytes of `List-Unsubscribe=One-Click`, also as multipart. */
const maxBody = 4_096;

export async function responsePages(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const context = { ...services, db: services.database.write };
  // Mail programs send the form in either encoding, as plain text, or without a type.
  server.removeContentTypeParser('multipart/form-data');
  server.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain', '*'],
    { parseAs: 'string', bodyLimit: maxBody },
    (_request, body, done) => done(null, body),
  );
  server.route<LinkParams>({
    method: ['GET', 'HEAD'],
    url: '/v/:token/:link',
    handler: async (request, reply) => {
      const { token, link } = request.params;
      const isKnown = tokenPattern.test(token) && /^\d{1,4}$/.test(link);
      const target = isKnown
        ? await followLink(services, { token, link: Number(link), navigation: navigationOf(request) })
        : undefined;
      if (target === undefined) return answerUnknown(request, reply);
      const address = target === 'page' ? linkPageUrl(services, { token, link }) : target;
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex')
        .redirect(address, 302);
    },
  });
  // The path is short enough for an SMS.
  server.get<LinkParams>('/v/:token', async (request, reply) => {
    const { token } = request.params;
    if (!tokenPattern.test(token)) return answerUnknown(request, reply);
    return reply.header('cache-control', 'no-store').redirect(unsubscribeUrl(services, token), 302);
  });
  server.post<LinkParams>('/marketing/unsubscribe/:token', async (request, reply) => {
    const { token } = request.params;
    if (!tokenPattern.test(token)) throw notFound();
    if (!isOneClick(request)) throw new Refusal(400, 'error.body');
    await setSubscription(context, token, false);
    return reply.code(200).header('cache-control', 'no-store').type('text/plain').send('Unsubscribed.');
  });
}

/** A person sees the page that is not there, in their language. */
function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (navigationOf(request) === 'none') throw notFound();
  return reply.header('cache-control', 'no-store').redirect('/static/404', 302);
}

interface LinkParams {
  Params: { token: string; link: string };
}

/** `List-Unsubscribe=One-Click`, as RFC 8058 demands it. */
const oneClickField = /(^|[&\s])List-Unsubscribe\s*=\s*One-Click\s*($|[&\s])/i;
/** The same as a part of a multipart body, which may have further header fields before or after its name. */
const oneClickPart =
  /(^|\n)Content-Disposition:[^\r\n]*\bname="?List-Unsubscribe"?[^\r\n]*\r?\n([\w-]+:[^\r\n]*\r?\n)*\r?\n\s*One-Click\s/i;

/** The mail program says so in the body; a scanner that posts something else changes nothing. */
function isOneClick({ body }: FastifyRequest): boolean {
  return typeof body === 'string' && (oneClickField.test(body) || oneClickPart.test(body));
}
