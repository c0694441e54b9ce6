// Starts a server in its own process and returns its address once it listens.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../', import.meta.url));

export interface Child {
  url: string;
  /** The current memory of the process (MiB). */
  memory(): Promise<number>;
  /** The longest time for which the thread was held since this was asked before (ms); only of `serve-app.ts`. */
  longestHold(): Promise<number>;
  close(): Promise<void>;
}

/** Runs a file as `npm start` runs the application: with its environment and flags, and further ones. */
export async function spawnAsStarted(
  path: string,
  args: readonly string[] = [],
  { flags = '', env = process.env, folder = top }: { flags?: string; env?: NodeJS.ProcessEnv; folder?: string } = {},
) {
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  // The script ends with `exec`: the process is the application itself.
  const command = scripts.start.replace('server/main.ts', `${flags} "$0" "$@"`);
  return spawn('sh', ['-c', command, path, ...args], {
    cwd: folder,
    env: { ...env, PATH: `${join(folder, 'node_modules/.bin')}:${env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** `folder`: another checkout, whose file of this name is run. */
export async function startChild(file: string, args: string[], folder = top): Promise<Child> {
  const child = await spawnAsStarted(join(folder, 'bench/lib', file), args, { folder });
  const ended = once(child, 'exit');
  // A failed benchmark must not leave its servers behind.
  process.on('exit', () => child.kill('SIGKILL'));
  const lines = createInterface(child.stdout);
  const first = await Promise.race([once(lines, 'line'), ended.then(() => [])]);
  const port = Number(first[0]);
  if (!port) throw new Error(`${file} did not start.`);
  return {
    url: `http://127.0.0.1:${port}`,
    memory: () => memoryOf(child.pid),
    async longestHold() {
      const line = once(lines, 'line');
      child.kill('SIGUSR2');
      return Number((await line)[0]);
    },
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The resident memory of a process (MiB), as the system counts it: the process is not asked. */
export async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
