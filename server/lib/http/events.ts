// Sends server-sent events: headers, heartbeats, and the end of a stream.
import type { FastifyReply } from 'fastify';
import type { EventsAnswer } from './answer.ts';

/** Interval of heartbeats (ms), which keep proxies from closing an idle stream. */
const heartbeat = 25_000;

/** Sends a stream of events until the client disconnects, the server closes or `mayContinue` resolves to false. */
export function sendEvents(events: EventsAnswer, reply: FastifyReply, mayContinue: () => Promise<boolean>) {
  reply.hijack();
  const out = reply.raw;
  // The caller disconnected while the session was read: `close` was emitted already and cannot end the stream.
  if (out.closed || out.destroyed) return reply;
  reply.server.streams.add(out);
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
  const stop = events.open(
    (name, data) => void out.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    recheckAccess,
  );
  const beat = setInterval(() => {
    out.write(': still here\n\n');
    recheckAccess();
  }, heartbeat);
  out.on('close', () => {
    clearInterval(beat);
    reply.server.streams.delete(out);
    stop();
  });
  return reply;
}
