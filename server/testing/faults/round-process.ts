// A process that reads the outside calendars that are due once, for tests, and kills itself at one of its steps.
import { subscribe } from 'node:diagnostics_channel';
import pg from 'pg';
import { openDatabase } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { readDueCalendars } from '#server/links/outside/rounds/read-due-calendars.ts';

/** `dieAt`: before which step; `isSent`: just after the query of that step has left. */
const { connection, now, config, dieAt, isSent } = JSON.parse(process.argv[2] ?? '');
let steps = 0;
const die = () => process.kill(process.pid, 'SIGKILL');

// Steps are the queries, and the beginning and end of each request.
const query = pg.Client.prototype.query;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const isLast = ++steps === dieAt;
  if (isLast && !isSent) die();
  const result = Reflect.apply(query, this, args);
  if (isLast) setImmediate(die);
  return result;
} as typeof query;
for (const event of ['start', 'finish'] as const) {
  subscribe(event === 'start' ? 'http.client.request.start' : 'http.client.response.finish', () => {
    if (++steps === dieAt) die();
  });
}

const database = openDatabase(connection, { max: 2 });
const at = Temporal.Instant.from(now);
const ignore = () => {};
// A reading needs no more of the services.
const services = {
  ...{ database, config, publicUrl: 'http://localhost:3000' },
  clock: { now: () => at },
  log: { debug: ignore, warn: ignore, error: ignore },
} as unknown as Services;
const counts = await readDueCalendars(services);
console.log(JSON.stringify({ ...counts, steps }));
process.exit();
