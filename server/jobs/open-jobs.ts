// Regular work: schedules and queues of pg-boss on the same PostgreSQL, so that any number of processes share them.
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { House } from '#server/lib/context.ts';
import { tidy } from './tidy.ts';

export interface Jobs {
  /** Resolves once they run, or when they are closed before. */
  started: Promise<void>;
  /** Lets running jobs finish, within 3 seconds; what is cut off is run again by another process. */
  close(): Promise<void>;
}

/** Every job: when it runs (cron, UTC) and what it does; the answer is kept with the run. */
const jobs = {
  tidy: { cron: '*/10 * * * *', run: tidy },
} satisfies Record<string, { cron: string; run: (house: House) => Promise<object> }>;

/** How long to wait before starting is tried again while the database is away (ms). */
const again = { first: 1_000, most: 30_000 };

/**
 * Starts the regular work in the background: a database that is away delays it and stops nothing else. `pollSeconds` is how often
 * runs that are due are looked for.
 */
export function openJobs(house: House, options: { pollSeconds?: number } = {}): Jobs {
  const stopped = new AbortController();
  const starting = keepStarting(house, options.pollSeconds ?? 15, stopped.signal);
  return {
    started: starting.then(() => {}),
    async close() {
      stopped.abort();
      // A connection that is just being tried may take longer to fail than anybody wants to wait.
      const boss = await Promise.race([starting, sleep(2_000, undefined, { ref: false })]);
      await boss?.stop({ graceful: true, timeout: 3_000, close: true });
    },
  };
}

async function keepStarting(house: House, pollSeconds: number, stopped: AbortSignal): Promise<PgBoss | undefined> {
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

async function start(house: House, pollSeconds: number): Promise<PgBoss> {
  const boss = new PgBoss({
    ...house.database.connection,
    schema: 'pgboss',
    application_name: 'daybook jobs',
    max: 2,
  });
  // It goes on by itself after an error; without a listener the error would end the process.
  boss.on('error', (error) => house.log.warn({ err: error, category: 'Jobs' }, 'jobs failed'));
  try {
    await boss.start();
    for (const [name, { cron, run }] of Object.entries(jobs)) {
      // At most one run of each waits or works, over all processes.
      await boss.createQueue(name, {
        policy: 'exclusive',
        retryLimit: 0,
        expireInSeconds: 300,
        deleteAfterSeconds: 604_800,
      });
      await boss.work(name, { pollingIntervalSeconds: pollSeconds }, async () => {
        const answer = await run(house);
        house.log.debug({ job: name, answer }, 'job done');
        return answer;
      });
      await boss.schedule(name, cron);
    }
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false, close: true }).catch(() => {});
    throw error;
  }
}
