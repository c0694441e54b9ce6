// Runs the product like an operator, for tests: `node server/main.ts` as a separate process with its own data folder.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { parseConfig } from '#server/config.ts';
import { serverProcesses } from '#server/db/embedded/process.ts';
import { type Connection, openDatabase } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { localFiles } from '#server/lib/files/local-files.ts';
import { connectTimeout } from '#server/testing/database/reused-database.ts';
import { serverFolder } from '#server/testing/database/server-folder.ts';

const checkout = join(import.meta.dirname, '../..');
const main = join(checkout, 'server/main.ts');

/** A started process; it may be ending. */
export interface LaunchedProcess {
  child: ChildProcess;
  /** All its output so far, of both streams, line by line. */
  lines: string[];
  /** Its output on stderr. */
  complaints: string[];
  /** Resolves with its exit code (or signal) once it has ended. */
  ended: Promise<number | NodeJS.Signals>;
}

/** A process that serves. */
export interface RunningServer extends LaunchedProcess {
  /** Its printed address, without a trailing slash. */
  url: string;
  port: number;
  /** Ends the process and returns its exit code and the time that took (ms). */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | NodeJS.Signals; duration: number }>;
  /** Kills the process if it still runs. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A data folder, in memory where there is enough, that PostgreSQL's system user may enter; removed at the end, with
 * every process that uses it.
 */
