// Starts the product: reads the settings, brings up the database and the application, and shuts both down.
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildApp, menuEntries } from './app.ts';
import { visitMayStillSend } from './booking/notifications/may-still-send.ts';
import { visitWhenSent } from './booking/notifications/when-sent.ts';
import { campaignMayStillSend } from './campaigns/sending/may-still-send.ts';
import { campaignWhenSent } from './campaigns/sending/when-sent.ts';
import { parseConfig } from './config.ts';
import { type Embedded, openEmbedded } from './db/embedded/embedded.ts';
import { findRunning } from './db/embedded/find-running.ts';
import { migrateDatabase } from './db/migrate-database.ts';
import { type Connection, type Database, openDatabase } from './db/pool.ts';
import { hasDemo, loadDemo } from './demo/load-demo.ts';
import { createSetUpLink } from './identity/sign-up/set-up.ts';
import type { Config } from './lib/config.ts';
import type { Services } from './lib/context.ts';
import { openFiles } from './lib/files/file-store.ts';
import { translate } from './lib/i18n.ts';
import { openLive } from './lib/live.ts';
import { logStartup } from './log-startup.ts';
import { mailHosts } from './messaging/mail/mail-server.ts';
import { openMessaging } from './messaging/open-messaging.ts';
import { verifyBooks } from './money/books/verify-books.ts';
import { backUpInstallation } from './operations/backups/back-up-installation.ts';
import { checkInstallationArchive, restoreInstallation } from './operations/backups/restore-installation.ts';
import { openJobs } from './operations/jobs/open-jobs.ts';
import { type LogWriter, openLogWriter } from './operations/logs/log-writer.ts';
import { addNewEntries } from './operations/menu/add-new-entries.ts';
import { checkTiles } from './places/map-tiles.ts';
import { releaseMemory } from './release-memory.ts';
import { buildWebIfStale, isBuilt, webRoot } from './site/html/build-web.ts';
import { openDevelopment } from './site/html/development.ts';

/** Shutdown deadline (ms); the operating system cleans up after that. */
const shutdownTimeout = 9_500;

/** Silent while stopping: failures and delays are then expected. */
const print = (line: string) => void (stopping || console.log(line));

/** Stops everything opened so far, and everything being opened: a signal may arrive at any time. */
const closers: { timeout: number; close: () => Promise<unknown> }[] = [];
let stopping: Promise<void> | undefined;
/** Set while serving: writes the stop to the system logs. */
let noteStop: ((why: string) => void) | undefined;

/** Closes in the reverse order of opening, each regardless of failures of the others. */
function stop(code: number, why: string): Promise<void> {
  stopping ??= (async () => {
    noteStop?.(why);
    setTimeout(() => process.exit(code || 1), shutdownTimeout).unref();
    for (const { timeout, close } of closers.toReversed()) {
      await Promise.race([endOf(close), sleep(timeout, undefined, { ref: false })]);
    }
    process.exit(code);
  })();
  return stopping;
}

async function endOf(close: () => Promise<unknown>): Promise<void> {
  try {
    await close();
  } catch (error) {
    console.error(`While stopping: ${messageOf(error)}`);
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(0, `by ${signal}`));
}

try {
  await start();
} catch (error) {
  if (!stopping) console.error(process.env.DEBUG ? error : messageOf(error));
  await stop(1, 'because it could not start');
}

