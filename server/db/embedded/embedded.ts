// Runs the embedded PostgreSQL as a child process of the app: starts it, restarts it, stops it.
import type { ChildProcess } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverAccount } from './account.ts';
import { openBinaries } from './binaries.ts';
import { makeRolesAndDatabase, OWNER_ROLE, openDataFolder, PORT, writeConfiguration } from './cluster.ts';
import { closeSocketFolder, openHome, openSocketFolder } from './home.ts';
import { lockFolder } from './lock.ts';
import { type Launch, startServer, stopServers } from './process.ts';

/** The reason why a running server ended, or why it did not start again. */
export type ServerExit = { reason: string };

export type EmbeddedOptions = {
  /** The database is stored in the subfolder `postgres`. */
  dataDir: string;
  log: { info(line: string): void; warn(line: string): void };
  /** PostgreSQL settings that override the defaults; for tests, which can do without durability. */
  settings?: Record<string, string>;
  /** The folder for files that PostgreSQL's system user cannot reach elsewhere (only when running as root). */
  systemFolder?: string;
  /** Returns the bytes that are free for the user in the file system of a folder; for tests. */
  freeBytes?: (folder: string) => Promise<number>;
};

export type Embedded = {
  /** Connects as the owner role through the unix socket, without a password. Unchanged by restarts. */
  connection: { host: string; port: number; user: string; database: string };
  /** The same as a connection string. */
  url: string;
  /** The folder of all database files. */
  home: string;
  /** PostgreSQL's log file. */
  serverLog: string;
  /** Stops the server and releases the folder: within 8 s, and no process or socket is left. */
  stop(): Promise<void>;
  /** Calls back each time the server ends unexpectedly (it restarts automatically). Returns the unsubscriber. */
  onExit(callback: (exit: ServerExit) => void): () => void;
};

/**
 * Starts the database in `<dataDir>/postgres`, created on first use, and keeps it running until `stop`. First stops a
 * server that a killed app left there. Throws an error with one clear line when it cannot run, for example because
 * another process uses the same folder.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log, settings = {}, systemFolder = '/var/lib/daybook', freeBytes = freeBytesOf } = options;
  if (process.platform === 'win32') {
    throw new Error('The embedded database does not run on Windows: set DATABASE_URL, or start Daybook inside WSL.');
  }
  const info = (line: string) => log.info(line);
  const account = await serverAccount(join(dataDir, 'postgres/data'));
  const home = await openHome(dataDir, account, systemFolder, info);
  const unlock = lockFolder(home);
  try {
    const binaries = await openBinaries(account, systemFolder, info);
    const data = await openDataFolder(home, binaries, account, freeBytes);
    await stopServers(data);
    const host = await openSocketFolder(home, account);
    const configuration = await writeConfiguration(home, host, settings);
    const serverLog = join(home, 'server.log');
    const server = await superviseServer(
      { program: join(binaries.folder, 'postgres'), data, configuration, serverLog, account },
      log,
    );
    const stop = async () => {
      await server.stop();
      await closeSocketFolder(home);
      unlock();
    };
    try {
      await makeRolesAndDatabase(host);
    } catch (error) {
      await stop();
      throw error;
    }
    let stopped: Promise<void> | undefined;
    return {
      connection: { host, port: PORT, user: OWNER_ROLE, database: OWNER_ROLE },
      url: `postgresql://${OWNER_ROLE}@/${OWNER_ROLE}?host=${encodeURIComponent(host)}&port=${PORT}`,
      home,
      serverLog,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
      onExit: server.onExit,
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 5000;
/** After this uptime a failure counts as a new one: the restart is immediate. */
const STABLE_AFTER_MS = 30_000;

/** Starts the server (rejects when that fails) and then restarts it, with growing delays, until `stop`. */
async function superviseServer(launch: Launch, log: EmbeddedOptions['log']) {
  const callbacks = new Set<(exit: ServerExit) => void>();
  const stopping = new AbortController();
  let server = await startServer(launch, stopping.signal);
  let started = performance.now();
  let delay = 0;
  let restart = Promise.resolve();

  // Unless this process is killed, the server ends with it.
  const killOnExit = () => server.kill('SIGINT');
  process.once('exit', killOnExit);

  const watch = (child: ChildProcess) => {
    const ended = (code: number | null, signal: string | null) => {
      if (stopping.signal.aborted) return;
      if (performance.now() - started > STABLE_AFTER_MS) delay = 0;
      report(`PostgreSQL ended by ${signal ?? `exit code ${code}`}; starting it again.`);
      restart = restartServer();
    };
    if (child.exitCode !== null || child.signalCode !== null) ended(child.exitCode, child.signalCode);
    else child.once('exit', ended);
  };
  const restartServer = async () => {
    while (!stopping.signal.aborted) {
      try {
        await sleep(delay, undefined, { signal: stopping.signal });
        delay = Math.min(Math.max(delay * 2, MIN_DELAY_MS), MAX_DELAY_MS);
        // Its child processes may have survived it, and the next server refuses to start beside them.
        await stopServers(launch.data, 0);
        server = await startServer(launch, stopping.signal);
        started = performance.now();
        log.info('PostgreSQL runs again.');
        watch(server);
        return;
      } catch (error) {
        if (!stopping.signal.aborted) report(error instanceof Error ? error.message : String(error));
      }
    }
  };
  const report = (reason: string) => {
    log.warn(reason);
    for (const callback of callbacks) callback({ reason });
  };
  watch(server);

  return {
    async stop() {
      stopping.abort();
      await restart;
      await stopServers(launch.data);
      // `stopServers` finds processes by the data folder, which may have been removed.
      if (server.exitCode === null && server.signalCode === null) server.kill('SIGQUIT');
      process.off('exit', killOnExit);
    },
    onExit(callback: (exit: ServerExit) => void) {
      callbacks.add(callback);
      return () => void callbacks.delete(callback);
    },
  };
}
