// A mail server in a process of its own, for the benchmarks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Accepts every mail after `delay` (ms). */
export async function openMailServer(delay: number) {
  const program = fileURLToPath(new URL('serve-smtp.ts', import.meta.url));
  const child = spawn(process.execPath, [program, String(delay)], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.on('exit', () => child.kill('SIGKILL'));
  const lines = createInterface(child.stdout);
  const [port] = await once(lines, 'line');
  const accepted: string[] = [];
  let lastAt = 0;
  const waiting = new Map<string, () => void>();
  lines.on('line', (address) => {
    accepted.push(address);
    lastAt = performance.now();
    waiting.get(address)?.();
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    /** When the last mail was accepted (as `performance.now()`). */
    lastAt: () => lastAt,
    has: (address: string) => new Promise<void>((resolve) => void waiting.set(address, resolve)),
    async reaches(count: number) {
      while (accepted.length < count) await sleep(2);
    },
    close: () => void child.kill('SIGTERM'),
  };
}
