// Joins times that overlap or touch.

/** Epoch milliseconds: the start, and the end, which is no part of it. */
export type Span = [start: number, end: number];

/** In order, without those that end before they begin. */
export function mergeTimes(times: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const [start, end] of times.filter(([from, to]) => to > from).toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
