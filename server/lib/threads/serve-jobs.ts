// The side of a worker thread: one job in, one answer out.
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { toFailure } from './failure.ts';
import type { JobAnswer } from './thread-pool.ts';

/** By how much a thread gives way: a thread with this one gets a seventieth of a processor that others want whole. */
const niceness = 19;

/**
 * Answers each job of a `threadPool` with what `act` returns; `buffersOf` names the buffers of it that are moved and
 * not copied.
 */
export function serveJobs<Job, Value>(
  act: (job: Job) => Promise<Value> | Value,
  buffersOf: (value: Value) => ArrayBuffer[] = () => [],
): void {
  // The main thread goes first. On Linux a priority is that of the thread that sets it, elsewhere of the whole process.
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + niceness));
  parentPort?.on('message', async (job: Job) => {
    try {
      const value = await act(job);
      parentPort?.postMessage({ value } satisfies JobAnswer, buffersOf(value));
    } catch (error) {
      parentPort?.postMessage({ failure: toFailure(error) } satisfies JobAnswer);
    }
  });
}
