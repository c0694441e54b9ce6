// Limits what one process does at the same time, for each owner, such as a company or a person, and altogether. A long
// queue of one owner does not delay the others.
import { Refusal } from '#server/lib/refusal.ts';

export interface Turns {
  /** Acts of one owner at the same time, and of all. */
  perOwner: number;
  total: number;
  /** Acts of one owner that may wait. */
  maxWaiting: number;
  /** How long an act may wait (ms). */
  maxWait: number;
  /**
   * Of an owner with further acts waiting, each is followed by a rest: so many times as long as it took, up to so many
   * milliseconds. A flood of one owner takes a part of its share, and a few acts at once hardly wait. None by default.
   */
  rest?: () => { times: number; max: number };
  /** Made for an act that cannot wait, or has waited for too long. By default 503. */
  refusal?: () => Refusal;
}

/** How long an act waits whose caller has begun to answer (ms): longer than any queue of others. */
const patience = 30_000;
/** A shorter rest costs more than it gives (ms). */
const minRest = 1;
/** Seconds. */
const retryAfter = 2;

interface Waiting {
  owner: string;
  start: () => void;
}

/**
 * Returns a function that runs `act` when it is the turn of its owner. It throws the refusal when too many wait, unless
 * the act `isPatient`: a part of an answer whose first part was sent.
 */
export function openTurns({ perOwner, total, maxWaiting, maxWait, rest: restOf, refusal = busy }: Turns) {
  const running = new Map<string, number>();
  const queue: Waiting[] = [];
  let count = 0;
  const runningOf = (owner: string) => running.get(owner) ?? 0;
  const isWaiting = (owner: string) => queue.some((waiting) => waiting.owner === owner);
  const hasRoom = (owner: string) => count < total && runningOf(owner) < perOwner;

  function enter(owner: string): void {
    count++;
    running.set(owner, runningOf(owner) + 1);
  }

  /** Ends the turn of an owner, and starts one that waits. */
  function leave(owner: string): void {
    const left = runningOf(owner) - 1;
    if (left > 0) running.set(owner, left);
    else running.delete(owner);
    startNext();
  }

  /** The owner with the fewest running acts comes first. */
  function startNext(): void {
    const [next] = queue
      .filter((waiting) => hasRoom(waiting.owner))
      .sort((a, b) => runningOf(a.owner) - runningOf(b.owner));
    next?.start();
  }

  function wait(owner: string, isPatient: boolean): Promise<void> {
    if (!isPatient && queue.filter((waiting) => waiting.owner === owner).length >= maxWaiting) throw refusal();
    return new Promise((resolve, reject) => {
      const remove = () => {
        clearTimeout(timer);
        queue.splice(queue.indexOf(entry), 1);
      };
      const entry: Waiting = {
        owner,
        start() {
          remove();
          enter(owner);
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

  /** Other owners have the room at once; the owner itself, if further acts of it wait, after a rest. */
  function end(owner: string, took: number): void {
    count--;
    const { times, max } = restOf?.() ?? { times: 0, max: 0 };
    const rest = Math.min(times * took, max);
    if (rest >= minRest && isWaiting(owner)) {
      setTimeout(leave, rest, owner);
      startNext();
    } else {
      leave(owner);
    }
  }

  return async <T>(owner: string, act: () => Promise<T>, { isPatient = false } = {}): Promise<T> => {
    if (hasRoom(owner)) enter(owner);
    else await wait(owner, isPatient);
    const begun = performance.now();
    try {
      return await act();
    } finally {
      end(owner, performance.now() - begun);
    }
  };
}

function busy(): Refusal {
  return new Refusal(503, 'error.busy', { retryAfter });
}
