// The agent of Daybook: runs beside a printer or a cash register, asks Daybook for paper, and prints it.
//
//   node agent.mjs                       runs
//   node agent.mjs ipp://192.168.1.20    stores the address of the printer first
//
// Needs Node 20 or newer, and no packages. `readme.txt` has the five steps.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { daybookAt } from './lib/daybook.mjs';
import { enroll } from './lib/enroll.mjs';
import { openJournal } from './lib/journal.mjs';
import { assertOnlyInstance } from './lib/one-instance.mjs';
import { examples, openPrinter } from './lib/open-printer.mjs';
import { printOnce } from './lib/print-once.mjs';
import { Problem } from './lib/problem.mjs';
import { openSettings } from './lib/settings.mjs';

const folder = dirname(fileURLToPath(import.meta.url));
const ownVersion = readFileSync(new URL('version.txt', import.meta.url), 'utf8').trim();
/** A printer that is ready is asked for its state this often while there is no paper (ms). */
const lookInterval = 60_000;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());

try {
  await main();
} catch (error) {
  say(error instanceof Problem ? error.message : error.stack);
  process.exitCode = 1;
}

async function main() {
  const settings = await openSettings(folder);
  const [address] = process.argv.slice(2);
  const { values } = settings;
  const isPrinter = values.kind !== 'register';
  if (address) {
    openPrinter({ ...settings, values: { ...values, printer: address } });
    await settings.change({ printer: address, ...(address !== values.printer && { printerCertificate: undefined }) });
  }
  if (isPrinter && !values.printer) {
    throw new Problem('noPrinter', `Start the agent once with the address of the printer:\n${examples}`);
  }
  // A register without a printer prints nothing and opens no drawer.
  const printer = values.printer ? openPrinter(settings) : undefined;
  await assertOnlyInstance(values.device);
  const journal = await openJournal(folder);
  const daybook = daybookAt(settings);
  await untilStopped(() => enroll(settings, daybook), settings.waits.retry);
  if (stop.signal.aborted) return;
  say(`Connected to ${values.server} as "${values.name ?? values.device}".`);
  await work({ settings, journal, daybook, printer, waits: settings.waits });
  say('Stopped.');
}

/** Asks for paper until the agent is stopped: Min seconds after work, plus Step while there is none, up to Max. */
async function work(agent) {
  const version = agent.settings.values.application?.version ?? ownVersion;
  const watch = watchPrinter(agent.printer);
  const intervals = { min: 5, max: 10, step: 5 };
  let delay = intervals.min;
  let isGone = false;
  while (!stop.signal.aborted) {
    try {
      await reportAll(agent);
      const now = await watch.look();
      const answer = await agent.daybook.poll({ version, ...now, working: '', wait: holdOf(agent, now) }, stop.signal);
      if (isGone) say('Daybook knows this agent again.');
      isGone = false;
      Object.assign(intervals, answer.intervals);
      const worked =
        answer.job !== undefined && answer.job !== null && (await handle(agent, answer.job, { watch, version }));
      delay = worked ? intervals.min : Math.min(intervals.max, delay + intervals.step);
      // Daybook has waited instead.
      if (answer.isHeld && (worked || !answer.job)) delay = 0;
    } catch (error) {
      if (stop.signal.aborted) break;
      delay = delayAfter(error, isGone, agent.waits);
      isGone ||= error.code === 'gone';
    }
    await pause(delay);
    if (delay > intervals.max) delay = intervals.max;
  }
}

/** Seconds for which Daybook may hold the question; less while the printer must be looked at again soon. */
function holdOf({ settings, printer, waits }, { isReady }) {
  if (settings.values.kind !== 'register') return 0;
  return isReady || !printer ? waits.hold : Math.min(waits.hold, waits.look);
}

/** Says why a call failed; returns the seconds until the next one. */
function delayAfter(error, wasGone, waits) {
  if (!(error instanceof Problem)) throw error;
  if (error.code === 'busy') return error.seconds;
  if (error.code !== 'gone') {
    say(error.message);
    return waits.retry;
  }
  if (!wasGone) {
    say('Daybook does not accept the key of this agent: the device was reset or deleted. Download its package again.');
  }
  return waits.gone;
}

