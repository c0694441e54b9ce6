// How long each company held connections to the database in this process, for the metrics.
import type { Database } from './pool.ts';

/** Of each database that this process uses: seconds by company. */
const secondsOf = new WeakMap<Database, Map<string, number>>();

/** Runs `act`, which holds a connection for the company, and adds the time it takes. */
export async function countForCompany<T>(database: Database, companyId: string, act: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await act();
  } finally {
    const seconds = secondsOf.get(database) ?? new Map<string, number>();
    secondsOf.set(database, seconds);
    seconds.set(companyId, (seconds.get(companyId) ?? 0) + (performance.now() - begun) / 1_000);
  }
}

/** The seconds of each company since the start of the process, by its id. */
export function companySeconds(database: Database): ReadonlyMap<string, number> {
  return secondsOf.get(database) ?? new Map();
}
