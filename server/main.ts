// Starts the product: reads the settings, brings up the database and the application, and shuts both down.
import type { FastifyInstance } from 'fastify';
import pino, { type Logger } from 'pino';
import { openFiles } from '#server/lib/files/open-files.ts';
import { checkFilePlace, joinFilePlace } from '#server/lib/files/shared-place.ts';
import { checkSecretKey, rememberKey } from '#server/lib/secrets/check-secret-key.ts';
import { buildApp, mayStillSend, menuEntries, whenSent } from './app.ts';
import { campaignWhenAnswered } from './campaigns/response/when-answered.ts';
import { remindOfShifts } from './company/locations/remind-of-shifts.ts';
import { parseConfig } from './config.ts';
import { checkPools } from './db/check-pools.ts';
import { findRunning } from './db/embedded/find-running.ts';
import { migrateDatabase } from './db/migrate-database.ts';
import { type Database, openDatabase } from './db/pool.ts';
import { markRunning, startAlone, watchProcesses } from './db/running-processes.ts';
import { hasDemo } from './demo/has-demo.ts';
import { openSimulatedPrinter } from './demo/printer/simulated-printer.ts';
import { createSetUpLink } from './identity/sign-up/set-up.ts';
import type { Services } from './lib/context.ts';
import { translate } from './lib/i18n.ts';
import { openLive } from './lib/live.ts';
import { logStartup } from './log-startup.ts';
import { mailHosts } from './messaging/mail/mail-server.ts';
import { openMessaging } from './messaging/open-messaging.ts';
import { verifyBooks } from './money/books/verify-books.ts';
import { recoverAttachment } from './money/invoices/pdf/recover-attachment.ts';
import { noDatabase, openServer } from './open-server.ts';
import { tellOfFormerBackups } from './operations/backups/tell-of-former-backups.ts';
import { warnOfClockAndDisk } from './operations/doctor/warn-at-start.ts';
import { warnOfOtherZoneRules, warnOfShiftedVisits } from './operations/health/zone-warnings.ts';
import { openJobs } from './operations/jobs/open-jobs.ts';
import { openLogWriter } from './operations/logs/log-writer.ts';
import { warnOnceOfLostDatabase } from './operations/logs/one-warning.ts';
import { addNewEntries } from './operations/menu/add-new-entries.ts';
import { checkTiles } from './places/map-tiles.ts';
import { releaseMemory } from './release-memory.ts';
import { closers, endOf, isStopping, onStop, print, runProcess, stop } from './run-process.ts';
import { buildWebIfStale, isBuilt, webRoot } from './site/html/build-web.ts';
import { openDevelopment } from './site/html/development.ts';

/** How long the first jobs and messages after the start usually take (ms). */
const firstWork = 3_000;

await runProcess(start);

