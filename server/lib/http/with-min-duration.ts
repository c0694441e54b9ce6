// Answers after the same time whether something exists or not, so that nobody can tell by waiting.
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs `act` and answers its result, or throws its error, not before `milliseconds` have passed. */
export async function withMinDuration<T>(milliseconds: number, act: () => Promise<T>): Promise<T> {
  const delay = sleep(milliseconds);
  try {
    return await act();
  } finally {
    await delay;
  }
}
