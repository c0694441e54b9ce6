// Sets of half-open intervals [start, end) on one number line: what is merged, and what is left when others are taken away.

/** [start, end): `start` belongs to it, `end` does not. Epoch milliseconds wherever it crosses the edge of this folder. */
export interface Interval {
  start: number;
  end: number;
}

/** The same set as ordered intervals that neither overlap nor touch; empty and reversed ones vanish. The input stays as it is. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const ordered = intervals.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start);
  const result: Interval[] = [];
  let last: Interval | undefined;
  for (const { start, end } of ordered) {
    if (last && start <= last.end) {
      if (end > last.end) last.end = end;
    } else {
      last = { start, end };
      result.push(last);
    }
  }
  return result;
}

/** What of `intervals` lies outside `taken`; both as `merged` leaves them, and so is the result. */
export function without(intervals: readonly Interval[], taken: readonly Interval[]): Interval[] {
  if (taken.length === 0) return [...intervals];
  const result: Interval[] = [];
  for (const { start, end } of intervals) {
    let rest = start;
    for (const hole of taken) {
      if (hole.end <= rest) continue;
      if (hole.start >= end) break;
      if (hole.start > rest) result.push({ start: rest, end: hole.start });
      rest = hole.end;
    }
    if (rest < end) result.push({ start: rest, end });
  }
  return result;
}

/** What of `intervals` lies in [from, to). */
export function within(intervals: readonly Interval[], from: number, to: number): Interval[] {
  return intervals
    .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }))
    .filter(({ start, end }) => start < end);
}