async function start(): Promise<void> {
  const config = parseConfig(process.env);
  if (config.map.tiles) await checkTiles(config.map.tiles);
  const development = process.argv.includes('--dev');
  const out = pino.destination(1);
  const hooks = warnOnceOfLostDatabase();
  const toOut = pino({ level: config.logLevel, hooks }, out);
  const logs = openLogWriter((error) => toOut.warn({ err: error }, 'system logs cannot be written'));
  // The operator's list shows warnings, whatever the log level of the process.
  const level = toOut.isLevelEnabled('warn') ? config.logLevel : 'warn';
  const streams = [
    { level: config.logLevel, stream: out },
    { level: 'warn', stream: logs.stream },
  ] as const;
  const log = pino({ level, hooks }, pino.multistream([...streams]));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error, category: 'Process' }, 'unexpected error, stopping');
    void stop(1, 'after an unexpected error');
  });
  process.on('unhandledRejection', (error) => log.error({ err: error, category: 'Process' }, 'unhandled rejection'));

  const isVerifying = process.argv.includes('--verify-books');
  const isMigrating = process.argv.includes('--migrate');
  // The product may run meanwhile; it has brought its database up to date.
  const running = isVerifying && !config.databaseUrl ? await findRunning(config.dataDir) : undefined;
  if (running) {
    const books = openDatabase(running, { max: 1 });
    closers.push({ timeout: 1_000, close: () => books.close() });
    return printBooks(books);
  }
  // For images, and for many starts in a row: accepts the last build.
  const asBuilt = process.argv.includes('--as-built') && isBuilt();
  if (!development && !asBuilt && !isVerifying && !isMigrating) await buildWebIfStale(print);
  const connection = await openServer(config, {
    existing: isVerifying,
    onWarning: (line) => logs.note('Warning', 'Database', 'The database needs attention', line),
  });
  const database = openDatabase(connection, { max: config.databasePool });
  closers.push({ timeout: 1_000, close: () => database.close() });
  closers.push({ timeout: 0, close: () => silence(log) });
  if (isVerifying) await assertHasTables(database);
  // The embedded database has one address, its own.
  if (config.databaseUrl) await checkPools(database, config.databasePool, print);
  if (isVerifying) {
    await migrateDatabase(database.connect, print);
    return printBooks(database);
  }
  const warn = (line: string) => {
    print(line);
    logs.note('Warning', 'Files', 'The files need attention', line);
  };
  const { migrations, shifted, live, processes } = await joinDatabase({ config, database, log }, warn);
  closers.push({ timeout: 500, close: () => Promise.all([live.close(), processes.close()]) });
  await addNewEntries(database.write, menuEntries);
  logs.open(database);
  closers.push({ timeout: 1_000, close: () => logs.close() });

  const services: Services = {
    config,
    database,
    clock: { now: () => Temporal.Now.instant() },
    log,
    live,
    files: await openFiles(config),
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
  };
  await warnOfClockAndDisk(services, (line) => {
    print(line);
    logs.note('Warning', 'Machine', 'The machine needs attention', line);
  });
  await tellOfFormerBackups(services, migrations);
  warnOfShiftedVisits(services, shifted);
  if (shifted.length > 0) await remindOfShifts(services);
  // Until here, a start: the next ones find nothing to do, and all that was to be told is told.
  if (isMigrating) {
    print('The database is up to date.');
    return stop(0, 'after the database was migrated');
  }
  // The demo has public passwords, even when an earlier start loaded it.
  const isLoaded = await hasDemo(services);
  // Its code stays out of the memory of later starts.
  if (config.demo && !isLoaded) await (await import('./demo/load-demo.ts')).loadDemo(services);
  const knownPasswords = config.demo || isLoaded;
  if (knownPasswords && !config.isHostSet) config.host = '127.0.0.1';

  const dev = development ? await openDevelopment() : undefined;
  if (dev) closers.push({ timeout: 500, close: () => dev.close() });
  const server = await buildApp(services, dev ? { template: dev.template, middleware: dev.middleware } : { webRoot });
  const serving: { close(): Promise<unknown> }[] = [server];
  // In parallel: each has its own timeout, and together they must meet the deadline.
  closers.push({ timeout: 6_000, close: () => Promise.all(serving.map((one) => endOf(() => one.close()))) });
  releaseMemory();
  await listen(server, services);
  if (isStopping()) return;
  const process_ = `Process ${process.pid} (Node.js ${process.version})`;
  logs.note('Start', 'Process', 'Daybook started', `${process_} serves at ${services.publicUrl}.`);
  onStop((why) => logs.note('Stop', 'Process', 'Daybook stopped', `${process_} was stopped ${why}.`));
  serving.push(
    openJobs(services),
    openMessaging(services, {
      recoverAttachment,
      mayStillSend,
      whenSent,
      sms: { whenAnswered: campaignWhenAnswered },
    }),
  );
  if (config.demo) serving.push(openSimulatedPrinter(services, server));
  void warnOfOtherZoneRules(services);
  // Work that has begun leaves garbage too.
  setTimeout(releaseMemory, firstWork).unref();
  const setUpAddress = await createSetUpLink(services);
  logStartup(services, { knownPasswords, setUpAddress, mail: await mailHosts(services, database.read) }, print);
}

/** Migrates the database, once this process may be one of those that use it, and listens from then on. */
function joinDatabase(
  { config, database, log }: Pick<Services, 'config' | 'database' | 'log'>,
  warn: (line: string) => void,
) {
  return startAlone(database.connect, print, async (client, others) => {
    // The folder of the embedded database holds the files, too.
    const place = config.databaseUrl ? await checkFilePlace(client, config, { others, warn }) : undefined;
    await checkSecretKey(client, config, { others, acceptsNew: process.argv.includes('--new-key') });
    const migrated = await migrateDatabase(database.connect, print);
    await rememberKey(client, config);
    if (place) await joinFilePlace(client, config, { place, warn });
    const live = await openLive(database.connect, log, markRunning);
    return { ...migrated, live, processes: await watchProcesses(database) };
  });
}

/** Jobs that lose the database fail, and run again after the next start: their errors need no attention. */
async function silence(log: Logger): Promise<void> {
  log.level = 'silent';
}

/** A mistyped `DATABASE_URL` must not make tables there. */
async function assertHasTables({ connect }: Database): Promise<void> {
  const client = await connect();
  try {
    const { rows } = await client.query(`select to_regclass('public.migrations') is not null as found`);
    if (!rows[0]?.found) throw noDatabase('the database of DATABASE_URL');
  } finally {
    await client.end();
  }
}

/** For `npm run verify:books`: ends with 1 when records contradict each other. */
async function printBooks(database: Database): Promise<void> {
  const wrong = await verifyBooks(database);
  for (const { check, subject, expected, found } of wrong) {
    print(`${subject}: ${found}, not ${expected} (${translate('en', `books.check.${check}`)})`);
  }
  print(wrong.length === 0 ? 'The books are right.' : `Records that contradict others: ${wrong.length}.`);
  await stop(wrong.length === 0 ? 0 : 1, 'after the books were verified');
}

async function listen(server: FastifyInstance, services: Services): Promise<void> {
  const { port, host, publicUrl } = services.config;
  try {
    await server.listen({ port, host });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new Error(`Port ${port} of ${host} is already in use. Stop the other program, or set PORT.`, {
        cause: error,
      });
    }
    if (code === 'EACCES') {
      throw new Error(`This user may not listen on port ${port}. Set PORT to a value above 1023.`, { cause: error });
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new Error(`HOST ${host} is not an address of this machine.`, { cause: error });
    }
    throw error;
  }
  const address = server.addresses()[0];
  if (!publicUrl && typeof address === 'object') services.publicUrl = `http://${nameOf(host)}:${address.port}`;
}

/** The host name for a browser on this machine. */
function nameOf(host: string): string {
  if (/^(0\.0\.0\.0|::|::1|127\.0\.0\.1)$/.test(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
