// Measures the memory of the idle application after `npm start`, with the demo and without, on an embedded database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { memoryOf } from './lib/child.ts';
import type { Row } from './lib/report.ts';

const top = fileURLToPath(new URL('../', import.meta.url));
const maxMiB = 150;
/** Jobs and the mail worker start after the last line of the start (ms). */
const settling = 5_000;

export async function benchMemory(): Promise<Row[]> {
  const { scripts } = JSON.parse(await readFile(join(top, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const rows: Row[] = [];
  for (const demo of ['0', '1']) {
    const folder = await mkdtemp(join(tmpdir(), 'daybook-memory-'));
    const env = { ...process.env, DEMO: demo, DATA_DIR: folder, PORT: '0' };
    // The first start makes the database, the demo and the caches; an operator's later starts find them.
    await startedMemory(scripts.start, env);
    const used = await startedMemory(scripts.start, env);
    await rm(folder, { recursive: true, force: true });
    rows.push({
      label: `Resident memory of the idle application, ${demo === '1' ? 'with' : 'without'} the demo`,
      value: `${used.toFixed(0)} MiB`,
      target: `<= ${maxMiB} MiB`,
      isMet: used <= maxMiB,
    });
  }
  return rows;
}

/** Starts the application like an operator, and returns its resident memory (MiB). */
async function startedMemory(script: string, env: NodeJS.ProcessEnv): Promise<number> {
  // The script ends with `exec`: the process is the application itself.
  const child = spawn('sh', ['-c', script], {
    cwd: top,
    env: { ...env, PATH: `${join(top, 'node_modules/.bin')}:${env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) if (line.startsWith('Stop with')) break;
  child.stdout.resume();
  await sleep(settling);
  const used = await memoryOf(child.pid);
  child.kill('SIGTERM');
  await ended;
  return used;
}
