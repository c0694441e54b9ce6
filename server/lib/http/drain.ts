// Shuts the server down in order: finishes pending requests, refuses new ones, and waits no longer than a deadline.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/lib/refusal.ts';
import { refuse } from './errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Open event streams, each with the session that opened it; closing the server ends them. */
    streams: Map<ServerResponse, string | undefined>;
  }
}

/** Shutdown deadline for pending requests (ms). */
const closeTimeout = 5_000;
/** Grace period for open connections once no request is pending (ms). */
const closeDelay = 200;

/**
 * Must be called on the root server. After `close`, new requests get 503 with `Retry-After` (`/readyz` too, but not
 * `/healthz`) until all pending requests are answered. Then, or after 5 seconds, every connection is closed.
 */
export function drainOnClose(server: FastifyInstance): void {
  const pending = new Set<ServerResponse>();
  let draining = false;
  let resolveAnswered = () => {};
  server.decorate('streams', new Map<ServerResponse, string | undefined>());

  server.addHook('onRequest', async (request, reply) => {
    if (draining && request.url !== '/healthz') {
      return refuse(request, reply, new Refusal(503, 'error.stopping', { retryAfter: 5 }));
    }
    pending.add(reply.raw);
    // The event is also emitted when the caller disconnects before the answer.
    reply.raw.once('close', () => {
      pending.delete(reply.raw);
      if (pending.size === 0) resolveAnswered();
    });
  });

  server.addHook('preClose', async () => {
    draining = true;
    for (const stream of server.streams.keys()) stream.end();
    const allAnswered = new Promise<void>((resolve) => {
      resolveAnswered = resolve;
    });
    if (pending.size > 0) await Promise.race([allAnswered, sleep(closeTimeout, undefined, { ref: false })]);
    // From here on, `close` waits for open connections, idle ones included.
    setTimeout(() => server.server.closeAllConnections(), closeDelay).unref();
  });
}
