// Prints ESC/POS over a plain or encrypted connection (ports 9100 and 9143).
//
// Accepted bytes prove nothing: printers that demand encryption take plain ones and discard them. A paper counts as
// printed when the printer answers a question that stands behind the cut.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { connectPrinter } from './connect-printer.mjs';
import { answerReader, askAtEnd, askNow, clearBuffer, partsOfAutomatic, pulse, pulseNow } from './escpos-status.mjs';
import { statusOfEscPos, stopsPaper } from './printer-status.mjs';
import { NotTaken } from './problem.mjs';

const media = ['application/vnd.epson.escpos'];
const words = {
  paperOut: 'it is out of paper',
  coverOpen: 'its cover is open',
  cutter: 'its cutter is stuck',
  offline: 'it is offline',
  error: 'it reports an error',
};
const wordsOf = (status) => status.map((code) => words[code]).find(Boolean) ?? 'it is not ready';

export function rawPrinter(settings, { to, isEncrypted }) {
  const { waits } = settings;

  async function open() {
    const socket = await connectPrinter(settings, to, { isEncrypted });
    socket.setNoDelay(true);
    return talkTo(socket, waits.now * 1_000);
  }

  return {
    async look() {
      const printer = await open();
      try {
        const status = await printer.status();
        return { media, status, isReady: !stopsPaper(status) };
      } finally {
        printer.close();
      }
    },
    async print({ bytes, ...paper }, begin) {
      const printer = await open();
      try {
        const before = await printer.status();
        if (stopsPaper(before)) throw new NotTaken(before[0], `The printer takes no paper: ${wordsOf(before)}.`);
        await begin();
        await printer.write(Buffer.concat([bytes, askAtEnd]), paper.deadline);
        return await untilEnd(printer, paper, waits);
      } finally {
        printer.close();
      }
    },
    async openDrawer(opening, begin) {
      const printer = await open();
      try {
        const isWaiting = stopsPaper(await printer.status());
        await begin();
        return await kick(printer, opening, { waits, isWaiting });
      } finally {
        printer.close();
      }
    },
  };
}

/**
 * The drawer is behind a connector of the printer. A printer that takes no paper ignores what stands in its buffer: it
 * gets the pulse that it obeys at once, and does not answer it.
 */
async function kick(printer, { deadline }, { waits, isWaiting }) {
  if (isWaiting) {
    await printer.write(pulseNow, deadline);
    return { outcome: 'uncertain', code: 'silent', reason: 'The printer takes no paper, and does not say more.' };
  }
  await printer.write(Buffer.concat([pulse, askAtEnd]), deadline);
  const ending = await Promise.race([printer.atEnd, wait(waits.status * 1_000, undefined, { ref: false })]);
  if (ending && !ending.error) return { outcome: 'printed', code: '', reason: '' };
  const reason = ending ? `Then ${ending.error}.` : 'The printer did not say that it opened the drawer.';
  return { outcome: 'uncertain', code: ending ? 'cut' : 'silent', reason };
}

/** Waits for the answer that stands behind the paper. */
async function untilEnd(printer, paper, waits) {
  const uncertain = (code, reason) => ({ outcome: 'uncertain', code, reason });
  let readySince = performance.now();
  for (;;) {
    const ending = await Promise.race([printer.atEnd, wait(waits.look * 1_000, undefined, { ref: false })]);
    if (ending?.error) return uncertain('cut', `The printer took the paper, then ${ending.error}.`);
    // The sensor at the end of the roll.
    if (ending && ending.byte & 0x0c) return uncertain('paperOut', 'The paper ended while this was printed.');
    if (ending) return { outcome: 'printed', code: '', reason: '' };
    const status = await printer.status();
    paper.onStatus(status);
    const now = performance.now();
    if (now > paper.deadline) {
      // Loaded later, the printer would print the rest.
      await printer.write(clearBuffer, now + waits.now * 1_000).catch(() => {});
      return uncertain('expired', `The paper was not printed in time: ${wordsOf(status)}.`);
    }
    // Has time until the paper expires.
    if (stopsPaper(status)) readySince = now;
    else if (now - readySince >= waits.status * 1_000) {
      return uncertain('silent', 'The printer took the paper and did not say that it printed it.');
    }
  }
}

function talkTo(socket, nowTimeout) {
  const parts = {};
  let asked = '';
  let wake = () => {};
  let settle = () => {};
  const printer = {
    /** How many answers there were. */
    answers: 0,
    /** The answer behind the paper, or why there will be none. */
    atEnd: new Promise((resolve) => {
      settle = resolve;
    }),
    /** The present state; empty for a printer that does not answer. */
    async status() {
      for (const [index, name] of ['printer', 'offline', 'errors', 'paper'].entries()) {
        asked = name;
        const answer = new Promise((resolve) => {
          wake = () => resolve(true);
        });
        await printer.write(askNow(index + 1), performance.now() + nowTimeout).catch(() => {});
        if (!(await Promise.race([answer, wait(nowTimeout, false, { ref: false })]))) break;
      }
      return statusOfEscPos(parts);
    },
    async write(bytes, deadline) {
      if (socket.destroyed) throw new Error('The connection is closed.');
      if (socket.write(bytes)) return;
      const signal = AbortSignal.timeout(Math.ceil(Math.max(0, deadline - performance.now())));
      const cut = printer.atEnd.then(({ error = 'the printer answered too early' }) => {
        throw new Error(error);
      });
      await Promise.race([once(socket, 'drain', { signal }), cut]);
    },
    close: () => socket.destroy(),
  };
  const read = answerReader({
    now(byte) {
      printer.answers++;
      parts[asked] = byte;
      wake();
    },
    atEnd(byte) {
      printer.answers++;
      settle({ byte });
    },
    automatic(bytes) {
      printer.answers++;
      Object.assign(parts, partsOfAutomatic(bytes));
    },
  });
  socket.on('data', read);
  socket.on('error', () => {});
  socket.on('close', () => settle({ error: 'the connection was cut' }));
  socket.on('end', () => settle({ error: 'the printer ended the connection' }));
  return printer;
}
