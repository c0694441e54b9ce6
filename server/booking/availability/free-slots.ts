// Computes bookable times: the one function that decides both the times visitors see and those the server accepts.
import { notFreeReasons, type TimeReason } from '#contract/booking/not-free.ts';
import { type Interval, joined, merged, without } from './intervals.ts';
import { openingHours, type Schedule } from './open-intervals.ts';
import { DAY, dateOfDay, localDay, MINUTE, startOfDay } from './zone.ts';

/** Minutes of elapsed time, except `horizonDays`, which are calendar days in the schedule's zone. */
export interface SlotRules {
  /** Length of the appointment. */
  minutes: number;
  /** Distance from one offered start to the next, counted from the start of the open interval. */
  stepMinutes: number;
  /** Time without other events before and after; it may lie outside the opening hours. */
  bufferBefore: number;
  bufferAfter: number;
  /**
   * Stretches inside the appointment, in order and disjoint, in which the person is free for others: minutes from the
   * start of the appointment to that of the pause, and the length of the pause.
   */
  pauses?: readonly { start: number; minutes: number }[];
  /** The minimum time from now to the start of a slot. */
  noticeMinutes: number;
  /** The last date on which a slot can start, in days from today. */
  horizonDays: number;
}

/** Everything that determines whether a time is free. Instants are epoch milliseconds. */
export interface Availability {
  schedule: Schedule;
  rules: SlotRules;
  /** In any order, may overlap; each includes the buffers of its own event. */
  occupied: readonly Interval[];
  /** When the person is busy elsewhere, in any order. An own event keeps its buffers from these times, too. */
  outside: readonly Interval[];
  now: number;
}

export interface AvailabilityInput extends Availability {
  from: number;
  to: number;
}

/**
 * Longer appointments end on their day: the occupied times that are loaded after a start reach as far as the longest
 * day, of 25 hours.
 */
const longestOverMidnight = 25 * 60 * MINUTE;

const timeReasons = notFreeReasons.filter((reason) => reason !== 'notPublic' && reason !== 'notOffered');

/** The slots that start in [from, to), in order. Throws RangeError for invalid rules, wall times or zones. */
export function freeSlots({ from, to, ...availability }: AvailabilityInput): Interval[] {
  return slotsStarting(availability, from, to, Number.POSITIVE_INFINITY);
}

/** The first slot that starts at `from` (default: now) or later; searches as far as needed, up to the horizon. */
export function firstFreeSlot({ from, ...availability }: Availability & { from?: number }): Interval | undefined {
  return slotsStarting(availability, from ?? availability.now, Number.POSITIVE_INFINITY, 1)[0];
}

/** The first `count` slots that start at `from` or later, found in the same way. */
export function firstFreeSlots({ from, ...availability }: Availability & { from: number }, count: number): Interval[] {
  return slotsStarting(availability, from, Number.POSITIVE_INFINITY, count);
}

/** Whether [start, end) is one of the slots that `freeSlots` returns. */
export function isBookable(availability: Availability, start: number, end: number): boolean {
  // Instants are whole milliseconds: this window contains the slot that starts at `start` or none.
  return slotsStarting(availability, start, start + 1, 1)[0]?.end === end;
}

/** The dates in [from, to) from today to the last bookable one that have no opening, as 'YYYY-MM-DD'. */
export function closedDates(availability: Availability, { from, to }: { from: number; to: number }): string[] {
  const { schedule, now } = availability;
  const { timeZone } = schedule;
  const [, latest] = bookableTime(availability);
  const [first, end] = [Math.max(from, now), Math.min(to, latest)];
  const dates: string[] = [];
  if (!(first < end)) return dates;
  const openOn = openingHours(schedule);
  for (let day = localDay(timeZone, first); startOfDay(timeZone, day) < end; day++)
    if (openOn(day).length === 0) dates.push(dateOfDay(day));
  return dates;
}

/**
 * Why no slot starts at `start`, in the order of the contract; empty exactly when one does. A time may be taken and
 * closed at once. Throws RangeError as `freeSlots` does.
 */
export function whyNotFree(availability: Availability, start: number): TimeReason[] {
  const { schedule, rules, now } = availability;
  const { length, step, work } = measured(rules);
  const [earliest, latest] = bookableTime(availability);
  const openOn = openingHours(schedule);
  const withoutBreaks = openingHours({ ...schedule, breaks: [] });
  const isOpenAt = (hours: typeof openOn, at: number) => openingAt(hours, schedule.timeZone, at) !== undefined;
  const open = openingAt(openOn, schedule.timeZone, start);
  const closing = open && closingFor(length, openOn, schedule.timeZone, open);
  const isTooLong = closing !== undefined && start + length > closing;
  // The first minute that is not open, of those that the appointment needs.
  const closedAt = open ? (isTooLong ? closing : undefined) : start;
  const isBreak = closedAt !== undefined && isOpenAt(withoutBreaks, closedAt);
  const occupied = merged(availability.occupied);
  const outside = merged(availability.outside);
  const meets = (parts: readonly Interval[], times: readonly Interval[]) =>
    startWithoutMeeting(parts, times, 0, start) !== undefined;
  const withoutBuffers = workOf({ ...rules, bufferBefore: 0, bufferAfter: 0 });
  const isTaken = meets(withoutBuffers, occupied);
  const isOutside = meets(withoutBuffers, outside);
  const applies: Record<TimeReason, boolean> = {
    past: start < now,
    notice: start >= now && start < earliest,
    horizon: start >= latest,
    closed: closedAt !== undefined && !isBreak,
    break: isBreak,
    step: open !== undefined && onStep(open.start, step, start) !== start,
    taken: isTaken,
    outside: isOutside,
    buffer: (!isTaken && meets(work, occupied)) || (!isOutside && meets(work, outside)),
  };
  return timeReasons.filter((reason) => applies[reason]);
}

