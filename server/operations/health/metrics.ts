// Metrics of an application in the Prometheus format.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { companySeconds } from '#server/db/company-seconds.ts';
import type { Services } from '#server/lib/context.ts';
import { routeOf } from '#server/lib/http/call-routes.ts';

export interface Metrics {
  contentType: string;
  /** Records one answered request. */
  measure(request: FastifyRequest, reply: FastifyReply): void;
  text(): Promise<string>;
}

/** Metrics of the process itself, shared by all applications in it. */
const processRegistry = new Registry();
let collecting = false;

export function serviceMetrics(services: Services): Metrics {
  if (!collecting) collectDefaultMetrics({ register: processRegistry });
  collecting = true;
  const appRegistry = new Registry();
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [appRegistry],
  });
  measurePools(services, appRegistry);
  measureCompanies(services, appRegistry);
  measureMail(services, appRegistry);
  return {
    contentType: appRegistry.contentType,
    measure(request, reply) {
      // Labels use the route, not the address: addresses are unbounded.
      const route = routeOf(request) ?? 'none';
      duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    },
    text: () => Registry.merge([processRegistry, appRegistry]).metrics(),
  };
}

function measurePools(services: Services, registry: Registry): void {
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database by pool: in use, idle, and requests waiting for one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { total, idle, waiting }] of Object.entries(services.database.sizes())) {
        this.set({ pool, state: 'used' }, total - idle);
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
}

/** Companies with fewer seconds are left out: most of thousands. */
const minSeconds = 1;

function measureCompanies({ database }: Services, registry: Registry): void {
  new Counter({
    name: 'database_company_seconds_total',
    help: `Time for which a company held a connection: requests of its people, exports, imports, campaigns, backups. From ${minSeconds} s on.`,
    labelNames: ['company'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [company, seconds] of companySeconds(database)) {
        if (seconds >= minSeconds) this.inc({ company }, seconds);
      }
    },
  });
}

/** Only waiting mail is counted here, which an index serves; the message list counts the rest. */
const waitingStates = ['queued', 'sending'] as const;

function measureMail(services: Services, registry: Registry): void {
  new Gauge({
    name: 'mail_queue_messages',
    help: 'Mails that wait to be sent or are being sent.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      // Each state has an index of its own.
      const each = waitingStates.map(
        (state) => sql`select ${sql.lit(state)} as state, count(*)::int as messages from deliveries
          where medium = 'mail' and state = ${sql.lit(state)}`,
      );
      const counts = await sql<{ state: string; messages: number }>`${sql.join(each, sql` union all `)}`
        .execute(services.database.read)
        // Other metrics matter most while the database is unavailable.
        .catch(() => undefined);
      for (const { state, messages } of counts?.rows ?? []) this.set({ state }, messages);
    },
  });
}
