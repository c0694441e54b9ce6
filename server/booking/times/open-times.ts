// When a calendar is open, for staff: closed times ask before an event takes place there.
import { sql } from 'kysely';
import type { Interval } from '#server/booking/availability/intervals.ts';
import { openIntervals, type Schedule } from '#server/booking/availability/open-intervals.ts';
import type { Db } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { offsetWriter } from '#server/lib/with-offset.ts';
import type { EventTime } from './event-time.ts';
import { findCalendar } from './find-calendar.ts';
import { type ScheduleParts, scheduleOf, scheduleParts } from './schedule-parts.ts';
import { rangeOf } from './slots-for-visitors.ts';

/** Monday to Saturday, 9 to 18: the hours of a calendar without its own (specification, "Business hours"). */
const usualWeek = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, start: '09:00', end: '18:00' }));

interface CalendarPlace {
  companyId: string;
  calendarId: string;
  /** Null for a person who works nowhere yet: such a calendar is never closed. */
  locationId: string | null;
}

/** Returns the open times of a calendar at its first location. Throws 404 for unknown and foreign calendars. */
export async function getOpenTimes(context: SignedIn, input: { calendarId: string; start: string; end: string }) {
  const { from, to } = rangeOf(input.start, input.end);
  const calendar = await findCalendar(context.db, context.user, input.calendarId);
  if (!calendar) throw notFound();
  const { companyId, id: calendarId, locationId } = calendar;
  const open = await loadOpenTimes(context.db, { companyId, calendarId, locationId }, { start: from, end: to });
  return (open ?? []).map(instantsIn(calendar.timeZone));
}

/** Converts intervals to the texts of the contract. */
export function instantsIn(timeZone: string): (interval: Interval) => { start: string; end: string } {
  const write = offsetWriter(timeZone);
  return ({ start, end }) => ({ start: write(start), end: write(end) });
}

/**
 * Whether an event would lie outside the open times, wholly or in part. An all-day event does only when none of its
 * days is open: a holiday may include a Sunday.
 */
export async function isClosed(db: Db, place: CalendarPlace, time: EventTime): Promise<boolean> {
  const [start, end] = [time.start.epochMilliseconds, time.end.epochMilliseconds];
  const open = await loadOpenTimes(db, place, { start, end });
  if (!open) return false;
  if (time.startDate) return open.length === 0;
  // Open times are split at midnight.
  let covered = start;
  for (const interval of open) if (interval.start <= covered) covered = Math.max(covered, interval.end);
  return covered < end;
}

/** Returns the open times within the range, in order; undefined without a location. */
async function loadOpenTimes(db: Db, place: CalendarPlace, { start, end }: Interval): Promise<Interval[] | undefined> {
  // Dates in the query are those of UTC.
  const from = Temporal.Instant.fromEpochMilliseconds(start).subtract({ hours: 24 });
  const to = Temporal.Instant.fromEpochMilliseconds(end).add({ hours: 24 });
  const { rows } = await sql<{ parts: ScheduleParts }>`
    select json_build_object(${scheduleParts(from, to)}) as parts
    from calendars c
    join locations l on l.company_id = c.company_id and l.id = ${place.locationId}
    where c.company_id = ${place.companyId} and c.id = ${place.calendarId}`.execute(db);
  const parts = rows[0]?.parts;
  return parts && openTimesOf(parts, { start, end });
}

/** The open times of a schedule within the range, in order. */
export function openTimesOf(parts: ScheduleParts, { start, end }: Interval): Interval[] {
  return openIntervals(staffSchedule(parts), start, end);
}

/** The schedule of a person for staff: without hours of their own, the usual ones. */
export function staffSchedule(parts: ScheduleParts): Schedule {
  return withUsualWeek(scheduleOf(parts));
}

/** The schedule with the usual hours where it has none. */
export function withUsualWeek(schedule: Schedule): Schedule {
  return schedule.weekly.length ? schedule : { ...schedule, weekly: usualWeek };
}
