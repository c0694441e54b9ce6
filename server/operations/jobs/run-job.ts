// Runs a job that is due, within its time, and writes down how it went.
import type { House } from '#server/lib/context.ts';
import { allJobs, readParameters } from './all-jobs.ts';
import { beginRun, endRun } from './store.ts';

/** Longest text kept of a result or an error (characters). */
const longest = 2_000;

/** Throws what the job throws, once that is written down. */
export async function runJob(house: House, name: string): Promise<object> {
  const job = allJobs[name];
  if (!job) return { skipped: 'unknown' };
  const db = house.database.write;
  // PostgreSQL's clock has no finer steps, and the end finds the run by its start.
  const started = house.clock.now().round('microsecond');
  const begun = await beginRun(db, name, started);
  if (!begun) return { skipped: 'not due' };
  const end = (lastResult: string, lastError: string) =>
    endRun(db, name, started, {
      lastEnded: house.clock.now(),
      lastResult: lastResult.slice(0, longest),
      lastError: lastError.slice(0, longest),
    });
  try {
    const parameters = readParameters(job, begun.parameters);
    if (!parameters) throw new Error('The parameters are not what this job understands.');
    const answer = await within(begun.timeOutSeconds, (signal) => job.run(house, parameters, signal));
    house.log.debug({ job: name, answer }, 'job done');
    await end(JSON.stringify(answer), '');
    return answer;
  } catch (error) {
    house.log.error({ category: 'Jobs', err: error, job: name }, `job ${name} failed`);
    await end('', error instanceof Error ? error.message : String(error)).catch(() => {});
    throw error;
  }
}

/** Also a job that does not listen to its signal counts as failed when its time is over. */
async function within<T>(seconds: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`It did not end within ${seconds} seconds.`);
    reject(error);
    over.abort(error);
  }, seconds * 1_000);
  try {
    return await Promise.race([run(over.signal), promise]);
  } finally {
    clearTimeout(timer);
  }
}
