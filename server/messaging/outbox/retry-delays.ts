// How long a delivery waits after an attempt that failed for now.

/** Minutes to wait after each failed attempt; the delivery fails after the last, almost a day later. */
const retryMinutes = [1, 2, 5, 10, 30, 60, 120, 240, 480, 480];

/** Returns the delay after the given attempt (from 1), or undefined after the last one. */
export function retryDelayAfter(attempt: number): Temporal.Duration | undefined {
  const minutes = retryMinutes[attempt - 1];
  return minutes === undefined ? undefined : Temporal.Duration.from({ minutes });
}
