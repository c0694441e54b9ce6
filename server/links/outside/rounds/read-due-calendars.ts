// Reads the outside calendars that are due, several at once: they mostly wait for other servers.
import { setTimeout } from 'node:timers/promises';
import type { Services } from '#server/lib/context.ts';
import { claimRound } from './claim-round.ts';
import { runRound } from './run-round.ts';

/** The servers of one company may all be slow: they leave room for those of others. */
const atOnce = { all: 8, ofCompany: 2 };
/** While some are read, others become due (ms). */
const pollDelay = 1_000;
/** A bit less than the timeout of the job: what is being read then is left to the next run (ms). */
const maxRun = 9 * 60_000;

/**
 * Returns how many were read, and how many could not be. A slow one keeps no others waiting: they are read until it is
 * done. `signal` ends the readings that are running. Throws an error of the database when all others are done.
 */
export async function readDueCalendars(
  services: Services,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<{ read: number; failed: number }> {
  const counts = { read: 0, failed: 0 };
  const companies = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const end = AbortSignal.timeout(maxRun);
  const whole = signal ? AbortSignal.any([signal, end]) : end;
  const count = (companyId: string, by: 1 | -1) => companies.set(companyId, (companies.get(companyId) ?? 0) + by);
  const claim = () => {
    const full = [...companies].filter(([, readings]) => readings >= atOnce.ofCompany);
    return claimRound(
      services,
      full.map(([companyId]) => companyId),
    );
  };
  try {
    while (!whole.aborted && errors.length === 0) {
      const claimed = running.size < atOnce.all ? await claim() : undefined;
      if (claimed) {
        count(claimed.companyId, 1);
        const reading: Promise<void> = runRound(services, claimed, { signal: whole })
          .then(
            (isRead) => void counts[isRead ? 'read' : 'failed']++,
            (error: unknown) => void (whole.aborted || errors.push(error)),
          )
          .finally(() => {
            count(claimed.companyId, -1);
            running.delete(reading);
          });
        running.add(reading);
      } else if (running.size === 0) break;
      else {
        const stop = new AbortController();
        const poll = setTimeout(pollDelay, undefined, { signal: stop.signal }).catch(() => {});
        await Promise.race([...running, poll]);
        stop.abort();
      }
    }
  } finally {
    await Promise.all(running);
  }
  signal?.throwIfAborted();
  if (errors.length > 0) throw errors[0];
  return counts;
}
