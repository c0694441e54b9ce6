// Places the events of a person's day in lanes: those that overlap stand side by side.
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { type DayScale, minuteOfDay } from './day-scale.ts';

export interface PlacedEvent {
  event: CalendarEvent;
  /** Minutes from the start of the day; of an event from the day before, 0. */
  top: number;
  /** The minutes within the day; short events take the room of a line of text. */
  minutes: number;
  /** From 0; `span` lanes of `lanes` are its own. */
  lane: number;
  span: number;
  lanes: number;
}

/** A line of text needs as much (minutes). */
const shortest = 14;

/** Timed events of the day, in the order of their starts. */
export function placeEvents(events: readonly CalendarEvent[], scale: DayScale): PlacedEvent[] {
  const placed = events
    .filter((event) => !isWholeDay(event))
    .flatMap((event) => placeOf(event, scale))
    .sort((one, other) => one.top - other.top || other.minutes - one.minutes);
  let group: PlacedEvent[] = [];
  let groupEnd = 0;
  for (const one of placed) {
    if (one.top >= groupEnd) {
      spread(group);
      group = [];
      groupEnd = 0;
    }
    const isFree = (lane: number) => !group.some((other) => other.lane === lane && bottomOf(other) > one.top);
    while (!isFree(one.lane)) one.lane++;
    group.push(one);
    groupEnd = Math.max(groupEnd, bottomOf(one));
  }
  spread(group);
  return placed;
}

export function isWholeDay(event: CalendarEvent): boolean {
  return event.allDay && event.startDate !== null && event.endDate !== null;
}

/** All-day events that are on a date. */
export function wholeDayEvents(events: readonly CalendarEvent[], date: Temporal.PlainDate): CalendarEvent[] {
  const day = date.toString();
  return events.filter((event) => isWholeDay(event) && (event.startDate ?? '') <= day && day < (event.endDate ?? ''));
}

function placeOf(event: CalendarEvent, scale: DayScale): PlacedEvent[] {
  const [start, end] = [minuteOfDay(scale, event.start), minuteOfDay(scale, event.end)];
  if (end <= 0 || start >= scale.minutes) return [];
  const top = Math.max(0, Math.min(start, scale.minutes - shortest));
  const minutes = Math.max(shortest, Math.min(end, scale.minutes) - top);
  return [{ event, top, minutes, lane: 0, span: 1, lanes: 1 }];
}

const bottomOf = ({ top, minutes }: PlacedEvent) => top + minutes;

/** Gives the events that hang together the same number of lanes, and each the free lanes beside it. */
function spread(group: readonly PlacedEvent[]): void {
  const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
  for (const one of group) {
    one.lanes = lanes;
    const meets = (other: PlacedEvent) => other.top < bottomOf(one) && one.top < bottomOf(other);
    const next = group.filter((other) => other.lane > one.lane && meets(other)).map(({ lane }) => lane);
    one.span = Math.min(lanes, ...next) - one.lane;
  }
}
