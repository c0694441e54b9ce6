// Until when a customer may move a visit, and cancel it without being late.

interface Cancellable {
  startAt: Temporal.Instant;
  /** Hours before the start, from the services of the visit; null: at any time. */
  cancelHours: number | null;
}

/** Undefined when there is no limit. */
export function changeableUntil({ startAt, cancelHours }: Cancellable): Temporal.Instant | undefined {
  return cancelHours === null ? undefined : startAt.subtract({ hours: cancelHours });
}

/** Whether that time is over. */
export function isLateToCancel(visit: Cancellable, now: Temporal.Instant): boolean {
  const until = changeableUntil(visit);
  return until !== undefined && Temporal.Instant.compare(now, until) > 0;
}

/** The rule of a visit with services of several rules: the customer has to keep all of them. */
export function longestCancelHours(hours: readonly (number | null)[]): number | null {
  const known = hours.filter((each) => each !== null);
  return known.length > 0 ? Math.max(...known) : null;
}
