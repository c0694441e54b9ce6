// Imports of all kinds take turns: each reads a whole file in a thread of its own.
import { Refusal } from '#server/lib/refusal.ts';
import { openTurns } from '#server/lib/turns.ts';

/** Imports and previews at the same time in this process; each company has one. */
export const maxImports = 2;
/** An import waits for another of its company for so long at most (ms). */
const maxWait = 30_000;
/** Seconds. */
const retryAfter = 10;

/** Throws 429 when another import of the company runs for long. */
export const withImportTurn = openTurns({
  perOwner: 1,
  total: maxImports,
  // Each holds its file.
  maxWaiting: 3,
  maxWait,
  refusal: () => new Refusal(429, 'customers.importRuns', { retryAfter }),
});

/** The limits of a thread that imports. */
export const importThread = { max: maxImports, maxMegabytes: 256, youngMegabytes: 32 };
