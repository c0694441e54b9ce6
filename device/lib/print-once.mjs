// Prints one paper at most once.
import { setTimeout as wait } from 'node:timers/promises';
import { NotTaken } from './problem.mjs';

/**
 * Settles the paper in the journal: printed, failed (nothing more comes out), uncertain (a person looks), or again (the
 * printer took nothing, and Daybook may hand it over later). Returns the outcome.
 */
export async function printOnce({ journal, printer, waits }, paper) {
  const { id, deadline } = paper;
  const patience = Math.min(deadline, performance.now() + waits.busy * 1_000);
  for (;;) {
    const result = await printNow({ journal, printer }, paper);
    if (result.outcome !== 'again' || performance.now() >= patience) {
      await journal.settle(id, result);
      return result;
    }
    paper.onStatus([result.code]);
    await wait(waits.look * 1_000);
  }
}

async function printNow({ journal, printer }, paper) {
  let isBegun = false;
  try {
    return await printer.print({ ...paper }, async () => {
      await journal.begin(paper.id);
      isBegun = true;
    });
  } catch (error) {
    const { code = 'printer', message: reason } = error;
    if (error instanceof NotTaken) {
      if (isBegun) await journal.take(paper.id);
      return { outcome: 'again', code, reason };
    }
    return { outcome: error.isRefusal || !isBegun ? 'failed' : 'uncertain', code, reason };
  }
}
