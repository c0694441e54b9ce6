// Limits what one process reads at the same time, per company and altogether: lists, reports, exports and counts of one
// company leave connections and processors for the others and for signing in.
import type { Database } from '#server/db/pool.ts';
import { processesOf } from '#server/db/running-processes.ts';
import type { Services } from '#server/lib/context.ts';
import { poolShares } from '#server/lib/pool-shares.ts';
import { openTurns } from '#server/lib/turns.ts';

const waiting = { maxWaiting: 50, maxWait: 5_000 };
/** How long a process rests after a read of a company that has others waiting: at least so many times as it took. */
const minRestTimes = 2;
/** The longest rest (ms), of one process. */
const maxRest = 400;
/** Reads of one such company at the same time, on average, of all processes together. */
const sharedReads = 2 / 3;

/** The turns of each database that this process uses. */
const turnsOf = new WeakMap<Database, ReturnType<typeof openTurns>>();

/**
 * Runs `act`, which reads much, when it is the turn of the company. Throws 503 when too many reads wait.
 */
export function withCompanyTurn<T>(
  { database, config }: Pick<Services, 'database' | 'config'>,
  companyId: string,
  act: () => Promise<T>,
  options: { isPatient?: boolean } = {},
): Promise<T> {
  let withTurn = turnsOf.get(database);
  if (!withTurn) {
    const { reads, readsPerCompany } = poolShares(config.databasePool);
    const rest = () => restAfterRead(processesOf(database), readsPerCompany);
    withTurn = openTurns({ perOwner: readsPerCompany, total: reads, rest, ...waiting });
    turnsOf.set(database, withTurn);
  }
  return withTurn(companyId, act, options);
}

/** The rest of one process, so that a flood takes no more of many processes than of one. */
export function restAfterRead(processes: number, readsPerCompany: number): { times: number; max: number } {
  const times = (processes * readsPerCompany) / sharedReads - 1;
  return { times: Math.max(minRestTimes, times), max: processes * maxRest };
}
