// Runs a process of the operator: one line for its error, and everything that it opened is closed at its end.
import { setTimeout as sleep } from 'node:timers/promises';

/** Shutdown deadline (ms); the operating system cleans up after that. */
const shutdownTimeout = 9_500;

/** Silent while stopping: failures and delays are then expected. */
export const print = (line: string) => void (stopping || console.log(line));

/** Stops everything opened so far, and everything being opened: a signal may arrive at any time. */
export const closers: { timeout: number; close: () => Promise<unknown> }[] = [];
let stopping: Promise<void> | undefined;
let noteStop: ((why: string) => void) | undefined;

export const isStopping = () => stopping !== undefined;

/** `note` is called with the reason of the stop. */
export function onStop(note: (why: string) => void): void {
  noteStop = note;
}

/** Closes in the reverse order of opening, each regardless of failures of the others. */
export function stop(code: number, why: string): Promise<void> {
  stopping ??= (async () => {
    noteStop?.(why);
    setTimeout(() => process.exit(code || 1), shutdownTimeout).unref();
    for (const { timeout, close } of closers.toReversed()) {
      await Promise.race([endOf(close), sleep(timeout, undefined, { ref: false })]);
    }
    process.exit(code);
  })();
  return stopping;
}

export async function endOf(close: () => Promise<unknown>): Promise<void> {
  try {
    await close();
  } catch (error) {
    console.error(`While stopping: ${errorLine(error)}`);
  }
}

/** Signals end the process with `signalCode`; an error of `start` with 1. */
export async function runProcess(start: () => Promise<void>, { signalCode = 0 } = {}): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signalCode, `by ${signal}`));
  }
  try {
    await start();
  } catch (error) {
    if (!stopping) console.error(process.env.DEBUG ? error : errorLine(error));
    await stop(1, 'because it could not start');
  }
}

/** One line for the operator. Some errors have only a code, for example when none of a host's addresses responds. */
export function errorLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, hostname } = error as Error & { code?: string; hostname?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full. Make room, then try again.';
  if (code === '53100') return 'The disk of the database is full. Make room, then try again.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `The host ${hostname ?? ''} cannot be found. Check its name.`.replace('  ', ' ');
  }
  return error.message || code || error.name;
}
