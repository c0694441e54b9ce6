// Rests between deliveries by turns while people use the product: a campaign takes a part of the time, and all of it
// when no one else is there.
import { setTimeout as sleep } from 'node:timers/promises';
import { processesOf } from '#server/db/running-processes.ts';
import type { Services } from '#server/lib/context.ts';
import { isInUse } from '#server/lib/http/recent-calls.ts';

/** The work for one delivery (ms). Time beyond it is a wait for another server, after which no one has to rest. */
const workPerDelivery = 10;
/** Deliveries that get no answer for this long are not waited for (ms): a silent server holds up no others. */
const patience = 500;

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

/** Rests after deliveries that were claimed at `since`, so that all processes together work half of the time of one. */
export async function restAfter(
  rests: TurnRests,
  since: number,
  deliveries: readonly Promise<unknown>[],
): Promise<void> {
  rests.underWay++;
  await Promise.race([Promise.allSettled(deliveries), sleep(patience, undefined, { ref: false })]);
  rests.underWay--;
  const { services, onEnd } = rests;
  if (!isInUse(services.database)) return;
  const work = Math.min(performance.now() - since, workPerDelivery * deliveries.length);
  rests.resting++;
  setTimeout(
    () => {
      rests.resting--;
      onEnd();
    },
    (2 * processesOf(services.database) - 1) * work,
  ).unref();
}
