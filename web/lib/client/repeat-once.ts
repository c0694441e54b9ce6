// Repeats a call after an outage that is over soon, such as while the database changes its server.
import { CallError } from './client.ts';

/** The longest wait (s) during which a person need not be told. */
const maxWait = 5;

/**
 * Calls `act`; after a 503 that names a short wait, once more. `act` must send the same `Idempotency-Key` again, or be
 * harmless when it is repeated. Throws the error of the last call.
 */
export async function repeatOnce<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 503) throw error;
    const { retryAfter } = error;
    if (retryAfter === undefined || retryAfter > maxWait) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryAfter * 1_000));
    return act();
  }
}
