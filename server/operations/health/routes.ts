// Health checks and metrics for the operator's monitoring.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { migrationFiles } from '#server/db/migrate.ts';
import type { Services } from '#server/lib/context.ts';
import { refuse } from '#server/lib/http/errors.ts';
import { cameThroughProxy } from '#server/lib/http/proxied.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { serviceMetrics } from './metrics.ts';

/** A process under load is still alive, and health checks do not cause the load. */
const unlimited = { config: { rateLimit: false, pressureHandler: () => {} } };

/** Call this on the root server instead of registering it: it measures the requests of all routes. */
export async function healthRoutes(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const metrics = serviceMetrics(services);
  server.addHook('onResponse', async (request, reply) => metrics.measure(request, reply));

  server.get('/healthz', unlimited, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ Status: 'ok' }),
  );

  server.get('/readyz', unlimited, async (request, reply) => {
    if (!(await isReady(services)))
      return refuse(request, reply, new Refusal(503, 'error.databaseAway', { retryAfter: 2 }));
    return reply.header('cache-control', 'no-store').send({ Status: 'ready' });
  });

  server.get('/metrics', unlimited, async (request, reply) => {
    if (!mayReadMetrics(services, request)) return refuse(request, reply, notFound());
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

/** True when the database responds and has every migration of this version. */
async function isReady(services: Services): Promise<boolean> {
  try {
    const [files, { rows }] = await Promise.all([
      migrationFiles(),
      sql<{ name: string }>`select name from migrations`.execute(services.database.read),
    ]);
    const applied = new Set(rows.map((row) => row.name));
    return files.every((name) => applied.has(name));
  } catch (error) {
    services.log.debug({ err: error }, 'not ready');
    return false;
  }
}

/**
 * With METRICS_TOKEN: any caller that presents it. Without: this machine only, and not through a proxy, which may
 * forward requests of others.
 */
function mayReadMetrics(services: Services, request: FastifyRequest): boolean {
  const { metricsToken } = services.config;
  if (metricsToken) {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(hashToken(token), hashToken(metricsToken));
  }
  return !cameThroughProxy(request) && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(request.ip);
}
