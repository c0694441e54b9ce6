// Turns the values that a callback sends, for example within a transaction, into an iterable.
import { once } from 'node:events';
import { PassThrough } from 'node:stream';

/**
 * Yields each value given to `send`. A `send` resolves when the next value is requested; it rejects when the iteration
 * has ended before `produce`, which ends `produce` too. The iteration throws an error of `produce`.
 */
export async function* iterateSends<T>(
  produce: (send: (value: T) => Promise<void>) => Promise<void>,
): AsyncGenerator<T, undefined> {
  const values = new PassThrough({ objectMode: true, highWaterMark: 1 });
  const send = async (value: T) => {
    if (values.destroyed) throw new Error('Nothing more is read.');
    if (values.write(value)) return;
    const waiting = new AbortController();
    const { signal } = waiting;
    await Promise.race([once(values, 'drain', { signal }), once(values, 'close', { signal })]);
    waiting.abort();
  };
  produce(send).then(
    () => values.end(),
    (error) => values.destroy(error),
  );
  yield* values;
  return undefined;
}
