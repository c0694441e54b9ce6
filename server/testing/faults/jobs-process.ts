// A process that only runs jobs until it is killed, for tests.
import { openDatabase } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { openJobs } from '#server/operations/jobs/open-jobs.ts';

const { connection, now, timing } = JSON.parse(process.argv[2] ?? '');
const database = openDatabase(connection, { max: 2 });
const at = Temporal.Instant.from(now);
const ignore = () => {};
// The job of the test needs no more of the services.
const services = {
  database,
  clock: { now: () => at },
  log: { debug: ignore, warn: ignore, error: ignore },
  live: { listen: () => ignore },
  config: { logDays: 30, auditDays: 30, messageDays: 30 },
} as unknown as Services;
openJobs(services, timing);
setInterval(ignore, 1_000);
