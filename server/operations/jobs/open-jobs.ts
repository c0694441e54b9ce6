// Runs the jobs: the table of jobs says when they are due, pg-boss on the same PostgreSQL ensures that one process runs
// each.
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import {
  isDatabaseUnavailable,
  isReadOnlyServer,
  noteDatabaseError,
  ServerIsReadOnly,
} from '#server/db/database-away.ts';
import { libraryOptions } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { jobsChannel } from '#server/lib/wake-job.ts';
import { allJobs } from './all-jobs.ts';
import { runJob } from './run-job.ts';
import { addNewJobs, askForRun, dueJobs, graceSeconds } from './store.ts';

export interface Jobs {
  /** Resolves once the jobs run, or when they are closed before. */
  started: Promise<void>;
  /** Waits up to 3 seconds for running jobs; aborted jobs run again when they are next due. */
  close(): Promise<void>;
}

interface StartedJobs {
  boss: PgBoss;
  stopPolling(): void;
}

/** Delay before another attempt to start while the database is unavailable (ms). */
const retryDelay = { min: 1_000, max: 30_000 };

interface Timing {
  /** The interval of the search for due jobs; requests to run a job now arrive by notification. */
  pollSeconds: number;
  /**
   * How long a run is taken for alive without a sign of its process, which renews it twice as often; at least 10. With
   * the intervals of both searches, a job that was killed with its process runs again within a minute.
   */
  leaseSeconds: number;
}

const usualTiming: Timing = { pollSeconds: 15, leaseSeconds: 30 };
/** The interval of the search for runs whose lease is over (s). */
const superviseSeconds = 10;

/** Starts the jobs in the background: an unavailable database delays them and stops nothing else. */
export function openJobs(services: Services, options: Partial<Timing> = {}): Jobs {
  const stopped = new AbortController();
  const starting = startWithRetry(services, { ...usualTiming, ...options }, stopped.signal);
  return {
    started: starting.then(() => {}),
    async close() {
      stopped.abort();
      // A pending connection attempt may take longer to fail than closing should take.
      const started = await Promise.race([starting, sleep(2_000, undefined, { ref: false })]);
      started?.stopPolling();
      await started?.boss.stop({ graceful: true, timeout: 3_000, close: true });
    },
  };
}

async function startWithRetry(
  services: Services,
  timing: Timing,
  stopped: AbortSignal,
): Promise<StartedJobs | undefined> {
  for (let wait = retryDelay.min; !stopped.aborted; wait = Math.min(wait * 2, retryDelay.max)) {
    try {
      return await start(services, timing, stopped);
    } catch (error) {
      services.log.warn({ err: error, category: 'Jobs' }, 'jobs cannot start, trying again');
      await sleep(wait, undefined, { signal: stopped, ref: false }).catch(() => {});
    }
  }
  return undefined;
}

async function start(services: Services, timing: Timing, stopped: AbortSignal): Promise<StartedJobs> {
  const { pollSeconds } = timing;
  const boss = new PgBoss({
    ...services.database.connection,
    ...libraryOptions,
    schema: 'pgboss',
    application_name: 'daybook jobs',
    max: 2,
    // The table has the schedule; its intervals are finer than cron's and change without a restart.
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    // Less, so that each search looks.
    monitorIntervalSeconds: superviseSeconds / 2,
  });
  // pg-boss recovers by itself after an error; without a listener the error would end the process.
  boss.on('error', (error) => {
    // Its own connections lead to nothing else.
    noteDatabaseError(error);
    const err = isReadOnlyServer(error) ? new ServerIsReadOnly(error) : error;
    if (!stopped.aborted) services.log.warn({ err, category: 'Jobs' }, 'jobs failed');
  });
  try {
    await boss.start().catch((error: unknown) => {
      noteDatabaseError(error);
      throw error;
    });
    await addNewJobs(services.database.write);
    const workers = new Map<string, string>();
    for (const name of Object.keys(allJobs)) {
      // At most one run of each job waits or works, over all processes.
      await boss.createQueue(name, { policy: 'exclusive', retryLimit: 0, deleteAfterSeconds: 604_800 });
      workers.set(name, await boss.work(name, { pollingIntervalSeconds: pollSeconds }, () => runJob(services, name)));
    }
    return { boss, stopPolling: startPolling(services, boss, workers, timing) };
  } catch (error) {
    await boss.stop({ graceful: false, close: true }).catch(() => {});
    throw error;
  }
}

/** Queues due jobs now, regularly and on notification, until the returned function is called. */
function startPolling(
  services: Services,
  boss: PgBoss,
  workers: Map<string, string>,
  { pollSeconds, leaseSeconds }: Timing,
): () => void {
  let stopped = false;

  async function poll(asked = ''): Promise<void> {
    try {
      if (asked) await askForRun(services.database.write, asked, services.clock.now());
      for (const { name, timeOutSeconds } of await dueJobs(services.database.read, services.clock.now())) {
        const worker = workers.get(name);
        if (stopped || !worker) return;
        // Does nothing when the job is already queued or running.
        await boss.send(name, null, {
          expireInSeconds: timeOutSeconds + graceSeconds,
          heartbeatSeconds: leaseSeconds,
        });
        boss.notifyWorker(worker);
      }
    } catch (error) {
      if (stopped) return;
      const isAway = error instanceof Error && isDatabaseUnavailable(error);
      services.log[isAway ? 'debug' : 'warn']({ err: error, category: 'Jobs' }, 'due jobs cannot be found');
    }
  }

  const timer = setInterval(() => void poll(), pollSeconds * 1_000).unref();
  const stopListening = services.live.listen(jobsChannel, (name) => void poll(name));
  void poll();
  return () => {
    stopped = true;
    clearInterval(timer);
    stopListening();
  };
}
