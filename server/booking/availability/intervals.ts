// Sets of half-open intervals [start, end) on one number line: union, difference, intersection.

/** [start, end): `start` is included, `end` is not. Epoch milliseconds outside this folder. */
export interface Interval {
  start: number;
  end: number;
}

/**
 * The same set as sorted intervals that neither overlap nor touch; drops empty and reversed ones. The input is not
 * modified.
 */
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

/** All that is in one or both. Both must be in the form that `merged` returns; so is the result. */
export function joined(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  if (others.length === 0) return [...some];
  const result: Interval[] = [];
  let [at, other] = [0, 0];
  for (;;) {
    const [a, b] = [some[at], others[other]];
    const next = b === undefined || (a !== undefined && a.start <= b.start) ? a : b;
    if (next === undefined) return result;
    if (next === a) at++;
    else other++;
    const last = result.at(-1);
    if (last === undefined || next.start > last.end) result.push({ ...next });
    else if (next.end > last.end) last.end = next.end;
  }
}

/** The parts of `intervals` outside `taken`. Both must be in the form that `merged` returns; so is the result. */
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

/** The parts of `intervals` in [from, to). */
export function within(intervals: readonly Interval[], from: number, to: number): Interval[] {
  return intervals
    .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }))
    .filter(({ start, end }) => start < end);
}
