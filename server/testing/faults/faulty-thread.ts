// A worker thread whose jobs end in every way: with a value, an error, a refusal, or with the thread.
import { threadId } from 'node:worker_threads';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { serveJobs } from '#server/lib/threads/serve-jobs.ts';

export type FaultyJob = 'value' | 'error' | 'refusal' | 'busy' | 'exit' | 'crash' | 'memory' | 'lock' | 'endless';

/** Returns the number of the thread. */
serveJobs((job: FaultyJob): number => {
  if (job === 'error') throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
  if (job === 'refusal') throw invalid('File', 'customers.importLong', { max: 3 });
  if (job === 'busy') throw new Refusal(503, 'error.busy', { retryAfter: 7 });
  if (job === 'exit') process.exit(1);
  if (job === 'crash') setImmediate(() => crash());
  if (job === 'memory') fillMemory();
  if (job === 'endless') for (;;);
  if (job === 'lock' || job === 'crash') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  return threadId;
});

function crash(): never {
  throw new Error('Nobody catches this.');
}

function fillMemory(): void {
  const rows: string[][] = [];
  for (;;) rows.push(Array.from({ length: 1_000 }, (_, n) => `row ${n} of ${rows.length}`));
}
