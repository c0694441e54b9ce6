// Recognizes requests that came through a proxy: a connection from this machine can then carry those of others.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '#server/lib/context.ts';

/** Headers that proxies, load balancers and content networks add, whether they are trusted or not. */
const proxyHeaders =
  /^(forwarded|via|x-forwarded.*|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.+|x-envoy-.+|true-client-ip|client-ip|cf-.+|fastly-.+|x-arr-.+|x-azure-.+|x-amzn?-.+)$/;

export function cameThroughProxy({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Object.keys(headers).some((name) => proxyHeaders.test(name));
}

/**
 * Warns once in the log when a proxy leads others to a demo: its passwords are public. Call this on the root server.
 */
export function warnWhenProxied(server: FastifyInstance, { config, log }: Services): void {
  if (!config.demo) return;
  let warned = false;
  server.addHook('onRequest', async (request) => {
    if (warned || !cameThroughProxy(request)) return;
    warned = true;
    log.warn(
      { category: 'Process' },
      'A proxy serves this demo to others. Its accounts have public passwords: set DEMO=0.',
    );
  });
}
