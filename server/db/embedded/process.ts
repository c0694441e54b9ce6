// Starts and stops the processes of one PostgreSQL server, including those that a killed app or server left behind.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import { readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { SystemUser } from './account.ts';
import { serverEnvironment } from './cluster.ts';

/** How to start a server. `data` is its real path; its messages are appended to `serverLog`. */
export type Launch = { program: string; data: string; configuration: string; serverLog: string; account: SystemUser };

const LOG_LIMIT_BYTES = 20_000_000;

/**
 * Starts the server and resolves when it accepts connections, which can take a while after a crash. Rejects with the
 * end of the server's log when it exits first, and when the signal aborts (the process may then still run).
 */
export async function startServer(launch: Launch, signal: AbortSignal): Promise<ChildProcess> {
  const { program, data, configuration, serverLog, account } = launch;
  const size = await stat(serverLog).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await rename(serverLog, `${serverLog}.1`);
  const logStart = size > LOG_LIMIT_BYTES ? 0 : size;
  // A file, not a pipe: a server that outlives this process must still be able to write its log.
  const output = openSync(serverLog, 'a', 0o600);
  const server = spawn(program, ['-D', data, '-c', `config_file=${configuration}`], {
    // The server changes to this directory anyway; set here, `serverProcesses` finds the process from the start.
    cwd: data,
    env: serverEnvironment(),
    stdio: ['ignore', output, output],
    // Its own session: Ctrl-C in a terminal must reach only the app, which stops the server when it no longer needs it.
    detached: true,
    ...account.switch,
  });
  closeSync(output);
  let failure: string | undefined;
  server.once('error', (error) => {
    failure = error.message;
  });
  server.once('exit', (code, exitSignal) => {
    failure ??= `it ended with ${exitSignal ?? code}`;
  });
  while (!(await isReady(data, server.pid))) {
    if (failure !== undefined) {
      const logTail = (await readFile(serverLog)).subarray(logStart).toString().trim().split('\n').slice(-5).join('\n');
      throw new Error(`PostgreSQL did not start: ${failure}. The end of its log, ${serverLog}:\n${logTail}`);
    }
    await sleep(20, undefined, { signal });
  }
  return server;
}

/**
 * Ends every PostgreSQL process of this data folder: by fast shutdown within `timeout` milliseconds (sessions are
 * ended, data is written), then by immediate shutdown, then by SIGKILL. Resolves when none is left, at most 2 s after
 * `timeout`.
 */
export async function stopServers(data: string, timeout = 5000): Promise<void> {
  const steps = [
    { signal: 'SIGINT', wait: timeout },
    { signal: 'SIGQUIT', wait: 1000 },
    { signal: 'SIGKILL', wait: 1000 },
  ] as const;
  for (const { signal, wait } of steps) {
    const running = await serverProcesses(data);
    const main = await mainProcess(data);
    // The main process ends the others in order. Orphans have nothing left to end in order.
    if (main !== undefined && running.includes(main) && signal !== 'SIGKILL') send(main, signal);
    else for (const pid of running) send(pid, 'SIGKILL');
    if (await allStopped(data, wait)) return forgetMainProcess(data);
  }
  throw new Error(`PostgreSQL in ${data} did not stop, even when killed.`);
}

/**
 * The PostgreSQL processes of this data folder, whichever process started them: each has it as its current directory.
 * Unlike a recorded process id, that is never ambiguous.
 */
export async function serverProcesses(data: string): Promise<number[]> {
  const folder = await realpath(data).catch(() => undefined);
  if (folder === undefined) return [];
  if (process.platform !== 'linux') return serverProcessesByLsof(folder);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && linkTarget(`/proc/${name}/cwd`) === folder)
    .filter((name) => basename(linkTarget(`/proc/${name}/exe`).replace(/ \(deleted\)$/, '')) === 'postgres')
    .map(Number);
}

/** Empty for a process that has ended or belongs to another user. */
function linkTarget(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

async function serverProcessesByLsof(folder: string): Promise<number[]> {
  // lsof exits with 1 when it finds nothing.
  const { stdout } = await promisify(execFile)('lsof', ['-w', '-a', '-c', 'postgres', '-d', 'cwd', '-Fpn']).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  );
  return [...stdout.matchAll(/^p(\d+)\n(?:f.*\n)?n(.*)$/gm)]
    .filter(([, , at]) => at === folder)
    .map(([, pid]) => Number(pid));
}

async function allStopped(data: string, wait: number): Promise<boolean> {
  const end = performance.now() + wait;
  while ((await serverProcesses(data)).length > 0) {
    if (performance.now() >= end) return false;
    await sleep(20);
  }
  return true;
}

async function isReady(data: string, pid: number | undefined): Promise<boolean> {
  const lines = await pidFile(data);
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

async function mainProcess(data: string): Promise<number | undefined> {
  const pid = Number((await pidFile(data))[0]);
  return pid > 0 ? pid : undefined;
}

/** PostgreSQL's own file: process id, data folder, start, port, socket folder, address, shared memory, state. */
async function pidFile(data: string): Promise<string[]> {
  return (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
}

/** The file of a killed server would keep the next one from starting if another program now has its process id. */
async function forgetMainProcess(data: string): Promise<void> {
  const pid = await mainProcess(data);
  if (pid !== undefined && isAlive(pid)) await rm(join(data, 'postmaster.pid'), { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}
