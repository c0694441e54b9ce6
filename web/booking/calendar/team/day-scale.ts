// The hours of one local day as minutes from its start, and the times that places on it stand for.
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import type { Times } from '#web/booking/calendar/events/move-event.ts';
import { timeOf } from '#web/lib/dates.ts';
import { dayStart } from '#web/lib/zones.ts';

/** Pixels of a minute: half an hour has room for two lines of text. */
export const minuteHeight = 1.5;
/** Minutes to which dragging snaps. */
export const snapMinutes = 5;
const minuteMs = 60_000;

export interface DayScale {
  /** Epoch milliseconds. */
  start: number;
  /** 1,440, but for days of a clock change. */
  minutes: number;
}

/** Minutes count elapsed time, so the repeated hour of autumn is there twice, and the missing one of spring is not. */
export function dayScale(date: Temporal.PlainDate, zone: string): DayScale {
  const start = dayStart(date, zone).epochMilliseconds;
  const end = dayStart(date.add({ days: 1 }), zone).epochMilliseconds;
  return { start, minutes: (end - start) / minuteMs };
}

/** Minutes from the start of the day: negative before it. */
export function minuteOfDay({ start }: DayScale, instant: string): number {
  return (Temporal.Instant.from(instant).epochMilliseconds - start) / minuteMs;
}

export function instantAt({ start }: DayScale, minute: number): string {
  return Temporal.Instant.fromEpochMilliseconds(start + minute * minuteMs).toString();
}

export function snap(minute: number): number {
  return Math.round(minute / snapMinutes) * snapMinutes;
}

/**
 * The minute where a dragged event starts, `by` minutes from where it did. It snaps once it has left its place, and
 * starts within the day.
 */
export function snappedStart(scale: DayScale, from: number, by: number): number {
  if (snap(by) === 0) return from;
  const last = scale.minutes - snapMinutes;
  return Math.min(last, Math.max(Math.min(0, from), snap(from + by)));
}

/** The minute where a resized event ends: at least one step after its start. */
export function snappedEnd(scale: DayScale, start: number, end: number): number {
  const earliest = (Math.floor(start / snapMinutes) + 1) * snapMinutes;
  return Math.max(earliest, Math.min(scale.minutes, snap(end)));
}

/** The times of a range that a person drags over, from the step they began in; at least one step long. */
export function draggedRange(scale: DayScale, from: number, to: number): Times {
  const floor = (minute: number) => Math.floor(minute / snapMinutes) * snapMinutes;
  const [first, last] = from <= to ? [from, to] : [to, from];
  const begin = Math.max(0, floor(first));
  return timesBetween(scale, begin, Math.min(scale.minutes, Math.max(begin + snapMinutes, snap(last))));
}

/** The times of a new event where a person clicks: half an hour from the last quarter. */
export function clickedTimes(scale: DayScale, minute: number): Times {
  const begin = Math.min(scale.minutes - 15, Math.max(0, Math.floor(minute / 15) * 15));
  return timesBetween(scale, begin, Math.min(scale.minutes, begin + 30));
}

export function timesBetween(scale: DayScale, from: number, to: number): Times {
  return { start: instantAt(scale, from), end: instantAt(scale, to), allDay: false, startDate: null, endDate: null };
}

/** The times of an event that starts at another minute and keeps its length. */
export function timesFrom(scale: DayScale, event: CalendarEvent, start: number): Times {
  return timesBetween(scale, start, start + minuteOfDay(scale, event.end) - minuteOfDay(scale, event.start));
}

interface Part {
  top: number;
  minutes: number;
}

/** The parts of times that lie on the day, in order. */
export function partsOn(times: readonly { start: string; end: string }[], scale: DayScale): Part[] {
  return times.flatMap(({ start, end }) => {
    const [from, to] = [Math.max(0, minuteOfDay(scale, start)), Math.min(scale.minutes, minuteOfDay(scale, end))];
    return from < to ? [{ top: from, minutes: to - from }] : [];
  });
}

/** The parts of the day outside the open times, in order. */
export function closedParts(open: readonly { start: string; end: string }[], scale: DayScale): Part[] {
  const hours = open
    .map(({ start, end }) => [minuteOfDay(scale, start), minuteOfDay(scale, end)] as const)
    .filter(([start, end]) => start < scale.minutes && end > 0)
    .sort(([one], [other]) => one - other);
  const parts: Part[] = [];
  let from = 0;
  for (const [start, end] of hours) {
    if (start > from) parts.push({ top: from, minutes: start - from });
    from = Math.max(from, end);
  }
  if (from < scale.minutes) parts.push({ top: from, minutes: scale.minutes - from });
  return parts;
}

/**
 * `10:00 – 12:00`; of a time that begins before the day or ends after it, the part on the day. Undefined for all of the
 * day: 00:00 – 00:00 would read as none of it.
 */
export function timesOnDay(time: { start: string; end: string }, scale: DayScale, zone: string): string | undefined {
  const [part] = partsOn([time], scale);
  if (!part || part.minutes === scale.minutes) return undefined;
  return [part.top, part.top + part.minutes].map((minute) => timeOf(instantAt(scale, minute), zone)).join(' – ');
}
