// Translates thrown errors into answers: refusals in the caller's language, a lost database as 503, any other as 500.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MessageKey } from '#i18n/keys.ts';
import { isDatabaseUnavailable, isOutOfRoom } from '#server/db/database-away.ts';
import { isDeadlock } from '#server/db/is-deadlock.ts';
import { negotiateLanguage, translate } from '#server/lib/i18n.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { routeOf } from './call-routes.ts';
import { refusalPage, wantsPage } from './refusal-page.ts';

/** The `Retry-After` of callers while the database is unavailable (seconds). */
export const databaseRetryAfter = 2;
/** The `Retry-After` of callers while the disk or the memory is full (seconds): a person has to make room. */
export const roomRetryAfter = 30;

/** The status of a question that is answered with 200. */
const statusHeader = 'daybook-status';

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = error instanceof Refusal ? error : refusalFor(error);
    if (!refusal) {
      request.log.error({ err: error, call: callOf(request) }, 'request failed');
      return reply.code(500).send({ Code: 'error.unexpected', Message: translateFor(request, 'error.unexpected') });
    }
    if (refusal.status === 503) request.log.warn({ err: error, call: callOf(request) }, 'request refused');
    return refuse(request, reply, refusal);
  });
}

const callOf = (request: FastifyRequest) => `${request.method} ${routeOf(request) ?? ''}`;

export function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  if (refusal.retryAfter) reply.header('retry-after', refusal.retryAfter);
  // A file that fails before its first byte has set its own.
  reply.removeHeader('content-disposition').removeHeader('content-type');
  reply.code(refusal.status).header('cache-control', 'no-store');
  // Browsers log every other status as an error, and a question is none.
  if (isQuestion(request, refusal)) reply.code(200).header(statusHeader, String(refusal.status));
  if (refusal.retryAfter && wantsPage(request)) return sendPage(request, reply, refusal, refusal.retryAfter);
  if (refusal.status === 417) {
    return reply.send(
      refusal.complaints.map(({ key, code, params }) => ({
        Key: key,
        Message: translateFor(request, code, params),
        ...refusal.details,
      })),
    );
  }
  const Problems = refusal.problems?.map(({ id, code, params, link }) => ({
    Id: id,
    Message: translateFor(request, code, params),
    Link: link,
  }));
  // The reasons for a single record are the message.
  const isOne = new Set(refusal.problems?.map(({ id }) => id)).size === 1;
  const Message =
    isOne && Problems ? Problems.map((problem) => problem.Message).join(' ') : translateFor(request, refusal.code);
  return reply.send({ Code: refusal.code, Message, Problems, ...refusal.details });
}

/** A 417 with details, of a caller who says that a person answers it. */
function isQuestion({ headers }: FastifyRequest, { status, details }: Refusal): boolean {
  return status === 417 && details !== undefined && headers['daybook-asks'] === '1';
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { code }: Refusal, retryAfter: number) {
  const language = languageOf(request);
  const message = translate(language, code);
  const page = refusalPage({ language, message, again: translate(language, 'static.tryAgain'), retryAfter });
  return reply.type('text/html; charset=utf-8').send(page);
}

function languageOf({ cookies, headers }: FastifyRequest): string {
  return negotiateLanguage(cookies?.['daybook-language'], headers['accept-language']);
}

function translateFor(request: FastifyRequest, code: MessageKey, params?: Record<string, unknown>): string {
  return translate(languageOf(request), code, params);
}

/** Maps errors of Fastify, its plugins and PostgreSQL to refusals; undefined for unexpected ones. */
function refusalFor(error: FastifyError): Refusal | undefined {
  if (isDatabaseUnavailable(error)) return new Refusal(503, 'error.databaseAway', { retryAfter: databaseRetryAfter });
  if (isOutOfRoom(error)) return new Refusal(503, 'error.noRoom', { retryAfter: roomRetryAfter });
  // Its transaction was repeated already (server/db/transaction.ts).
  if (isDeadlock(error)) return new Refusal(503, 'error.busy', { retryAfter: databaseRetryAfter });
  // A NUL character, which PostgreSQL text cannot contain.
  if (error.code === '22021') return new Refusal(400, 'error.body');
  if (error.code === '57014') return new Refusal(503, 'error.tooSlow', { retryAfter: databaseRetryAfter });
  if (error.statusCode === 413) return new Refusal(413, 'error.tooLarge');
  if (error.statusCode === 415) return new Refusal(415, 'error.notJson');
  if (error.statusCode === 429) return new Refusal(429, 'error.tooMany', { retryAfter: 60 });
  if (error.statusCode === 503) return new Refusal(503, 'error.busy', { retryAfter: databaseRetryAfter });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refusal(400, 'error.body');
  }
  return undefined;
}
