// Rests between deliveries by turns while people use the product: a campaign takes a part of the time, and all of it
// when no one else is there.
import { processesOf } from '#server/db/running-processes.ts';
import type { Services } from '#server/lib/context.ts';
import { isInUse } from '#server/lib/http/recent-calls.ts';

/** The longest rest of one process (ms). */
const maxRest = 500;

export interface TurnRests {
  services: Services;
  /** Called at the end of a rest. */
  onEnd: () => void;
  /** The claims by turns whose deliveries are under way. */
  underWay: number;
  /** The rests that have not ended. */
  resting: number;
  /** Someone waits until everything has left. */
  isHurried: boolean;
}

export function openTurnRests(services: Services, onEnd: () => void): TurnRests {
  return { services, onEnd, underWay: 0, resting: 0, isHurried: false };
}

/** Whether no delivery is claimed by turns now: in use, a claim waits for the deliveries of the last one, and rests. */
export function isAtRest({ services, underWay, resting, isHurried }: TurnRests): boolean {
  return !isHurried && isInUse(services.database) && underWay + resting > 0;
}

/** Rests after deliveries that were claimed at `since`, so that all processes together send half of the time of one. */
export async function restAfter(rests: TurnRests, since: number, deliveries: Promise<unknown>): Promise<void> {
  rests.underWay++;
  await deliveries.finally(() => rests.underWay--);
  const { services, onEnd } = rests;
  if (!isInUse(services.database)) return;
  const processes = processesOf(services.database);
  const rest = Math.min((2 * processes - 1) * (performance.now() - since), processes * maxRest);
  rests.resting++;
  setTimeout(() => {
    rests.resting--;
    onEnd();
  }, rest).unref();
}
