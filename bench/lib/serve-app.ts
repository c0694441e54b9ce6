// Serves the whole application on a database and prints its port:
// `node bench/lib/serve-app.ts <database url> [data folder] [settings as JSON] [backups]`; with `backups`, it makes and
// restores those that wait.
import { tmpdir } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import pino from 'pino';
import { buildApp } from '#server/app.ts';
import { parseConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/pool.ts';
import { localFiles } from '#server/lib/files/local-files.ts';
import { openLive } from '#server/lib/live.ts';
import { makeWaitingBackups } from '#server/operations/backups/make-backups.ts';
import { workOnRestores } from '#server/operations/restores/work-on-restores.ts';
import { releaseMemory } from '#server/release-memory.ts';
import { webRoot } from '#server/site/html/build-web.ts';

const [databaseUrl = '', dataDir = tmpdir(), settings = '{}', work] = process.argv.slice(2);
const config = parseConfig({
  DATA_DIR: dataDir,
  DEMO: '0',
  REQUESTS_PER_MINUTE: '0',
  BOOKINGS_PER_MINUTE: '0',
  // A bench measures a loaded process; it must not be refused.
  MAX_DELAY_MS: '0',
  ...JSON.parse(settings),
});
const database = openDatabase({ connectionString: databaseUrl }, { max: 10 });
// The standard output is for the port.
const log = pino({ level: 'warn' }, pino.destination(2));
const services = {
  config,
  database,
  clock: { now: () => Temporal.Now.instant() },
  log,
  live: await openLive(database.connect, log),
  files: localFiles(`${dataDir}/files`),
  publicUrl: 'http://localhost',
};
const server = await buildApp(services, { webRoot });
// As server/main.ts.
releaseMemory();
await server.listen({ port: 0, host: '127.0.0.1' });
const address = server.server.address();
console.log(typeof address === 'object' && address?.port);
if (work === 'backups') {
  setInterval(() => {
    void makeWaitingBackups(services);
    void workOnRestores(services);
  }, 500);
}
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  console.log(delay.max / 1e6);
  delay.reset();
});
process.on('SIGTERM', () => process.exit(0));
