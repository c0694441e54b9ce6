// Paces long work, so that the requests of others find the processors free.
import { setTimeout as sleep } from 'node:timers/promises';

/** Shorter steps run on without a rest: a timer costs more (ms). */
const minStep = 1;
/** A step that waited for something else earns no longer rest (ms). */
const maxRest = 1_000;

/** Called between two steps of a work: rests `times` as long as the step before took. */
export type Rest = () => Promise<void>;

export function restBetween(times: number): Rest {
  let begun = performance.now();
  return async () => {
    const took = performance.now() - begun;
    if (took < minStep) return;
    await sleep(Math.min(took * times, maxRest));
    begun = performance.now();
  };
}
