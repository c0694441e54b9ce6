// Sends server-sent events: headers, heartbeats, and the end of a stream.
import type { FastifyReply } from 'fastify';
import type { Context, CurrentUser } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { EventsAnswer } from './answer.ts';

/** Interval of heartbeats (ms), which keep proxies from closing an idle stream. */
const heartbeat = 25_000;
/** Streams that one session can have open at this process: a tab has one or two. */
const maxPerSession = 20;
/** Retry delay of a rejected stream (seconds). */
const retryAfter = 30;

/**
 * Sends a stream of events until the client disconnects, the server closes or `mayContinue` resolves to false, which is
 * checked at each heartbeat and at once when the session or the rights of its people change. Throws 429 when the
 * session has too many streams.
 */
export function sendEvents(
  events: EventsAnswer,
  reply: FastifyReply,
  context: Context,
  mayContinue: () => Promise<boolean>,
) {
  const { streams } = reply.server;
  const { user, live } = context;
  const ofSession = [...streams.values()].filter((sessionId) => user && sessionId === user.sessionId);
  if (ofSession.length >= maxPerSession) throw new Refusal(429, 'error.tooMany', { retryAfter });
  reply.hijack();
  const out = reply.raw;
  // The caller disconnected while the session was read: `close` was emitted already and cannot end the stream.
  if (out.closed || out.destroyed) return reply;
  streams.set(out, user?.sessionId);
  // Copy the common headers from the hijacked reply.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) out.setHeader(name, value);
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  out.write('retry: 2000\n\n');
  const recheckAccess = () => {
    // A stream survives a short outage of the database.
    mayContinue().then(
      (allowed) => void (allowed || out.end()),
      () => {},
    );
  };
  const stopWatching = live.listen('daybook_changes', (payload) => {
    if (concernsSession(payload, user)) recheckAccess();
  });
  const stop = events.open((name, data) => void out.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
  const beat = setInterval(() => {
    out.write(': still here\n\n');
    recheckAccess();
  }, heartbeat);
  out.on('close', () => {
    clearInterval(beat);
    streams.delete(out);
    stopWatching();
    stop();
  });
  return reply;
}

/** Whether a notice may change the session or the rights of its user or impersonator. */
function concernsSession(payload: string, user: CurrentUser | undefined): boolean {
  // An empty notice: some may have been missed.
  if (payload === '') return true;
  if (!payload.includes('"rights"')) return false;
  const { userId } = JSON.parse(payload) as { userId?: string | null };
  // A change of a group names no person.
  return userId == null || userId === user?.id || userId === user?.impersonator?.id;
}
