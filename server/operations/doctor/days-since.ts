/** Whole days. */
export function daysSince(at: Temporal.Instant, now: Temporal.Instant): number {
  return Math.max(0, Math.floor(now.since(at).total('hours') / 24));
}
