// Limits what one process reads at the same time, per company and altogether: lists, reports, exports and counts of one
// company leave connections and processors for the others and for signing in.
import type { Database } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { poolShares } from '#server/lib/pool-shares.ts';
import { Refusal } from '#server/lib/refusal.ts';

export interface Turns {
  /** Reads of one company at the same time, and of all. */
  perCompany: number;
  total: number;
  /** Reads of one company that may wait. */
  maxWaiting: number;
  /** How long a read may wait (ms). */
  maxWait: number;
  /**
   * Of a company with further reads waiting, each is followed by a rest as long as it took, up to so many milliseconds:
   * a flood of one company takes half of its share, and a few reads at once hardly wait. None by default.
   */
  maxRest?: number;
  /** Made for a read that cannot wait, or has waited for too long. By default 503. */
  refusal?: () => Refusal;
}

const waiting = { maxWaiting: 50, maxWait: 5_000, maxRest: 200 };
/** How long a read waits that has begun to answer (ms): longer than any queue of others. */
const patience = 30_000;
/** A shorter rest costs more than it gives (ms). */
const minRest = 1;
/** Seconds. */
const retryAfter = 2;

interface Waiting {
  companyId: string;
  start: () => void;
}

/** Returns a function that runs `act` when it is the turn of the company. It throws the refusal when too many wait. */
export function companyTurns({ perCompany, total, maxWaiting, maxWait, maxRest = 0, refusal = busy }: Turns) {
  const running = new Map<string, number>();
  const queue: Waiting[] = [];
  let count = 0;
  const runningOf = (companyId: string) => running.get(companyId) ?? 0;
  const isWaiting = (companyId: string) => queue.some((waiting) => waiting.companyId === companyId);
  const hasRoom = (companyId: string) => count < total && runningOf(companyId) < perCompany;

  function enter(companyId: string): void {
    count++;
    running.set(companyId, runningOf(companyId) + 1);
  }

  /** Ends the turn of a company, and starts one that waits. */
  function leave(companyId: string): void {
    const left = runningOf(companyId) - 1;
    if (left > 0) running.set(companyId, left);
    else running.delete(companyId);
    startNext();
  }

  /** The company with the fewest running reads comes first: a long queue of one does not delay the others. */
  function startNext(): void {
    const [next] = queue
      .filter((waiting) => hasRoom(waiting.companyId))
      .sort((a, b) => runningOf(a.companyId) - runningOf(b.companyId));
    next?.start();
  }

  function wait(companyId: string, isPatient: boolean): Promise<void> {
    if (!isPatient && queue.filter((waiting) => waiting.companyId === companyId).length >= maxWaiting) throw refusal();
    return new Promise((resolve, reject) => {
      const remove = () => {
        clearTimeout(timer);
        queue.splice(queue.indexOf(entry), 1);
      };
      const entry: Waiting = {
        companyId,
        start() {
          remove();
          enter(companyId);
          resolve();
        },
      };
      const timer = setTimeout(
        () => {
          remove();
          reject(refusal());
        },
        isPatient ? patience : maxWait,
      );
      queue.push(entry);
    });
  }

  /** Other companies have the room at once; the company itself, if further reads of it wait, after a rest. */
  function end(companyId: string, took: number): void {
    count--;
    const rest = Math.min(took, maxRest);
    if (rest >= minRest && isWaiting(companyId)) {
      setTimeout(leave, rest, companyId);
      startNext();
    } else {
      leave(companyId);
    }
  }

  return async <T>(companyId: string, act: () => Promise<T>, { isPatient = false } = {}): Promise<T> => {
    if (hasRoom(companyId)) enter(companyId);
    else await wait(companyId, isPatient);
    const begun = performance.now();
    try {
      return await act();
    } finally {
      end(companyId, performance.now() - begun);
    }
  };
}

/** The turns of each database that this process uses. */
const turnsOf = new WeakMap<Database, ReturnType<typeof companyTurns>>();

/**
 * Runs `act`, which reads much, when it is the turn of the company. Throws 503 when too many reads wait, unless it
 * `isPatient`: a part of an answer whose first part was sent.
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
    withTurn = companyTurns({ perCompany: readsPerCompany, total: reads, ...waiting });
    turnsOf.set(database, withTurn);
  }
  return withTurn(companyId, act, options);
}

function busy(): Refusal {
  return new Refusal(503, 'error.busy', { retryAfter });
}
