// What a range selected on the week calendar can mean as a booking.
import type { Slot } from '#contract/booking/public.ts';

/** The longest appointment without a service, in minutes; the server refuses a longer one. */
const maxMinutes = 480;
const minuteMs = 60_000;

interface Availability {
  slots: readonly Slot[];
  occupied: readonly Slot[];
  /** The length of the booked service, or undefined: then the range's own length counts. */
  serviceMinutes: number | undefined;
  /** Lengths without a service are a multiple of so many minutes. */
  unit: number;
}

/**
 * The bookable time nearest to what was selected: of a service the slot that begins nearest to it, else a stretch that begins
 * on a free slot and ends before the next occupied time. Undefined when nothing selected is free.
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

/** Slots that touch or overlap, joined to stretches; in order. */
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
