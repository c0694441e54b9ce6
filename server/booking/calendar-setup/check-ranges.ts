// What is wrong with ranges of wall time, told beside each.
import { type Complaint, Refusal } from '#server/lib/refusal.ts';

interface Range {
  start: string;
  end: string;
  weekday?: number;
}

/** One complaint for each range that ends before it starts or overlaps another of its weekday; `key` is the list's wire name. */
export function validateRanges(key: string, ranges: readonly Range[]): Complaint[] {
  const numbered = ranges.map((range, index) => ({ ...range, index }));
  // HH:MM texts order as the times do; 24:00 is the last of them.
  const backwards = numbered.filter(({ start, end }) => start >= end);
  const overlapping = numbered.filter((range) =>
    numbered.some(
      (other) =>
        other.index < range.index &&
        other.weekday === range.weekday &&
        other.start < range.end &&
        range.start < other.end,
    ),
  );
  return [
    ...backwards.map(({ index }) => ({ key: `${key}[${index}].End`, code: 'hours.endBeforeStart' })),
    ...overlapping
      .filter((range) => !backwards.includes(range))
      .map(({ index }) => ({ key: `${key}[${index}].Start`, code: 'hours.overlap' })),
  ];
}

/** Throws 417 with all of them, if there are any. */
export function throwIfInvalid(complaints: Complaint[]): void {
  if (complaints.length) throw new Refusal(417, 'error.invalid', { complaints });
}
