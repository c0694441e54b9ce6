// Reads the calendars elsewhere that are due, several at once: they mostly wait for other servers.
import type { Services } from '#server/lib/context.ts';
import { claimRound } from './claim-round.ts';
import { runRound } from './run-round.ts';

const atOnce = 4;

/** Returns how many were read, and how many could not be. `signal` ends the readings that are running. */
export async function readDueCalendars(
  services: Services,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<{ read: number; failed: number }> {
  const counts = { read: 0, failed: 0 };
  const readOn = async () => {
    for (;;) {
      signal?.throwIfAborted();
      const claimed = await claimRound(services);
      if (!claimed) return;
      counts[(await runRound(services, claimed, signal)) ? 'read' : 'failed']++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readOn));
  return counts;
}
