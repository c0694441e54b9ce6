// Writes the outcomes of attempts: those that come in while one statement runs go with the next.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#server/lib/context.ts';
import { type Settled, settleDeliveries } from './settle-deliveries.ts';
import type { WhenSent } from './when-sent.ts';

const maxTries = 10;
const perStatement = 200;

/** Returns a function that resolves when the outcome is written, or when that has failed for good. */
export function outcomeWriter(
  services: Services,
  signal: AbortSignal,
  whenSent: WhenSent,
): (settled: Settled) => Promise<void> {
  let waiting: { settled: Settled; done: () => void }[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, perStatement);
      waiting = waiting.slice(perStatement);
      await write(batch.map(({ settled }) => settled));
      for (const { done } of batch) done();
    }
    isWriting = false;
  }

  /** The messages are sent: retry recording that, else they are sent again when their claims expire. */
  async function write(batch: readonly Settled[]): Promise<void> {
    for (let tries = 1; tries <= maxTries; tries++) {
      try {
        return await settleDeliveries(services.database.write, batch, whenSent);
      } catch (error) {
        services.log.warn({ category: 'Mail', err: error }, 'the outcome of deliveries could not be written down');
        if (signal.aborted) return;
        await sleep(Math.min(tries * 500, 3_000), undefined, { ref: false });
      }
    }
  }

  return (settled) =>
    new Promise((done) => {
      waiting.push({ settled, done });
      void writeAll();
    });
}
