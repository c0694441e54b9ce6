// Starts the product: reads the settings, brings up the database and the application, and takes both down again.
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { app } from './app.ts';
import { type Config, ConfigError, parseConfig } from './config.ts';
import { openEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { type Connection, openDatabase } from './db/pool.ts';
import { loadDemo } from './demo/load-demo.ts';
import { openJobs } from './jobs/open-jobs.ts';
import type { House } from './lib/context.ts';
import { localFiles } from './lib/file-store.ts';
import { openLive } from './lib/live.ts';
import { openMailWorker } from './mail/send-mail.ts';
import { buildWebIfStale, webRoot } from './web/build-web.ts';
import { openDevelopment } from './web/development.ts';

/** Everything must be down after this long (ms); what is not by then is left to the operating system. */
const patience = 9_500;
/** How long a database that is only starting is waited for (ms). */
const databasePatience = 15_000;

const say = (line: string) => console.log(line);

const closers: (() => Promise<unknown>)[] = [];
let stopping: Promise<void> | undefined;

/** Closes in the reverse order of opening, each whatever became of the one before. */
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    setTimeout(() => process.exit(code || 1), patience).unref();
    for (const close of closers.toReversed()) {
      await close().catch((error: unknown) => console.error(`While stopping: ${messageOf(error)}`));
    }
    process.exit(code);
  })();
  return stopping;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

try {
  await start();
} catch (error) {
  console.error(error instanceof ConfigError || !process.env.DEBUG ? messageOf(error) : error);
  await stop(1);
}

async function start(): Promise<void> {
  const config = parseConfig(process.env);
  const development = process.argv.includes('--dev');
  const log = pino({ level: config.logLevel });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error, stopping');
    void stop(1);
  });
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));

  if (!development) await buildWebIfStale(say);
  const connection = await openServer(config);
  const database = openDatabase(connection, { most: config.databasePool });
  closers.push(() => database.close());
  await bringUpToDate(database.connect);
  const live = await openLive(database.connect, log);
  closers.push(() => live.close());

  const house: House = {
    config,
    database,
    clock: { now: () => Temporal.Now.instant() },
    log,
    live,
    files: localFiles(`${config.dataDir}/files`),
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
  };
  if (config.demo) await loadDemo(house);
  const dev = development ? await openDevelopment() : undefined;
  if (dev) closers.push(() => dev.close());
  const server = await app(house, dev ? { template: dev.template, middleware: dev.middleware } : { webRoot });
  closers.push(() => server.close());
  const jobs = await openJobs(house);
  closers.push(() => jobs.close());
  const mail = openMailWorker(house);
  closers.push(() => mail.close());

  await server.listen({ port: config.port, host: config.host });
  const address = server.addresses()[0];
  if (!config.publicUrl && typeof address === 'object') house.publicUrl = `http://localhost:${address.port}`;
  welcome(house);
}

async function openServer(config: Config): Promise<Connection> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl };
  const embedded = await openEmbedded({ dataDir: config.dataDir, log: { info: say, warn: say } });
  closers.push(() => embedded.stop());
  return embedded.connection;
}

async function bringUpToDate(connect: ReturnType<typeof openDatabase>['connect']): Promise<void> {
  const until = performance.now() + databasePatience;
  for (;;) {
    try {
      const client = await connect();
      try {
        const applied = await migrate(client);
        if (applied.length) say(`Database brought up to date (${applied.length} steps).`);
      } finally {
        await client.end();
      }
      return;
    } catch (error) {
      const starting = error instanceof Error && /ECONNREFUSED|ENOENT|starting up/.test(error.message);
      if (!starting || performance.now() > until) throw error;
      await sleep(500);
    }
  }
}

function welcome({ config, publicUrl }: House): void {
  say(`\nDaybook is at ${publicUrl}`);
  if (config.demo) {
    say('Demo sign-ins (password daybook-demo): user@daybook.test, admin@daybook.test, lcladmin@daybook.test,');
    say('  admin2@daybook.test (second company), sys@daybook.test (the operator)');
    if (config.host === '127.0.0.1') say('With demo data only this machine can reach it; set HOST to change that.');
  }
  if (config.smtpUrl) say(`Mail goes to ${new URL(config.smtpUrl).host}.`);
  else if (config.demo) say(`Mail is kept, not sent (no SMTP_URL): read it at ${publicUrl}/demo/mail`);
  else say('Mail is kept, not sent, until SMTP_URL is set.');
  say('Stop with Ctrl-C.\n');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
