// Limits the requests of a link that are without a response at one time.

/** Link, window or pace had no room in time. */
export class TooLate extends Error {}

export type LinkWindow = ReturnType<typeof openWindow>;

/** `size`: requests that may be without a response. */
export function openWindow(size: number) {
  const waiting: (() => void)[] = [];
  let inside = 0;
  function leave(): void {
    inside -= 1;
    waiting.shift()?.();
  }
  return {
    /** Resolves when there is room, with the function that leaves. Throws `TooLate` when the signal aborts. */
    async enter(signal: AbortSignal): Promise<() => void> {
      while (inside >= size) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        try {
          await orAbort(promise, signal);
        } catch (error) {
          const index = waiting.indexOf(resolve);
          // Its turn had come: it is that of the next one.
          if (index < 0) waiting.shift()?.();
          else waiting.splice(index, 1);
          throw error;
        }
      }
      inside += 1;
      return leave;
    },
  };
}

/** Throws `TooLate` when the signal aborts first. */
export async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new TooLate());
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