export async function dataFolder(): Promise<{ path: string; [Symbol.asyncDispose](): Promise<void> }> {
  const path = await realpath(await mkdtemp(join(dirname(serverFolder()), 'daybook-process-')));
  await chmod(path, 0o711);
  return {
    path,
    async [Symbol.asyncDispose]() {
      // A test may have data folders within it.
      const folders = [path, ...(await readdir(path)).map((name) => join(path, name))];
      for (const folder of folders) await endPostgres(folder);
      await rm(path, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a process with these settings and no others, on the last build of the pages; `flags` are those of main.ts. By
 * default it has a free port, quiet logs and no demo.
 */
export function launch(
  env: Record<string, string>,
  as: 'node' | 'npm' = 'node',
  flags: readonly string[] = [],
): LaunchedProcess {
  const [program, parts] =
    as === 'node' ? [process.execPath, [main]] : ['npm', ['start', '--silent', '--no-update-notifier', '--']];
  return spawnProcess(env, program, [...parts, ...flags, '--as-built']);
}

/**
 * Runs `npm run backup` or `npm run restore`, and returns its lines once it has ended with this code. `meanwhile` may
 * end it before.
 */
export async function runBackupCommand(
  env: Record<string, string>,
  parts: readonly string[],
  code: number,
  meanwhile: (child: ChildProcess) => Promise<unknown> = async () => {},
): Promise<string> {
  const { child, ended, lines } = spawnProcess(env, process.execPath, [join(checkout, 'server/backup.ts'), ...parts]);
  await meanwhile(child);
  assert.equal(await ended, code, lines.join('\n'));
  return lines.join('\n');
}

/** Runs `npm run doctor`, and returns its lines once it has ended with this code. */
export async function runDoctorCommand(env: Record<string, string>, code: number): Promise<string[]> {
  const { ended, lines } = spawnProcess(env, process.execPath, [join(checkout, 'server/doctor.ts')]);
  assert.equal(await ended, code, lines.join('\n'));
  return lines;
}

/** Starts a command of `deploy/daybook`, as images and units do: in this checkout, or in a copy of it. */
export function launchCommand(
  env: Record<string, string>,
  parts: readonly string[],
  folder: string = checkout,
): LaunchedProcess {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  return spawnProcess({ PATH, ...env }, join(folder, 'deploy/daybook'), parts);
}

function spawnProcess(env: Record<string, string>, program: string, parts: readonly string[]): LaunchedProcess {
  const { PATH, HOME, TMPDIR } = process.env;
  // Halves the time of a start, of which these tests have many.
  const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(checkout, 'node_modules/.cache/daybook-compiled');
  const child = spawn(program, parts, {
    cwd: checkout,
    env: {
      PATH,
      HOME,
      TMPDIR,
      NODE_COMPILE_CACHE,
      PORT: '0',
      DEMO: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      // A test machine may be slow; tests do not measure that.
      MAX_DELAY_MS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A failed test must not leave the process behind.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const started: LaunchedProcess = {
    child,
    lines: [],
    complaints: [],
    ended: once(child, 'close').then(([code, signal]) => {
      process.off('exit', kill);
      return code ?? signal;
    }),
  };
  createInterface({ input: child.stdout }).on('line', (line) => started.lines.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => {
    started.lines.push(line);
    started.complaints.push(line);
  });
  return started;
}

/**
 * `await using daybook = await run({ DATA_DIR })`: resolves once it serves; throws with its output if it ends before.
 */
export async function run(
  env: Record<string, string>,
  as?: 'node' | 'npm',
  flags?: readonly string[],
): Promise<RunningServer> {
  const started = launch(env, as, flags);
  const { child, lines, ended } = started;
  let over = false;
  void ended.then(() => {
    over = true;
  });
  // The last line of the startup message.
  while (!lines.some((line) => line.startsWith('Stop with'))) {
    assert.ok(!over, `It ended before it served: ${lines.join('\n')}`);
    await sleep(10);
  }
  const url =
    lines.map((line) => /^Daybook is at (\S+)$/.exec(line)?.[1]).find(Boolean) ?? assert.fail(lines.join('\n'));
  return {
    ...started,
    url,
    port: Number(new URL(url).port),
    async stop(signal = 'SIGTERM') {
      const startedAt = performance.now();
      child.kill(signal);
      const code = await ended;
      return { code, duration: performance.now() - startedAt };
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The connection to the embedded database of a data folder, like the process's own. */
export async function connectionOf(dataDir: string): Promise<Connection> {
  const host = await readFile(join(dataDir, 'postgres/socket-folder'), 'utf8');
  return { host, port: 5432, user: 'daybook', database: 'daybook' };
}

/** Services beside the process on the same database, for building test records; they serve nothing. */
export function connectServices(
  daybook: Pick<RunningServer, 'url'>,
  connection: Connection,
): Services & AsyncDisposable {
  const database = openDatabase(connection, { max: 4, connectTimeout });
  return {
    config: parseConfig({}),
    database,
    clock: { now: () => Temporal.Now.instant() },
    log: pino({ level: 'silent' }),
    live: { listen: () => () => {}, close: async () => {} },
    files: localFiles('/dev/null'),
    publicUrl: daybook.url,
    [Symbol.asyncDispose]: () => database.close(),
  };
}

/** The PostgreSQL processes of a data folder. */
export function postgresProcesses(dataDir: string): Promise<number[]> {
  return serverProcesses(join(dataDir, 'postgres/data'));
}

/** The main process; the others end with it. */
export async function mainPostgres(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Ends the PostgreSQL of a data folder, if one runs. Killed, it would leave its shared memory behind. */
async function endPostgres(dataDir: string): Promise<void> {
  const running = await postgresProcesses(dataDir);
  if (running.length === 0) return;
  // Without its file, it is about to end, or was killed.
  const main = await mainPostgres(dataDir).catch(() => 0);
  if (running.includes(main)) process.kill(main, 'SIGQUIT');
  else for (const pid of running) process.kill(pid, 'SIGKILL');
  while ((await postgresProcesses(dataDir)).length > 0) await sleep(20);
}

/** Polls until the condition holds; returns the time that took (ms). */
export async function eventually(
  description: string,
  condition: () => Promise<boolean> | boolean,
  timeoutMs = 20_000,
): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    if (await condition()) return performance.now() - startedAt;
    assert.ok(performance.now() - startedAt < timeoutMs, `${description} within ${timeoutMs} ms`);
    await sleep(25);
  }
}

/** True when nothing listens there. */
export function refusesConnections(port: number, host = '127.0.0.1'): Promise<boolean> {
  const socket = createConnection({ port, host });
  return new Promise((resolve) => {
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });
}

/** An open calendar: `text` is everything its event stream has sent so far. */
export interface StreamResponse {
  status: number;
  headers: Headers;
  text: string;
  ended: boolean;
  stop(): void;
}

/** Listens for changes like an open calendar. */
export async function listenTo(url: string, headers: { cookie: string }): Promise<StreamResponse> {
  const stop = new AbortController();
  const answer = await fetch(`${url}/api/calendars/GetChanges`, { headers, signal: stop.signal });
  const { status } = answer;
  const heard: StreamResponse = { status, headers: answer.headers, text: '', ended: false, stop: () => stop.abort() };
  const read = async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) heard.text += chunk;
  };
  read()
    // Aborted rather than ended: the same to a test.
    .catch(() => {})
    .finally(() => {
      heard.ended = true;
    });
  return heard;
}
