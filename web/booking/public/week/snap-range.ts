// Converts a range selected in the week calendar to a bookable time.
import type { Slot } from '#contract/booking/public.ts';

/** Maximum duration without a service (min). The server rejects longer appointments. */
const maxMinutes = 480;
const minuteMs = 60_000;

interface Availability {
  slots: readonly Slot[];
  occupied: readonly Slot[];
  /** The service's duration (min); undefined books the selected length. */
  serviceMinutes: number | undefined;
  /** Without a service, durations are multiples of this (min). */
  unit: number;
}

/**
 * Returns the bookable time nearest to the selection. With a service, this is the free slot that begins nearest to it.
 * Without one, it begins on a free slot and ends before the next occupied time. Undefined if no part of the selection
 * is free.
 */
export function snapRange(selected: Slot, { slots, occupied, serviceMinutes, unit }: Availability): Slot | undefined {
  const [from, to] = [toMillis(selected.start), toMillis(selected.end)];
  const overlapping = slots.filter((slot) => toMillis(slot.start) < to && toMillis(slot.end) > from);
  if (serviceMinutes) {
    return overlapping.toSorted((a, b) => Math.abs(toMillis(a.start) - from) - Math.abs(toMillis(b.start) - from))[0];
  }
  const first = overlapping.find((slot) => toMillis(slot.start) >= from) ?? overlapping.at(-1);
  if (!first) return undefined;
  const start = toMillis(first.start);
  const nextOccupied = Math.min(...occupied.map((event) => toMillis(event.start)).filter((begin) => begin > start));
  const end = Math.min(Math.max(to, start + unit * minuteMs), nextOccupied, start + maxMinutes * minuteMs);
  const length = Math.floor((end - start) / (unit * minuteMs)) * unit;
  if (length <= 0) return undefined;
  return { start: first.start, end: Temporal.Instant.from(first.start).add({ minutes: length }).toString() };
}

/** Merges adjacent and overlapping slots; input and output are sorted. */
export function mergeSlots(slots: readonly Slot[]): Slot[] {
  const merged: Slot[] = [];
  for (const slot of slots) {
    const last = merged.at(-1);
    if (last && toMillis(slot.start) <= toMillis(last.end)) {
      if (toMillis(slot.end) > toMillis(last.end)) merged[merged.length - 1] = { start: last.start, end: slot.end };
    } else merged.push(slot);
  }
  return merged;
}

/** Starts nearer to each other than this leave no room for a written time (min). */
const minTileMinutes = 15;

/**
 * Returns the free time as tiles to write times on: one for each start, from it to the next, if starts are far enough
 * apart; `step` is their distance in minutes then. Else free stretches, which end where no further start follows.
 */
export function freeTiles(slots: readonly Slot[], occupied: readonly Slot[]): { tiles: Slot[]; step?: number } {
  const starts = slots.map(({ start }) => toMillis(start));
  const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  const step = Math.min(...gaps.filter((gap) => gap > 0), 60 * minuteMs);
  const begins = occupied.map(({ start }) => toMillis(start));
  const tiles = slots.map(({ start, end }, index) => {
    const from = toMillis(start);
    const limits = [from + step, starts[index + 1] ?? Number.POSITIVE_INFINITY, ...begins.filter((at) => at > from)];
    // A short appointment leaves a gap before the next start that is free as well.
    const to = Math.min(...limits, Math.max(toMillis(end), from + step));
    return { start, end: Temporal.Instant.fromEpochMilliseconds(to).toString() };
  });
  const minutes = step / minuteMs;
  return minutes < minTileMinutes ? { tiles: mergeSlots(tiles) } : { tiles, step: minutes };
}

const toMillis = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds;
