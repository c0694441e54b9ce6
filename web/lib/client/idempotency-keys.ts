// The Idempotency-Key of a request: unchanged until the request is answered.
import { randomKey } from '#web/lib/client/random-id.ts';

export interface IdempotencyKeys {
  /** Returns the key of a request. A repeated, unanswered request gets the same key. */
  keyFor(request: object): string;
  /** Call it after an answer: the next request gets a new key, even if it is identical. */
  reset(): void;
}

/** Prevents a second booking or record after a double click or a lost answer. */
export function createIdempotencyKeys(): IdempotencyKeys {
  let pending: { request: string; key: string } | undefined;
  return {
    keyFor(request) {
      const text = JSON.stringify(request);
      if (pending?.request !== text) pending = { request: text, key: randomKey() };
      return pending.key;
    },
    reset() {
      pending = undefined;
    },
  };
}
