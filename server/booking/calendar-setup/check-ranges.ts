// Validates ranges of wall time.
import { type Complaint, Refusal } from '#server/lib/refusal.ts';

interface Range {
  start: string;
  end: string;
  weekday?: number;
}

/**
 * Returns one complaint per range that ends before it starts or overlaps another of its weekday; `key` is the list's
 * wire name.
 */
export function checkRanges(key: string, ranges: readonly Range[]): Complaint[] {
  const numbered = ranges.map((range, index) => ({ ...range, index }));
  // HH:MM texts sort like times; 24:00 is the last.
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
    ...backwards.map(({ index }): Complaint => ({ key: `${key}[${index}].End`, code: 'hours.endBeforeStart' })),
    ...overlapping
      .filter((range) => !backwards.includes(range))
      .map(({ index }): Complaint => ({ key: `${key}[${index}].Start`, code: 'hours.overlap' })),
  ];
}

/** Throws 417 with all complaints, if there are any. */
export function throwIfInvalid(complaints: Complaint[]): void {
  if (complaints.length) throw new Refusal(417, 'error.invalid', { complaints });
}
