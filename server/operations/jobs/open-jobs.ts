// Regular work: the table of jobs says what is due, queues of pg-boss on the same PostgreSQL see that only one process does it.
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { databaseAway } from '#server/db/database-away.ts';
import type { House } from '#server/lib/context.ts';
import { allJobs } from './all-jobs.ts';
import { runJob } from './run-job.ts';
import { addNewJobs, dueJobs, grace, jobsChannel } from './store.ts';

export interface Jobs {
  /** Resolves once they run, or when they are closed before. */
  started: Promise<void>;
  /** Lets running jobs finish, within 3 seconds; what is cut off is run again when it is due again. */
  close(): Promise<void>;
}

interface Started {
  boss: PgBoss;
  stopLooking(): void;
}

/** How long to wait before starting is tried again while the database is away (ms). */
const again = { first: 1_000, most: 30_000 };

/**
 * Starts the regular work in the background: a database that is away delays it and stops nothing else. `pollSeconds` is how often
 * jobs that are due are looked for; those that somebody wants to run now are told.
 */
export function openJobs(house: House, options: { pollSeconds?: number } = {}): Jobs {
  const stopped = new AbortController();
  const starting = keepStarting(house, options.pollSeconds ?? 15, stopped.signal);
  return {
    started: starting.then(() => {}),
    async close() {
      stopped.abort();
      // A connection that is just being tried may take longer to fail than anybody wants to wait.
      const started = await Promise.race([starting, sleep(2_000, undefined, { ref: false })]);
      started?.stopLooking();
      await started?.boss.stop({ graceful: true, timeout: 3_000, close: true });
    },
  };
}

async function keepStarting(house: House, pollSeconds: number, stopped: AbortSignal): Promise<Started | undefined> {
  for (let wait = again.first; !stopped.aborted; wait = Math.min(wait * 2, again.most)) {
    try {
      return await start(house, pollSeconds);
    } catch (error) {
      house.log.warn({ err: error, category: 'Jobs' }, 'jobs cannot start, trying again');
      await sleep(wait, undefined, { signal: stopped, ref: false }).catch(() => {});
    }
  }
  return undefined;
}

async function start(house: House, pollSeconds: number): Promise<Started> {
  const boss = new PgBoss({
    ...house.database.connection,
    schema: 'pgboss',
    application_name: 'daybook jobs',
    max: 2,
    // The table says when; its intervals are finer than cron's, and change without a restart.
    schedule: false,
  });
  // It goes on by itself after an error; without a listener the error would end the process.
  boss.on('error', (error) => house.log.warn({ err: error, category: 'Jobs' }, 'jobs failed'));
  try {
    await boss.start();
    await addNewJobs(house.database.write);
    const workers = new Map<string, string>();
    for (const name of Object.keys(allJobs)) {
      // At most one run of each waits or works, over all processes.
      await boss.createQueue(name, { policy: 'exclusive', retryLimit: 0, deleteAfterSeconds: 604_800 });
      workers.set(name, await boss.work(name, { pollingIntervalSeconds: pollSeconds }, () => runJob(house, name)));
    }
    return { boss, stopLooking: startLooking(house, boss, workers, pollSeconds) };
  } catch (error) {
    await boss.stop({ graceful: false, close: true }).catch(() => {});
    throw error;
  }
}

/** Queues what is due, now, regularly, and when somebody says so; until the returned function is called. */
function startLooking(house: House, boss: PgBoss, workers: Map<string, string>, pollSeconds: number): () => void {
  let stopped = false;

  async function look(): Promise<void> {
    try {
      for (const { name, timeOutSeconds } of await dueJobs(house.database.read, house.clock.now())) {
        const worker = workers.get(name);
        if (stopped || !worker) return;
        // Nothing happens when it waits or runs already.
        await boss.send(name, null, { expireInSeconds: timeOutSeconds + grace });
        boss.notifyWorker(worker);
      }
    } catch (error) {
      if (stopped) return;
      const isAway = error instanceof Error && databaseAway(error);
      house.log[isAway ? 'debug' : 'warn']({ err: error, category: 'Jobs' }, 'due jobs cannot be found');
    }
  }

  const timer = setInterval(() => void look(), pollSeconds * 1_000).unref();
  const stopListening = house.live.listen(jobsChannel, () => void look());
  void look();
  return () => {
    stopped = true;
    clearInterval(timer);
    stopListening();
  };
}
