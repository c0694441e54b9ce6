// The Idempotency-Key of a try to book: the same for the same wish until its answer is known.

export interface IdempotencyKeys {
  /** The key for this wish; the one of the last try when that was the same and nobody knows how it ended. */
  keyFor(request: object): string;
  /** The server has answered: the next try is a new one, even with the same wish. */
  reset(): void;
}

/** A double click or an answer lost on the way then books once. */
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

/** As `crypto.randomUUID`, which browsers lack on plain http. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
