// Paces long work, so that the requests of others find the processors free.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Db } from '#server/db/pool.ts';

/** Shorter steps run on without a rest: a timer costs more (ms). */
const minStep = 1;
/** A step that waited for something else earns no longer rest (ms). */
const maxRest = 1_000;

/** Called between two steps of a work: rests `times` as long as the step before took. */
export type Rest = () => Promise<void>;

/** Without a rest while `isAlone` says that no one else works. */
export function restBetween(times: number, isAlone?: () => Promise<boolean>): Rest {
  let begun = performance.now();
  return async () => {
    const took = performance.now() - begun;
    if (took < minStep) return;
    if (!(await isAlone?.())) await sleep(Math.min(took * times, maxRest));
    begun = performance.now();
  };
}

/** Transactions of a second up to which the database is taken for idle: those of jobs that look for work. */
const maxIdle = 10;
/** Transactions of a step of the work itself. */
const ofStep = 3;
/** Statistics of the database arrive up to a second late (ms). */
const minAge = 1_500;

/**
 * Rests only while others work, in whichever process: the database counts their transactions. Until it has counted for
 * long enough, they are taken to work: create it as early as the work begins.
 */
export function restForOthers(times: number, { read }: Pick<Database, 'read'>): Rest {
  // A count that fails says nothing: the next one is compared with a later one.
  let before = countTransactions(read).catch(() => undefined);
  let isAlone = false;
  let steps = 0;
  return restBetween(times, async () => {
    steps++;
    const earlier = await before;
    if (earlier && performance.now() - earlier.at < minAge) return isAlone;
    const now = await countTransactions(read);
    if (earlier) isAlone = (now.count - earlier.count - ofStep * steps) / ((now.at - earlier.at) / 1000) <= maxIdle;
    before = Promise.resolve(now);
    steps = 0;
    return isAlone;
  });
}

async function countTransactions(read: Db): Promise<{ at: number; count: number }> {
  const { rows } = await sql<{ count: number }>`
    select xact_commit::double precision as count from pg_stat_database where datname = current_database()`.execute(
    read,
  );
  return { at: performance.now(), count: rows[0]?.count ?? Infinity };
}
