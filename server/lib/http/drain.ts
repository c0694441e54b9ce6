// Ends the serving in order: what is under way is answered, what comes now is sent elsewhere, and nobody is waited for too long.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/lib/refusal.ts';
import { refuse } from './errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Open streams of events; closing the server ends them. */
    streams: Set<ServerResponse>;
  }
}

/** How long requests under way may take to be answered once the server closes (ms). */
const closeTimeout = 5_000;
/** How long connections may take to end once nothing is under way (ms). */
const closeDelay = 200;

/**
 * To be called on the server itself. From `close` on, new requests get 503 with `Retry-After` (so `/readyz` does, while `/healthz`
 * stays well) until all that was under way is answered; then, or after 5 seconds, every connection ends.
 */
export function drainOnClose(server: FastifyInstance): void {
  const pending = new Set<ServerResponse>();
  let draining = false;
  let resolveAnswered = () => {};
  server.decorate('streams', new Set<ServerResponse>());

  server.addHook('onRequest', async (request, reply) => {
    if (draining && request.url !== '/healthz') {
      return refuse(request, reply, new Refusal(503, 'error.stopping', { retryAfter: 5 }));
    }
    pending.add(reply.raw);
    // Comes also when the caller goes away before he is answered.
    reply.raw.once('close', () => {
      pending.delete(reply.raw);
      if (pending.size === 0) resolveAnswered();
    });
  });

  server.addHook('preClose', async () => {
    draining = true;
    for (const stream of server.streams) stream.end();
    const allAnswered = new Promise<void>((resolve) => {
      resolveAnswered = resolve;
    });
    if (pending.size > 0) await Promise.race([allAnswered, sleep(closeTimeout, undefined, { ref: false })]);
    // From here on the server waits for its connections, also for those on which nobody ever says anything.
    setTimeout(() => server.server.closeAllConnections(), closeDelay).unref();
  });
}
