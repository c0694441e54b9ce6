// For how long a server asks not to be asked.
import type { ReadingFailed } from './why-failed.ts';

/** A server that names a day means an error of its own (minutes). */
const maxMinutes = 60;

/** From `Retry-After`, in seconds or as a date (RFC 9110 section 10.2.3). Returns undefined without one, or a past one. */
export function askedPause(
  { retryAfter }: Pick<ReadingFailed, 'retryAfter'>,
  now: Temporal.Instant,
): Temporal.Duration | undefined {
  const text = retryAfter?.trim();
  if (!text) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.epochMilliseconds;
  if (!(ms > 0)) return undefined;
  return Temporal.Duration.from({ seconds: Math.ceil(Math.min(ms, maxMinutes * 60_000) / 1_000) });
}
