// Tests of jobs in worker threads: their errors, and threads that die.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '#server/lib/refusal.ts';
import type { FaultyJob } from '#server/testing/faults/faulty-thread.ts';
import { threadPool } from './thread-pool.ts';

const file = new URL('../../testing/faults/faulty-thread.ts', import.meta.url);
const pool = (max = 1) => threadPool<FaultyJob, number>(file, { name: 'faulty', max, maxMegabytes: 32 });

test('a refusal in a thread keeps its status, key, words and time; another error its code', async () => {
  const run = pool();
  const refused = await run('refusal').catch((error: unknown) => error);
  assert.ok(refused instanceof Refusal);
  const complaints = [{ key: 'File', code: 'customers.importLong', params: { max: 3 } }];
  assert.deepEqual([refused.status, refused.complaints], [417, complaints]);
  const busy = await run('busy').catch((error: unknown) => error);
  assert.ok(busy instanceof Refusal);
  assert.deepEqual([busy.status, busy.code, busy.retryAfter], [503, 'error.busy', 7]);
  await assert.rejects(run('error'), { message: 'The disk is full.', code: 'ENOSPC' });
});

test('a thread that ends, runs out of memory or cannot take a job fails that job alone', async () => {
  const run = pool();
  const first = await run('value');
  const [exited, next] = await Promise.allSettled([run('exit'), run('value')]);
  assert.match(String((exited as PromiseRejectedResult).reason), /thread faulty has ended/);
  assert.ok(next.status === 'fulfilled' && next.value !== first, 'another thread has it');
  await assert.rejects(run('memory'), /thread faulty has failed/);
  await assert.rejects(run((() => {}) as unknown as FaultyJob), /could not be cloned/);
  assert.ok((await run('value')) > next.value);
});

test('a job that takes longer than its deadline fails alone', async () => {
  const run = threadPool<FaultyJob, number>(file, { name: 'faulty', max: 1, maxMegabytes: 32, deadline: 3_000 });
  const [endless, next] = await Promise.allSettled([run('endless'), run('value')]);
  assert.match(String((endless as PromiseRejectedResult).reason), /thread faulty has ended/);
  assert.equal(next.status, 'fulfilled');
});

test('a thread that dies while it is idle is replaced', async () => {
  const run = pool();
  // The thread may die before its answer has been read.
  const [died] = await Promise.allSettled([run('crash')]);
  const first = died?.status === 'fulfilled' ? died.value : undefined;
  for (;;) {
    const [now] = await Promise.allSettled([run('value')]);
    if (now?.status === 'fulfilled' && now.value !== first) break;
  }
});

test('as many threads as allowed work at the same time, and they are used again', async () => {
  const run = pool(2);
  const threads = await Promise.all((['lock', 'lock', 'lock', 'lock'] as const).map((job) => run(job)));
  assert.equal(new Set(threads).size, 2);
});
