// Starts a server in its own process and returns its address once it listens.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface Child {
  url: string;
  /** The current memory of the process (MiB). */
  memory(): Promise<number>;
  close(): Promise<void>;
}

export async function startChild(file: string, args: string[]): Promise<Child> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  // A failed benchmark must not leave its servers behind.
  process.on('exit', () => child.kill('SIGKILL'));
  const lines = createInterface(child.stdout);
  const first = await Promise.race([once(lines, 'line'), ended.then(() => [])]);
  const port = Number(first[0]);
  if (!port) throw new Error(`${file} did not start.`);
  return {
    url: `http://127.0.0.1:${port}`,
    async memory() {
      const { stdout } = await execute('ps', ['-o', 'rss=', '-p', String(child.pid)]);
      return Number(stdout) / 1024;
    },
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
