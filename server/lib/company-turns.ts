// Limits what one process reads at the same time, per company and altogether: lists, reports, exports and counts of one
// company leave connections and processors for the others and for signing in.
import type { Database } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { poolShares } from '#server/lib/pool-shares.ts';
import { openTurns } from '#server/lib/turns.ts';

const waiting = { maxWaiting: 50, maxWait: 5_000, restTimes: 2, maxRest: 400 };

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
    withTurn = openTurns({ perOwner: readsPerCompany, total: reads, ...waiting });
    turnsOf.set(database, withTurn);
  }
  return withTurn(companyId, act, options);
}
