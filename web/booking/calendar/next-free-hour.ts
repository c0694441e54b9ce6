// The default time of a new event: the next hour in view that is open and free.
import type { Calendar, CalendarEvent } from '#contract/booking/calendar.ts';
import { dayStart, instantOfWall, zonedAt } from '#web/lib/zones.ts';
import type { Times } from './events/move-event.ts';
import type { ShownDays } from './view/shown-days.ts';
import type { OutsideTime } from './view/use-shown-events.ts';

/**
 * Returns the first open hour without an event or outside time, from now or from the first day in view. If there is
 * none, an hour from 9:00 or later.
 */
export function nextFreeHour(
  { first, after }: ShownDays,
  { timeZone, businessHours, id }: Pick<Calendar, 'timeZone' | 'businessHours' | 'id'>,
  events: readonly CalendarEvent[],
  outside: readonly OutsideTime[],
  now: Temporal.Instant = Temporal.Now.instant(),
): Times {
  const current = zonedAt(now, timeZone);
  const isInView = Temporal.PlainDate.compare(current, first) >= 0 && Temporal.PlainDate.compare(current, after) < 0;
  const earliest = isInView
    ? current.round({ smallestUnit: 'hour', roundingMode: 'ceil' })
    : zonedAt(dayStart(first, timeZone), timeZone);
  const own = takenTimes(id, events, outside);
  for (let at = earliest; Temporal.PlainDate.compare(at, after) < 0; at = at.add({ hours: 1 })) {
    if (isOpen(at, businessHours) && !own.some((event) => overlaps(event, at))) return hourFrom(at);
  }
  const nine = (isInView ? current.toPlainDate() : first).toPlainDateTime('09:00');
  const morning = zonedAt(instantOfWall(nine, timeZone), timeZone);
  return hourFrom(Temporal.ZonedDateTime.compare(earliest, morning) > 0 ? earliest : morning);
}

/** The first hour within open times that has no event or outside time, from `now` on; undefined if there is none. */
export function firstOpenHour(
  open: readonly { start: string; end: string }[],
  { timeZone, id }: Pick<Calendar, 'timeZone' | 'id'>,
  events: readonly CalendarEvent[],
  outside: readonly OutsideTime[],
  now: Temporal.Instant = Temporal.Now.instant(),
): Times | undefined {
  const earliest = zonedAt(now, timeZone).round({ smallestUnit: 'hour', roundingMode: 'ceil' });
  const own = takenTimes(id, events, outside);
  for (const { start, end } of open) {
    const opening = zonedAt(Temporal.Instant.from(start), timeZone);
    let at = Temporal.ZonedDateTime.compare(opening, earliest) > 0 ? opening : earliest;
    for (; Temporal.Instant.compare(at.add({ hours: 1 }).toInstant(), end) <= 0; at = at.add({ hours: 1 })) {
      if (!own.some((event) => overlaps(event, at))) return hourFrom(at);
    }
  }
  return undefined;
}

function isOpen(at: Temporal.ZonedDateTime, hours: Calendar['businessHours']): boolean {
  const [from, to] = [at.toPlainTime().toString().slice(0, 5), `${String(at.hour + 1).padStart(2, '0')}:00`];
  if (hours.length === 0) return at.dayOfWeek < 7 && from >= '09:00' && to <= '18:00';
  return hours.some(({ weekday, start, end }) => weekday === at.dayOfWeek && from >= start && to <= end);
}

function takenTimes(id: string, events: readonly CalendarEvent[], outside: readonly OutsideTime[]): OutsideTime[] {
  return [...events.filter(({ allDay }) => !allDay), ...outside].filter(({ calendarId }) => calendarId === id);
}

function overlaps(event: OutsideTime, at: Temporal.ZonedDateTime): boolean {
  const [start, end] = [at.toInstant(), at.add({ hours: 1 }).toInstant()];
  return Temporal.Instant.compare(event.start, end) < 0 && Temporal.Instant.compare(start, event.end) < 0;
}

function hourFrom(at: Temporal.ZonedDateTime): Times {
  const end = at.add({ hours: 1 });
  return {
    start: at.toInstant().toString(),
    end: end.toInstant().toString(),
    allDay: false,
    startDate: null,
    endDate: null,
  };
}
