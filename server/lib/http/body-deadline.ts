// Limits how long the body of a request may take to arrive, so that slow callers hold no connection.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#server/lib/refusal.ts';

/** In milliseconds. */
export interface BodyDeadlines {
  /** For a body of JSON, all of it. */
  json: number;
  /** For a form with a file, all of it. */
  file: number;
  /** For a form with a file, without a single byte. */
  idle: number;
}

export const bodyDeadlines: BodyDeadlines = { json: 60_000, file: 600_000, idle: 60_000 };

const late = new WeakSet<object>();

/** Whether the body of this request did not arrive in time. */
export function isLate({ raw }: FastifyRequest): boolean {
  return late.has(raw);
}

/**
 * Refuses bodies that do not arrive in time with 408 and closes their connections. Call this on the root server: it
 * concerns the requests of all routes.
 */
export function limitBodyTime(server: FastifyInstance, deadlines = bodyDeadlines): void {
  server.addHook('onRequest', (request, reply, done) => {
    done();
    const { raw, headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody || raw.readableEnded) return;
    const isFile = /^multipart\//i.test(headers['content-type'] ?? '');
    const stop = () => {
      late.add(raw);
      // The rest of the body cannot be told from a next request.
      if (!reply.sent) reply.header('connection', 'close');
      // The reader of the body reports the error; without a reader, the answer was sent or needs no body.
      if (raw.listenerCount('error') > 0 && !reply.sent) raw.emit('error', new Refusal(408, 'error.lateBody'));
      else raw.destroy();
    };
    const timers = [setTimeout(stop, isFile ? deadlines.file : deadlines.json)];
    if (isFile) {
      let received = raw.socket.bytesRead;
      const checkProgress = () => {
        if (raw.socket.bytesRead === received) stop();
        received = raw.socket.bytesRead;
      };
      timers.push(setInterval(checkProgress, deadlines.idle));
    }
    // A request may end before all of its body was read. Its timers do not keep the process running.
    for (const timer of timers) timer.unref();
    const clear = () => timers.forEach(clearTimeout);
    raw.once('end', clear);
    raw.once('close', clear);
  });
}