/** Prints a paper that Daybook offers. Returns false when it was not printed now. */
async function handle(agent, { id, isDrawer }, { watch, version }) {
  const { journal, daybook } = agent;
  const known = journal.resultOf(id);
  if (known) {
    // Daybook missed the outcome.
    await daybook.report(id, known);
    return true;
  }
  await journal.take(id);
  if (isDrawer) return openDrawer(agent, id);
  const paper = await readPaper(agent, { id, media: watch.latest().media });
  if (!paper) return true;
  const { bytes, medium, expiresIn } = paper;
  say(`Prints ${id} (${bytes.length} bytes).`);
  const beat = keepInTouch(agent, id, { watch, version });
  const deadline = performance.now() + expiresIn * 1_000;
  const { outcome, reason } = await printOnce(agent, { id, bytes, medium, deadline, onStatus: watch.set }).finally(
    beat.stop,
  );
  say(`${id}: ${outcome}. ${reason}`.trim());
  await reportAll(agent);
  return outcome !== 'again';
}

/** Opens the drawer once, by the printer. Returns false when it was not opened now. */
async function openDrawer(agent, id) {
  const { journal, daybook, printer, waits } = agent;
  const expiresIn = await daybook.takeDrawer(id).catch(async (error) => {
    if (error.status !== 409) throw error;
    await journal.drop(id);
  });
  if (expiresIn === undefined) return true;
  const deadline = performance.now() + expiresIn * 1_000;
  const open = printer?.openDrawer ?? noDrawer;
  const { outcome, reason } = await printOnce(
    { journal, waits, printer: { print: open } },
    { id, deadline, onStatus: () => {} },
  );
  say(`Drawer ${id}: ${outcome}. ${reason}`.trim());
  await reportAll(agent);
  return outcome !== 'again';
}

async function noDrawer() {
  throw new Problem('noDrawer', 'Only a receipt printer with ESC/POS (raw:// or tls://) opens a drawer.');
}

/** Undefined for a paper that Daybook wants no more. Daybook gives the same one again when its answer was lost. */
async function readPaper({ journal, daybook, waits }, { id, media }) {
  const end = performance.now() + waits.read * 1_000;
  while (!stop.signal.aborted) {
    try {
      return await daybook.readPaper(id, media);
    } catch (error) {
      if (error.status === 409) {
        await journal.drop(id);
        return undefined;
      }
      if (error.code !== 'daybook' && error.code !== 'busy') throw error;
      say(error.message);
      if (performance.now() >= end) {
        await journal.settle(id, { outcome: 'again', code: 'notRead', reason: error.message });
        return undefined;
      }
      await pause(error.seconds ?? waits.retry);
    }
  }
  return undefined;
}

/** Reports every outcome that Daybook does not have. One that it does not know (any more) is done, too. */
async function reportAll({ journal, daybook }) {
  for (const { id, result } of journal.unreported()) {
    await daybook.report(id, result).catch((error) => {
      if (error.status !== 404 && error.status !== 409) throw error;
    });
    await journal.reported(id);
  }
}

/** Tells Daybook the state of the printer while it prints. */
function keepInTouch({ daybook, settings }, working, { watch, version }) {
  const beat = setInterval(
    () => void daybook.poll({ version, ...watch.latest(), working }).catch(() => {}),
    Math.max(5, settings.waits.look) * 1_000,
  );
  return { stop: () => clearInterval(beat) };
}

/** The state of the printer. A register may have none. */
function watchPrinter(printer) {
  let latest = { status: [], media: [], isReady: false };
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    latest: () => latest,
    set(status) {
      latest = { ...latest, status };
    },
    async look() {
      if (!printer || (latest.isReady && performance.now() - lookedAt < lookInterval)) return latest;
      lookedAt = performance.now();
      const before = latest.status.join();
      latest = await printer.look().catch((error) => {
        if (!latest.status.includes(error.code)) say(error.message);
        return { status: [error.code ?? 'error'], media: latest.media, isReady: false };
      });
      if (latest.status.join() !== before) say(`The printer: ${latest.status.join(', ') || 'ready'}.`);
      return latest;
    },
  };
}

/** Repeats until it succeeds. A reason that does not pass by itself is thrown. */
async function untilStopped(act, seconds) {
  while (!stop.signal.aborted) {
    try {
      return await act();
    } catch (error) {
      if (error.code !== 'daybook' && error.code !== 'busy') throw error;
      say(error.message);
      await pause(error.seconds ?? seconds);
    }
  }
}

function pause(seconds) {
  return wait(seconds * 1_000, undefined, { signal: stop.signal }).catch(() => {});
}

function say(text) {
  console.log(`${new Date().toISOString().slice(0, 19)} ${text}`);
}
