// An event in the zone of a page that shows several: its texts have the offset of its own.
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { inZone } from '#web/lib/dates.ts';

/** Returns the same object for the same event: pages compare events by identity. */
export function eventsIn(zone: string): (event: CalendarEvent) => CalendarEvent {
  const converted = new WeakMap<CalendarEvent, CalendarEvent>();
  return (event) => {
    if (event.timeZone === zone) return event;
    const known = converted.get(event);
    if (known) return known;
    const shown = { ...event, start: inZone(event.start, zone), end: inZone(event.end, zone) };
    converted.set(event, shown);
    return shown;
  };
}
