// Bounds the messages under way to one person and to one push service: people name their services, and one that never
// answers must not take the connections of all others.
import { setTimeout as sleep } from 'node:timers/promises';

/** At once, for one person and for one host: fewer than the connections of the route. */
const maxOfUser = 4;
const maxOfHost = 10;
/** A message waits this long for others to end (ms); then it is tried again later. */
const maxWait = 500;

/** Other messages to the same person or service have no answer yet. */
export class PushBusy extends Error {}

export interface InFlight {
  /** Counts a message until the returned function is called. Throws `PushBusy` when there is no room in time. */
  enter(userId: string, host: string): Promise<() => void>;
}

export function openInFlight(): InFlight {
  const counts = new Map<string, number>();
  let left = Promise.withResolvers<void>();

  const countOf = (key: string) => counts.get(key) ?? 0;
  const add = (key: string, more: 1 | -1) => {
    const count = countOf(key) + more;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };

  return {
    async enter(userId, host) {
      const [user, service] = [`user ${userId}`, `host ${host}`];
      const until = performance.now() + maxWait;
      while (countOf(user) >= maxOfUser || countOf(service) >= maxOfHost) {
        const wait = until - performance.now();
        if (wait <= 0) throw new PushBusy('Earlier messages to this person or push service have no answer yet.');
        await Promise.race([left.promise, sleep(wait, undefined, { ref: false })]);
      }
      for (const key of [user, service]) add(key, 1);
      return () => {
        for (const key of [user, service]) add(key, -1);
        left.resolve();
        left = Promise.withResolvers<void>();
      };
    },
  };
}
