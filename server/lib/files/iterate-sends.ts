// Turns what a callback hands on, such as one that runs within a transaction, into values that are iterated over.
import { once } from 'node:events';
import { PassThrough } from 'node:stream';

/**
 * Yields each value given to `send`. A `send` resolves when the next value is wanted; it rejects when the iteration has ended before
 * `produce` has, so that `produce` ends too. An error of `produce` is thrown to the caller that iterates.
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
