// How long a delivery waits after an attempt that failed for now.

/** Minutes to wait after each failed attempt; the delivery fails after the last, almost a day later. */
const retryMinutes = [1, 2, 5, 10, 30, 60, 120, 240, 480, 480];

/** No answer delays a delivery for longer (minutes). */
const maxDelay = 480;

/** Returns the delay after the given attempt (from 1), `atLeast` what the answer asks; undefined after the last one. */
export function retryDelayAfter(attempt: number, atLeast?: Temporal.Duration): Temporal.Duration | undefined {
  const minutes = retryMinutes[attempt - 1];
  if (minutes === undefined) return undefined;
  const asked = Math.ceil(atLeast?.total('minutes') ?? 0);
  return Temporal.Duration.from({ minutes: Math.max(minutes, Math.min(asked, maxDelay)) });
}