async function start(): Promise<void> {
  const config = parseConfig(process.env);
  if (process.argv.includes('--backup')) return backUp(config);
  if (process.argv.includes('--restore')) return restore(config);
  if (config.map.tiles) await checkTiles(config.map.tiles);
  const development = process.argv.includes('--dev');
  const out = pino.destination(1);
  const toOut = pino({ level: config.logLevel }, out);
  const logs = openLogWriter((error) => toOut.warn({ err: error }, 'system logs cannot be written'));
  // The operator's list shows warnings, whatever the log level of the process.
  const level = toOut.isLevelEnabled('warn') ? config.logLevel : 'warn';
  const streams = [
    { level: config.logLevel, stream: out },
    { level: 'warn', stream: logs.stream },
  ] as const;
  const log = pino({ level }, pino.multistream([...streams]));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error, category: 'Process' }, 'unexpected error, stopping');
    void stop(1, 'after an unexpected error');
  });
  process.on('unhandledRejection', (error) => log.error({ err: error, category: 'Process' }, 'unhandled rejection'));

  const isVerifying = process.argv.includes('--verify-books');
  // For many starts in a row: accepts the last build.
  const asBuilt = process.argv.includes('--as-built') && isBuilt();
  if (!development && !asBuilt && !isVerifying) await buildWebIfStale(print);
  const connection = await openServer(config, logs);
  const database = openDatabase(connection, { max: config.databasePool });
  closers.push({ timeout: 1_000, close: () => database.close() });
  await migrateDatabase(database.connect, print);
  if (isVerifying) return printBooks(database);
  await addNewEntries(database.write, menuEntries);
  logs.open(database);
  closers.push({ timeout: 1_000, close: () => logs.close() });
  const live = await openLive(database.connect, log);
  closers.push({ timeout: 500, close: () => live.close() });

  const services: Services = {
    config,
    database,
    clock: { now: () => Temporal.Now.instant() },
    log,
    live,
    files: await openFiles(config),
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
  };
  if (config.demo) await loadDemo(services);
  // The demo has public passwords, even when an earlier start loaded it.
  const knownPasswords = await hasDemo(services);
  if (knownPasswords && !config.isHostSet) config.host = '127.0.0.1';

  const dev = development ? await openDevelopment() : undefined;
  if (dev) closers.push({ timeout: 500, close: () => dev.close() });
  // Before the server watches for delays of the event loop.
  releaseMemory();
  const server = await buildApp(services, dev ? { template: dev.template, middleware: dev.middleware } : { webRoot });
  const serving: { close(): Promise<unknown> }[] = [server];
  // In parallel: each has its own timeout, and together they must meet the deadline.
  closers.push({ timeout: 6_000, close: () => Promise.all(serving.map((one) => endOf(() => one.close()))) });
  await listen(server, services);
  if (stopping) return;
  const process_ = `Process ${process.pid} (Node.js ${process.version})`;
  logs.note('Start', 'Process', 'Daybook started', `${process_} serves at ${services.publicUrl}.`);
  noteStop = (why) => logs.note('Stop', 'Process', 'Daybook stopped', `${process_} was stopped ${why}.`);
  serving.push(
    openJobs(services),
    openMessaging(services, {
      mayStillSend: { ...visitMayStillSend, ...campaignMayStillSend },
      whenSent: [...visitWhenSent, ...campaignWhenSent],
    }),
  );
  const setUpAddress = await createSetUpLink(services);
  logStartup(services, { knownPasswords, setUpAddress, mailHosts: await mailHosts(services, database.read) }, print);
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

/** For `npm run backup`: writes an archive of the installation, which may run meanwhile. */
async function backUp(config: Config): Promise<void> {
  const path = resolve(argumentAfter('--backup') ?? `daybook-${Temporal.Now.plainDateISO()}.zip`);
  // Ctrl-C ends the process before the archive is complete.
  closers.push({ timeout: 1_000, close: () => rm(`${path}.part`, { force: true }) });
  const running = config.databaseUrl ? undefined : await findRunning(config.dataDir);
  const connection = running ?? (await openServer(config, undefined));
  const database = openDatabase(connection, { max: 1 });
  closers.push({ timeout: 1_000, close: () => database.close() });
  const files = await openFiles(config);
  const { tables, rows, files: count, bytes } = await backUpInstallation({ ...database, files, config }, path);
  print(`Backed up ${rows} rows of ${tables} tables and ${count} files to ${path} (${bytes} bytes).`);
  if (config.secretKey) print('SECRET_KEY is not in the archive: keep it in another place.');
  else print('The archive has the key of all stored secrets: keep it where only you can read it.');
  await stop(0, 'after a backup');
}

/** For `npm run restore`: fills an empty installation from an archive. */
async function restore(config: Config): Promise<void> {
  const path = argumentAfter('--restore');
  if (!path) throw new Error('Name the archive: npm run restore -- daybook-2026-03-02.zip');
  const archive = await checkInstallationArchive(resolve(path));
  const database = openDatabase(await openServer(config, undefined), { max: 1 });
  closers.push({ timeout: 1_000, close: () => database.close() });
  const files = await openFiles(config);
  const restored = await restoreInstallation({ ...database, files, config }, archive);
  print(`Restored ${restored.rows} rows of ${restored.tables} tables and ${restored.files} files.`);
  if (!archive.hasKey) print('The archive has no key of secrets: set the SECRET_KEY of the former installation.');
  await stop(0, 'after a restore');
}

function argumentAfter(flag: string): string | undefined {
  const next = process.argv[process.argv.indexOf(flag) + 1];
  return next?.startsWith('--') ? undefined : next;
}

async function openServer(config: Config, logs: LogWriter | undefined): Promise<Connection> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl };
  const warn = (line: string) => {
    print(line);
    if (!stopping) logs?.note('Warning', 'Database', 'The database needs attention', line);
  };
  const opening = openEmbedded({ dataDir: config.dataDir, log: { info: print, warn } });
  // If it does not open, there is nothing to stop; the start reports the error.
  const opened = opening.catch((): Embedded | undefined => undefined);
  closers.push({ timeout: 9_000, close: async () => (await opened)?.stop() });
  try {
    return (await opening).connection;
  } catch (error) {
    if (!(error instanceof Error && 'path' in error)) throw error;
    throw new Error(`DATA_DIR ${config.dataDir} cannot be used: ${error.message}`, { cause: error });
  }
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

/** One line for the operator. Some errors have only a code, for example when none of a host's addresses responds. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
