// Keeps pages for the person at this machine: those of a demo, whose readers can act for others.
import type { FastifyInstance } from 'fastify';
import { notFound } from '#server/lib/refusal.ts';
import { cameThroughProxy } from './proxied.ts';

/**
 * The routes below `server` are found from this machine only. DNS rebinding: a page of another site whose name resolves
 * to this machine must not read them, and neither must those to whom a proxy on this machine serves the demo.
 */
export function hideFromOthers(server: FastifyInstance): void {
  server.addHook('onRequest', async (request) => {
    if (!isLoopback(request.hostname) || cameThroughProxy(request)) throw notFound();
  });
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host);
}
