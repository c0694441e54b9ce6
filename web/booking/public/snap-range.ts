// What a range selected on the week calendar can mean as a booking.
import type { Slot } from '#contract/booking/public.ts';

/** The longest appointment without a service, in minutes; the server refuses a longer one. */
const longest = 480;
const minute = 60_000;

interface Free {
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
export function snapRange(selected: Slot, { slots, occupied, serviceMinutes, unit }: Free): Slot | undefined {
  const [from, to] = [at(selected.start), at(selected.end)];
  const touched = slots.filter((slot) => at(slot.start) < to && at(slot.end) > from);
  if (serviceMinutes) {
    return touched.toSorted((a, b) => Math.abs(at(a.start) - from) - Math.abs(at(b.start) - from))[0];
  }
  const first = touched.find((slot) => at(slot.start) >= from) ?? touched.at(-1);
  if (!first) return undefined;
  const start = at(first.start);
  const nextOccupied = Math.min(...occupied.map((event) => at(event.start)).filter((begin) => begin > start));
  const wished = Math.min(Math.max(to, start + unit * minute), nextOccupied, start + longest * minute);
  const length = Math.floor((wished - start) / (unit * minute)) * unit;
  if (length <= 0) return undefined;
  return { start: first.start, end: Temporal.Instant.from(first.start).add({ minutes: length }).toString() };
}

/** Slots that touch or overlap, joined to stretches; in order. */
export function stretchesOf(slots: readonly Slot[]): Slot[] {
  const joined: Slot[] = [];
  for (const slot of slots) {
    const last = joined.at(-1);
    if (last && at(slot.start) <= at(last.end)) {
      if (at(slot.end) > at(last.end)) joined[joined.length - 1] = { start: last.start, end: slot.end };
    } else joined.push(slot);
  }
  return joined;
}

const at = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds;
