// Answers after the same time whether something exists or not, so that nobody can tell by waiting.
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `act` and answers its result, or throws its error, when `milliseconds` have passed; on a machine so busy that this
 * was too short, when as many have passed again, so that its own length does not show.
 */
export async function evenly<T>(milliseconds: number, act: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await act();
  } finally {
    const passed = performance.now() - begun;
    await sleep(milliseconds - (passed % milliseconds));
  }
}
