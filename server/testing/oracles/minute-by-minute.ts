// The oracle of the tests: the opening hours and free slots of one date, by a clock that is read every minute.
//
// The product converts wall times to instants. This module goes the other way, and shares no code with it: it converts
// every minute of more than two days to the wall clock, and derives the rest from that list.
// - A wall time is the first minute at which the clock shows it. If the clock skips it, it is the minute at which an
//   unchanged clock would show it: count on from the last minute before the gap. That is the definition of
//   'compatible', without using it.
// - An opening or a break is every minute from its start up to its end, provided that the clock shows at least one
//   minute of it, and as long as the clock shows its date.
// - Consecutive open minutes are one open interval.
//
// Clock changes fall on whole minutes in every zone since 1972, so nothing is lost between two minutes.
import type { AvailabilityInput, SlotRules } from '#server/booking/availability/free-slots.ts';
import type { Interval } from '#server/booking/availability/intervals.ts';
import type { Schedule, WallInterval } from '#server/booking/availability/open-intervals.ts';

const MINUTE = 60_000;

/**
 * The wall clock at `first + i` minutes, as minutes since 00:00 of the date: below 0 is the day before, from 1440 on
 * the next.
 */
export interface WallClock {
  first: number;
  shows: Int32Array;
}

const clocks = new Map<string, WallClock>();

export function watchClock(zone: string, date: string): WallClock {
  const key = `${zone} ${date}`;
  let clock = clocks.get(key);
  if (!clock) {
    const midnight = Temporal.Instant.from(`${date}T00:00Z`);
    // Wide enough for a date anywhere from UTC+14 to UTC-12, and a gap at either end of it.
    const first = midnight.subtract({ hours: 16 }).epochMilliseconds;
    const shows = Int32Array.from({ length: 54 * 60 }, (_, i) => {
      const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(first + i * MINUTE).toZonedDateTimeISO(zone);
      return (first + i * MINUTE + offsetNanoseconds / 1e6 - midnight.epochMilliseconds) / MINUTE;
    });
    clock = { first, shows };
    clocks.set(key, clock);
  }
  return clock;
}

/** The open intervals of one date. */
export function openOnDate(schedule: Schedule, date: string): Interval[] {
  const clock = watchClock(schedule.timeZone, date);
  const weekday = Temporal.PlainDate.from(date).dayOfWeek;
  const override = schedule.overrides.find((other) => other.date === date);
  const open = new Uint8Array(clock.shows.length);
  for (const opening of override ? override.open : schedule.weekly.filter((other) => other.weekday === weekday))
    open.fill(1, ...minutesOf(clock, opening));
  for (const pause of override ? [] : schedule.breaks.filter((other) => other.weekday === weekday))
    open.fill(0, ...minutesOf(clock, pause));

  const intervals: Interval[] = [];
  let start: number | undefined;
  for (let i = 0; i < clock.shows.length; i++) {
    const shown = clock.shows[i] ?? Number.NaN;
    if (open[i] === 1 && shown >= 0 && shown < 1440) start ??= i;
    else if (start !== undefined) {
      intervals.push({ start: clock.first + start * MINUTE, end: clock.first + i * MINUTE });
      start = undefined;
    }
  }
  return intervals;
}

/** The free slots whose start falls on one of `dates` and in [from, to). */
export function slotsOnDates(input: AvailabilityInput, dates: string[]): Interval[] {
  const { schedule, rules, now } = input;
  const taken = [...input.occupied, ...input.outside];
  const dateAt = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(schedule.timeZone).toPlainDate();
  const lastDate = dateAt(now).add({ days: rules.horizonDays });
  const work = minutesOfWork(rules);
  const slots: Interval[] = [];
  const openings = dates.flatMap((date) => openOnDate(schedule, date).map((opening) => ({ date, ...opening })));
  for (const { date, start: opens, end: closes } of openings) {
    // Open over midnight: the next date goes on where this one ends.
    const tomorrow = Temporal.PlainDate.from(date).add({ days: 1 }).toString();
    const closesLast = openOnDate(schedule, tomorrow).find((next) => next.start === closes)?.end ?? closes;
    for (let start = opens; start < closes; start += rules.stepMinutes * MINUTE) {
      const end = start + rules.minutes * MINUTE;
      const clearFrom = start - rules.bufferBefore * MINUTE;
      const clearTo = end + rules.bufferAfter * MINUTE;
      const meets = (event: Interval) =>
        work.some((minute) => event.start < start + (minute + 1) * MINUTE && event.end > start + minute * MINUTE);
      const free =
        end <= closesLast &&
        start >= input.from &&
        start < input.to &&
        start >= now + rules.noticeMinutes * MINUTE &&
        !taken.some(
          (event) => event.start < event.end && event.start < clearTo && event.end > clearFrom && meets(event),
        ) &&
        Temporal.PlainDate.compare(dateAt(start), lastDate) <= 0;
      if (free) slots.push({ start, end });
    }
  }
  return slots;
}

/** Every minute in which the person works for an appointment, from its start; pauses are left out, buffers are not. */
function minutesOfWork({ minutes, bufferBefore, bufferAfter, pauses = [] }: SlotRules): number[] {
  const all = Array.from({ length: bufferBefore + minutes + bufferAfter }, (_, index) => index - bufferBefore);
  return all.filter((minute) => !pauses.some((pause) => pause.start <= minute && minute < pause.start + pause.minutes));
}

function minutesOf({ shows }: WallClock, wall: WallInterval): [from: number, to: number] {
  const [start, end] = [minuteOfDay(wall.start), minuteOfDay(wall.end)];
  if (start >= end || !shows.some((shown) => start <= shown && shown < end)) return [0, 0];
  return [minuteShowing(shows, start), minuteShowing(shows, end)];
}

function minuteShowing(shows: Int32Array, wall: number): number {
  const exactly = shows.indexOf(wall);
  if (exactly >= 0) return exactly;
  const leap = shows.findIndex((shown) => shown > wall);
  return leap - 1 + (wall - (shows[leap - 1] ?? Number.NaN));
}

function minuteOfDay(wall: string): number {
  const [hours, minutes] = wall.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}
