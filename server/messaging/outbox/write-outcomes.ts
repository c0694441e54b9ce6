// Writes the outcomes of attempts, many with one statement: those that come in within a few milliseconds, or while
// another statement runs.
import { setTimeout as sleep } from 'node:timers/promises';
import { isLostDatabase } from '#server/db/database-away.ts';
import type { Services } from '#server/lib/context.ts';
import { type Settled, settleDeliveries } from './settle-deliveries.ts';
import type { WhenSent } from './when-sent.ts';

/** For an outcome that the database does not take. While the database is lost, there is no limit. */
const maxTries = 10;
const perStatement = 200;
/**
 * How long an outcome waits for others (ms). Not that of a delivery which a crash leaves uncertain until it is written.
 */
const linger = 10;

export interface OutcomeWriter {
  /** Resolves when the outcome is written, or when that has failed for good. */
  write(settled: Settled): Promise<void>;
  /** Whether outcomes could not be written at once: their claims must not be taken for those of a dead process. */
  isBehind(): boolean;
}

/** `retryDelay`: after the first failure (ms). */
export function outcomeWriter(
  services: Pick<Services, 'database' | 'log'>,
  signal: AbortSignal,
  whenSent: WhenSent,
  retryDelay = 500,
): OutcomeWriter {
  let waiting: { settled: Settled; done: () => void }[] = [];
  let isWriting = false;
  let isBehind = false;

  async function writeAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      if (waiting.every(({ settled }) => settled.delivery.guarantee === 'again')) await sleep(linger);
      const batch = waiting.slice(0, perStatement);
      waiting = waiting.slice(perStatement);
      await writeBatch(batch.map(({ settled }) => settled));
      isBehind = false;
      for (const { done } of batch) done();
    }
    isWriting = false;
  }

  /** The messages are sent: retry recording that, else they are sent again when their claims expire. */
  async function writeBatch(batch: readonly Settled[]): Promise<void> {
    for (let tries = 1, refusals = 0; refusals < maxTries; tries++) {
      try {
        return await settleDeliveries(services.database.write, batch, whenSent);
      } catch (error) {
        isBehind = true;
        services.log.warn({ category: 'Mail', err: error }, 'the outcome of deliveries could not be written down');
        if (signal.aborted) return;
        if (!isLostDatabase(error)) refusals++;
        await sleep(Math.min(tries, 6) * retryDelay, undefined, { ref: false });
      }
    }
  }

  return {
    write: (settled) =>
      new Promise((done) => {
        waiting.push({ settled, done });
        void writeAll();
      }),
    isBehind: () => isBehind,
  };
}
