// A person's week as seven cells: the events of each day in order, and whether the day is closed.
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { type DayScale, dayScale, minuteOfDay } from './day-scale.ts';
import { isWholeDay, wholeDayEvents } from './place-events.ts';
import type { ShownPerson } from './team-people.ts';

export interface WeekDay {
  date: Temporal.PlainDate;
  scale: DayScale;
}

export interface WeekCell {
  /** All-day events first, then in order of their starts. */
  events: CalendarEvent[];
  isClosed: boolean;
  /** When the person is busy elsewhere. */
  outside: { start: string; end: string }[];
}

export function weekDays(first: Temporal.PlainDate, after: Temporal.PlainDate, zone: string): WeekDay[] {
  const count = first.until(after, { largestUnit: 'day' }).days;
  return Array.from({ length: count }, (_, index) => {
    const date = first.add({ days: index });
    return { date, scale: dayScale(date, zone) };
  });
}

export function weekCell({ member, open }: ShownPerson, { date, scale }: WeekDay): WeekCell {
  const isOn = ({ start, end }: { start: string; end: string }) =>
    minuteOfDay(scale, start) < scale.minutes && minuteOfDay(scale, end) > 0;
  const timed = member.events
    .filter((event) => !isWholeDay(event) && isOn(event))
    .sort((one, other) => minuteOfDay(scale, one.start) - minuteOfDay(scale, other.start));
  return {
    events: [...wholeDayEvents(member.events, date), ...timed],
    isClosed: open !== undefined && !open.some(isOn),
    outside: member.outside.filter(isOn),
  };
}

/** The room of a cell: with more events, the last line says how many there are beside those shown. */
export function chipsOf(events: readonly CalendarEvent[], room = 4): { shown: readonly CalendarEvent[]; more: number } {
  if (events.length <= room) return { shown: events, more: 0 };
  return { shown: events.slice(0, room - 1), more: events.length - room + 1 };
}
