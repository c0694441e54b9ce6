// Runs a due job within its timeout and records the outcome.
import type { Services } from '#server/lib/context.ts';
import { allJobs, readParameters } from './all-jobs.ts';
import { notifyAskers } from './notify-askers.ts';
import { beginRun, endRun } from './store.ts';

/** Maximum stored length of a result or an error (characters). */
const maxTextLength = 2_000;
/** Of an error in the feed. */
const maxReportLength = 200;

/** Records an error of the job, then throws it. */
export async function runJob(services: Services, name: string): Promise<object> {
  const job = allJobs[name];
  if (!job) return { skipped: 'unknown' };
  const db = services.database.write;
  // PostgreSQL's timestamps have no finer resolution, and the end finds the run by its start.
  const started = services.clock.now().round('microsecond');
  const claimed = await beginRun(db, name, started);
  if (!claimed) return { skipped: 'not due' };
  const end = async (lastResult: string, lastError: string) => {
    await endRun(db, name, started, {
      lastEnded: services.clock.now(),
      lastResult: lastResult.slice(0, maxTextLength),
      lastError: lastError.slice(0, maxTextLength),
    });
    // The run has ended whether or not those who asked for it can be told.
    await notifyAskers(services, { name, started, error: lastError.slice(0, maxReportLength) }).catch((err: unknown) =>
      services.log.error({ category: 'Jobs', err, job: name }, 'the end of the job could not be announced'),
    );
  };
  try {
    const parameters = readParameters(job, claimed.parameters);
    if (!parameters) throw new Error('This job does not accept these parameters.');
    const answer = await withTimeout(claimed.timeOutSeconds, (signal) => job.run(services, parameters, signal));
    services.log.debug({ job: name, answer }, 'job done');
    await end(JSON.stringify(answer), '');
    return answer;
  } catch (error) {
    services.log.error({ category: 'Jobs', err: error, job: name }, `job ${name} failed`);
    await end('', error instanceof Error ? error.message : String(error)).catch(() => {});
    throw error;
  }
}

/** A job that ignores its signal fails at the timeout too. */
async function withTimeout<T>(seconds: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timedOut = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`It did not finish within ${seconds} seconds.`);
    reject(error);
    timedOut.abort(error);
  }, seconds * 1_000);
  try {
    return await Promise.race([run(timedOut.signal), promise]);
  } finally {
    clearTimeout(timer);
  }
}
