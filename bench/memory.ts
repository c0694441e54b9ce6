// Measures the memory of the idle application after `npm start`, with the demo and without, on an embedded database.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf, spawnAsStarted } from './lib/child.ts';
import type { Row } from './lib/report.ts';

const maxMiB = 150;
/** Jobs and the mail worker start after the last line of the start (ms). */
const settling = 5_000;

export async function benchMemory(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const demo of ['0', '1']) {
    const folder = await mkdtemp(join(tmpdir(), 'daybook-memory-'));
    const env = { ...process.env, DEMO: demo, DATA_DIR: folder, PORT: '0' };
    // The first start makes the database, the demo and the caches; an operator's later starts find them.
    await startedMemory(env);
    const used = await startedMemory(env);
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
async function startedMemory(env: NodeJS.ProcessEnv): Promise<number> {
  const child = await spawnAsStarted('server/main.ts', [], { env });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) if (line.startsWith('Stop with')) break;
  child.stdout.resume();
  await sleep(settling);
  const used = await memoryOf(child.pid);
  child.kill('SIGTERM');
  await ended;
  return used;
}
