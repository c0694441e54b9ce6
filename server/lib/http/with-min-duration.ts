// Makes an operation take at least a fixed time: its duration must not reveal whether a record exists.
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs `act` and returns its result, or throws its error, no earlier than after `milliseconds`. */
export async function withMinDuration<T>(milliseconds: number, act: () => Promise<T>): Promise<T> {
  const delay = sleep(milliseconds);
  try {
    return await act();
  } finally {
    await delay;
  }
}
