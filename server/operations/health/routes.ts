// What the operator's watchers ask: does the process live, can it work, and how is it doing.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { migrationFiles } from '#server/db/migrate.ts';
import type { House } from '#server/lib/context.ts';
import { refuse } from '#server/lib/http/errors.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { houseMetrics } from './metrics.ts';

/** A process under load is still alive, and its watchers are not the load. */
const always = { config: { rateLimit: false, pressureHandler: () => {} } };

/** To be called on the server itself rather than registered: requests of all routes are measured. */
export async function healthRoutes(server: FastifyInstance, { house }: { house: House }): Promise<void> {
  const metrics = houseMetrics(house);
  server.addHook('onResponse', async (request, reply) => metrics.measure(request, reply));

  server.get('/healthz', always, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ Status: 'ok' }),
  );

  server.get('/readyz', always, async (request, reply) => {
    if (!(await isReady(house)))
      return refuse(request, reply, new Refusal(503, 'error.databaseAway', { retryAfter: 2 }));
    return reply.header('cache-control', 'no-store').send({ Status: 'ready' });
  });

  server.get('/metrics', always, async (request, reply) => {
    if (!mayMeasure(house, request)) return refuse(request, reply, notFound());
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

/** The database answers and has every migration that this version brings. */
async function isReady(house: House): Promise<boolean> {
  try {
    const [files, { rows }] = await Promise.all([
      migrationFiles(),
      sql<{ name: string }>`select name from migrations`.execute(house.database.read),
    ]);
    const applied = new Set(rows.map((row) => row.name));
    return files.every((name) => applied.has(name));
  } catch (error) {
    house.log.debug({ err: error }, 'not ready');
    return false;
  }
}

/** With METRICS_TOKEN: whoever brings it. Without: the machine itself, when no proxy stands in between that may speak for others. */
function mayMeasure(house: House, request: FastifyRequest): boolean {
  const { metricsToken } = house.config;
  if (metricsToken) {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(hashToken(given), hashToken(metricsToken));
  }
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
  return forwarded === undefined && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(request.ip);
}
