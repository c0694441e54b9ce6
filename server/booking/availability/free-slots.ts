// Which times can be booked: the one function that decides what a visitor is shown and what the server accepts.
import { type Interval, merged } from './intervals.ts';
import { openingHours, type Schedule } from './open-intervals.ts';
import { DAY, localDay, MINUTE, startOfDay } from './zone.ts';

/** Minutes of elapsed time, but for `horizonDays`, which are calendar days in the schedule's zone. */
export interface SlotRules {
  /** Length of the appointment. */
  minutes: number;
  /** Distance from one offered start to the next, counted from the start of the open interval. */
  stepMinutes: number;
  /** Time kept clear of other events before and after; it may lie outside the opening hours. */
  bufferBefore: number;
  bufferAfter: number;
  /** A slot starts at least so long from now. */
  noticeMinutes: number;
  /** A slot starts at latest on the date so many days from today. */
  horizonDays: number;
}

/** Everything that decides about a time. Instants are epoch milliseconds. */
export interface Availability {
  schedule: Schedule;
  rules: SlotRules;
  /** In any order, may overlap; each with the buffers of its own event already. */
  occupied: readonly Interval[];
  now: number;
}

export interface AvailabilityInput extends Availability {
  from: number;
  to: number;
}

/** The slots that start in [from, to), in order. Throws RangeError for rules, wall times or a zone that make no sense. */
export function freeSlots({ from, to, ...availability }: AvailabilityInput): Interval[] {
  return slotsStarting(availability, from, to, Number.POSITIVE_INFINITY);
}

/** The first slot that starts at `from` (if not given: now) or later; looks no further than it must, at most to the horizon. */
export function firstFreeSlot({ from, ...availability }: Availability & { from?: number }): Interval | undefined {
  return slotsStarting(availability, from ?? availability.now, Number.POSITIVE_INFINITY, 1)[0];
}

/** Whether [start, end) is one of the slots that `freeSlots` offers around it. */
export function isBookable(availability: Availability, start: number, end: number): boolean {
  // Instants are whole milliseconds, so this window holds the slot that starts at `start` or none.
  return slotsStarting(availability, start, start + 1, 1)[0]?.end === end;
}

/** At most `count` slots whose start is nearest to `wanted`, before or after it (the earlier of two as near), in order of time. */
export function nearestFree(availability: Availability, target: number, count: number): Interval[] {
  const [earliest, latest] = bookableTime(availability);
  const middle = Math.min(Math.max(target, earliest), latest);
  for (let reach = DAY; ; reach *= 2) {
    const from = middle - reach;
    const to = middle + reach;
    const slots = slotsStarting(availability, from, to, Number.POSITIVE_INFINITY);
    // Whatever is not in the window is further away than all that is.
    if (slots.length >= count || (from <= earliest && to >= latest))
      return slots
        .sort((a, b) => Math.abs(a.start - target) - Math.abs(b.start - target)) // stable: of two as near the earlier
        .slice(0, count)
        .sort((a, b) => a.start - b.start);
  }
}

/** From when, and until when (not included), a slot may start: after the notice and within the horizon. */
function bookableTime({ schedule: { timeZone }, rules, now }: Availability): [earliest: number, latest: number] {
  const lastDay = localDay(timeZone, now) + rules.horizonDays;
  return [now + rules.noticeMinutes * MINUTE, startOfDay(timeZone, lastDay + 1)];
}

function slotsStarting(availability: Availability, from: number, to: number, limit: number): Interval[] {
  const { schedule, rules } = availability;
  const [length, step] = [rules.minutes * MINUTE, rules.stepMinutes * MINUTE];
  const [before, after] = [rules.bufferBefore * MINUTE, rules.bufferAfter * MINUTE];
  if (!(length > 0 && step > 0 && before >= 0 && after >= 0)) throw new RangeError('slot rules out of range');

  const [earliest, latest] = bookableTime(availability);
  const first = Math.max(from, earliest);
  const end = Math.min(to, latest);
  const slots: Interval[] = [];
  if (!(first < end)) return slots;

  const openOn = openingHours(schedule);
  const occupied = merged(
    availability.occupied.filter((event) => event.end + before > first && event.start < end + length + after),
  );
  let next = 0; // the first occupied interval that does not lie wholly before the slot in question
  for (let day = localDay(schedule.timeZone, first); startOfDay(schedule.timeZone, day) < end; day++) {
    for (const open of openOn(day)) {
      let start = onStep(open.start, step, first);
      while (start < end && start + length <= open.end) {
        let event = occupied[next];
        while (event && event.end + before <= start) event = occupied[++next];
        if (event && event.start < start + length + after) {
          start = onStep(open.start, step, event.end + before);
        } else {
          slots.push({ start, end: start + length });
          if (slots.length >= limit) return slots;
          start += step;
        }
      }
    }
  }
  return slots;
}

/** The first start on the grid that begins at `origin` which is not before `earliest`. */
function onStep(origin: number, step: number, earliest: number): number {
  return origin + Math.max(0, Math.ceil((earliest - origin) / step)) * step;
}
