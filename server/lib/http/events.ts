// Sends server-sent events: headers, heartbeats, and the end of a stream.
import type { FastifyReply } from 'fastify';
import type { Context } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { EventsAnswer } from './answer.ts';
import { joinSession, type StreamAccess } from './session-streams.ts';

/** Streams that one session can have open at this process: a tab has one or two. */
const maxPerSession = 20;
/** Retry delay of a rejected stream (seconds). */
const retryAfter = 30;

/**
 * Sends a stream of events until the client disconnects, the server closes or `access` no longer allows it. Throws 429
 * when the session has too many streams.
 */
export function sendEvents(events: EventsAnswer, reply: FastifyReply, context: Context, access: StreamAccess) {
  const { streams } = reply.server;
  const { user } = context;
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
  const leave = joinSession(context, access, {
    beat: () => void out.write(': still here\n\n'),
    end: () => void out.end(),
  });
  const stop = events.open((name, data) => void out.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
  out.on('close', () => {
    streams.delete(out);
    leave();
    stop();
  });
  return reply;
}