/**
 * At most `count` slots that start nearest to `target`, before or after it (on a tie the earlier one), sorted by time.
 */
export function nearestFree(availability: Availability, target: number, count: number): Interval[] {
  const [earliest, latest] = bookableTime(availability);
  const middle = Math.min(Math.max(target, earliest), latest);
  for (let reach = DAY; ; reach *= 2) {
    const from = middle - reach;
    const to = middle + reach;
    const slots = slotsStarting(availability, from, to, Number.POSITIVE_INFINITY);
    // Every slot outside the window is further away than all slots inside.
    if (slots.length >= count || (from <= earliest && to >= latest))
      return slots
        .sort((a, b) => Math.abs(a.start - target) - Math.abs(b.start - target)) // stable: on a tie the earlier one
        .slice(0, count)
        .sort((a, b) => a.start - b.start);
  }
}

/** The range in which a slot can start, end exclusive: after the notice and within the horizon. */
function bookableTime({ schedule: { timeZone }, rules, now }: Availability): [earliest: number, latest: number] {
  const lastDay = localDay(timeZone, now) + rules.horizonDays;
  return [now + rules.noticeMinutes * MINUTE, startOfDay(timeZone, lastDay + 1)];
}

function slotsStarting(availability: Availability, from: number, to: number, limit: number): Interval[] {
  const { schedule, rules } = availability;
  const { length, step, before, after, work } = measured(rules);

  const [earliest, latest] = bookableTime(availability);
  const first = Math.max(from, earliest);
  const end = Math.min(to, latest);
  const slots: Interval[] = [];
  if (!(first < end)) return slots;

  const openOn = openingHours(schedule);
  const near = (times: readonly Interval[]) =>
    merged(times.filter((time) => time.end + before > first && time.start < end + length + after));
  const occupied = joined(near(availability.occupied), near(availability.outside));
  let next = 0; // the first occupied interval that does not end before the current slot
  for (let day = localDay(schedule.timeZone, first); startOfDay(schedule.timeZone, day) < end; day++) {
    for (const open of openOn(day)) {
      const closing = closingFor(length, openOn, schedule.timeZone, open, day);
      const beyond = Math.min(end, open.end);
      let start = onStep(open.start, step, first);
      while (start < beyond && start + length <= closing) {
        while ((occupied[next]?.end ?? Number.POSITIVE_INFINITY) + before <= start) next++;
        const earliestFree = startWithoutMeeting(work, occupied, next, start);
        if (earliestFree !== undefined) {
          start = onStep(open.start, step, earliestFree);
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

/** The rules in milliseconds. Throws RangeError for a length or step that is not positive, and negative buffers. */
function measured(rules: SlotRules) {
  const [length, step] = [rules.minutes * MINUTE, rules.stepMinutes * MINUTE];
  const [before, after] = [rules.bufferBefore * MINUTE, rules.bufferAfter * MINUTE];
  if (!(length > 0 && step > 0 && before >= 0 && after >= 0)) throw new RangeError('slot rules out of range');
  return { length, step, before, after, work: workOf(rules) };
}

/** The opening in which an instant lies. */
function openingAt(openOn: (day: number) => Interval[], timeZone: string, at: number): Interval | undefined {
  return openOn(localDay(timeZone, at)).find(({ start, end }) => start <= at && at < end);
}

/**
 * When an appointment that starts in the opening `open` of a day has to end: at its end, or later where the hours of
 * the next day go on from midnight.
 */
function closingFor(
  length: number,
  openOn: (day: number) => Interval[],
  timeZone: string,
  open: Interval,
  day: number = localDay(timeZone, open.start),
): number {
  if (length > longestOverMidnight || open.end !== startOfDay(timeZone, day + 1)) return open.end;
  const [next] = openOn(day + 1);
  return next?.start === open.end ? next.end : open.end;
}

/**
 * The time that an appointment with these rules takes from the person: its length with the buffers and without the
 * pauses, as sorted milliseconds from its start. A pause that does not end before the appointment is none.
 */
export function workOf({ minutes, bufferBefore, bufferAfter, pauses = [] }: SlotRules): Interval[] {
  const whole = { start: -bufferBefore * MINUTE, end: (minutes + bufferAfter) * MINUTE };
  const free = pauses
    .map((pause) => ({ start: pause.start * MINUTE, end: (pause.start + pause.minutes) * MINUTE }))
    .filter(({ start, end }) => start > 0 && start < end && end < minutes * MINUTE);
  return free.length === 0 ? [whole] : without([whole], merged(free));
}

/**
 * Undefined when the work of an appointment at `start` meets none of the occupied intervals from index `first` on;
 * otherwise a start before which it meets one of them.
 */
function startWithoutMeeting(
  work: readonly Interval[],
  occupied: readonly Interval[],
  first: number,
  start: number,
): number | undefined {
  const end = start + (work.at(-1)?.end ?? 0);
  for (let index = first; index < occupied.length; index++) {
    const event = occupied[index];
    if (!event || event.start >= end) return undefined;
    const met = work.find((part) => event.start < start + part.end && event.end > start + part.start);
    if (met) return event.end - met.start;
  }
  return undefined;
}

/** The first start on the grid from `origin` that is not before `earliest`. */
function onStep(origin: number, step: number, earliest: number): number {
  return origin + Math.max(0, Math.ceil((earliest - origin) / step)) * step;
}
