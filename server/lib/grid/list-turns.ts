// Limits the lists that one process reads at the same time, per company and altogether: searches of one company leave
// connections for the others and for signing in.
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
  /** Made for a read that cannot wait, or has waited for too long. By default 503. */
  refusal?: () => Refusal;
}

const waiting = { maxWaiting: 50, maxWait: 5_000 };
/** Seconds. */
const retryAfter = 2;

interface Waiting {
  companyId: string;
  start: () => void;
}

/** Returns a function that runs `act` when it is the turn of the company. It throws the refusal when too many wait. */
export function listTurns({ perCompany, total, maxWaiting, maxWait, refusal = busy }: Turns) {
  const running = new Map<string, number>();
  const queue: Waiting[] = [];
  let count = 0;
  const runningOf = (companyId: string) => running.get(companyId) ?? 0;
  const hasRoom = (companyId: string) => count < total && runningOf(companyId) < perCompany;

  function enter(companyId: string): void {
    count++;
    running.set(companyId, runningOf(companyId) + 1);
  }

  function leave(companyId: string): void {
    count--;
    const left = runningOf(companyId) - 1;
    if (left > 0) running.set(companyId, left);
    else running.delete(companyId);
    // The company with the fewest running reads comes first: a long queue of one does not delay the others.
    const [next] = queue
      .filter((waiting) => hasRoom(waiting.companyId))
      .sort((a, b) => runningOf(a.companyId) - runningOf(b.companyId));
    next?.start();
  }

  function wait(companyId: string): Promise<void> {
    if (queue.filter((waiting) => waiting.companyId === companyId).length >= maxWaiting) throw refusal();
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
      const timer = setTimeout(() => {
        remove();
        reject(refusal());
      }, maxWait);
      queue.push(entry);
    });
  }

  return async <T>(companyId: string, act: () => Promise<T>): Promise<T> => {
    if (hasRoom(companyId)) enter(companyId);
    else await wait(companyId);
    try {
      return await act();
    } finally {
      leave(companyId);
    }
  };
}

/** The turns of each database that this process uses. */
const turnsOf = new WeakMap<Database, ReturnType<typeof listTurns>>();

/** Runs `act`, which reads a list, when it is the turn of the company. Throws 503 when too many reads wait. */
export function withListTurn<T>(
  { database, config }: Pick<Services, 'database' | 'config'>,
  companyId: string,
  act: () => Promise<T>,
): Promise<T> {
  let withTurn = turnsOf.get(database);
  if (!withTurn) {
    const { lists, listsPerCompany } = poolShares(config.databasePool);
    withTurn = listTurns({ perCompany: listsPerCompany, total: lists, ...waiting });
    turnsOf.set(database, withTurn);
  }
  return withTurn(companyId, act);
}

function busy(): Refusal {
  return new Refusal(503, 'error.busy', { retryAfter });
}
