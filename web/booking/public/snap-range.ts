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

const toMillis = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds;
