// Health checks and metrics for the operator's monitoring.
import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { migrationFiles } from '#server/db/migrate.ts';
import { hasRoom } from '#server/db/room.ts';
import { watchPools } from '#server/db/watch-pools.ts';
import type { Services } from '#server/lib/context.ts';
import { databaseRetryAfter, refuse, roomRetryAfter } from '#server/lib/http/errors.ts';
import { cameThroughProxy } from '#server/lib/http/proxied.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { probeRoute } from '#server/operations/doctor/probe.ts';
import { serviceMetrics } from './metrics.ts';

/** The longest wait for an answer of the database (ms). */
const readyTimeout = 3_000;

/** How often the settings of pooled sessions are checked (ms). */
const poolsInterval = 60_000;

const databaseAway = new Refusal(503, 'error.databaseAway', { retryAfter: databaseRetryAfter });

/** A process under load is still alive, and health checks do not cause the load. */
const unlimited = { config: { rateLimit: false, pressureHandler: () => {} } };

/** Call this on the root server instead of registering it: it measures the requests of all routes. */
export async function healthRoutes(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const metrics = serviceMetrics(services);
  server.addHook('onResponse', async (request, reply) => metrics.measure(request, reply));

  server.get('/healthz', unlimited, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ Status: 'ok' }),
  );

  const hasPoolFault = watchPools(services.database, {
    interval: poolsInterval,
    onFault: (line) => services.log.warn({ category: 'Database' }, line),
  });
  let finding: Promise<Refusal | undefined> | undefined;
  // One at a time: while the database is frozen, checks must not take all connections.
  const findProblem = () => {
    finding ??= problemOf(services, hasPoolFault).finally(() => {
      finding = undefined;
    });
    return finding;
  };
  server.get('/readyz', unlimited, async (request, reply) => {
    const problem = await Promise.race([findProblem(), sleep(readyTimeout, databaseAway, { ref: false })]);
    if (problem) return refuse(request, reply, problem);
    return reply.header('cache-control', 'no-store').send({ Status: 'ready' });
  });

  await probeRoute(server, { services });

  server.get('/metrics', unlimited, async (request, reply) => {
    if (!mayReadMetrics(services, request)) return refuse(request, reply, notFound());
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

/** Undefined when both pools respond as requests use them, every migration of this version is there, and rows are stored. */
async function problemOf(services: Services, hasPoolFault: () => Promise<boolean>): Promise<Refusal | undefined> {
  try {
    const { write, read } = services.database;
    const [files, { rows }] = await Promise.all([
      migrationFiles(),
      sql<{ name: string; isReadOnly: boolean }>`
        select name, current_setting('transaction_read_only') = 'on' as is_read_only from migrations where name <> ${''}`.execute(
        write,
      ),
      sql`select name from migrations where name <> ${''} limit 1`.execute(read),
    ]);
    if (rows[0]?.isReadOnly) return databaseAway;
    const applied = new Set(rows.map((row) => row.name));
    if (!files.every((name) => applied.has(name))) return databaseAway;
    if (await hasPoolFault()) return databaseAway;
    if (await hasRoom(services.database)) return undefined;
    return new Refusal(503, 'error.noRoom', { retryAfter: roomRetryAfter });
  } catch (error) {
    services.log.debug({ err: error }, 'not ready');
    return databaseAway;
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
