// The events that the browser has: read per calendar and range, changed at once and put right by what the server says.
import type { QueryKey } from '@tanstack/react-query';
import { type CalendarEvent, calendars } from '#contract/booking/calendar.ts';
import { queryClient } from '#web/lib/client/query-client.ts';

const path = calendars.getCalendarEvents.path;

/** Shows an event as it is now wherever it belongs, and nowhere else. */
export function putEvent(event: CalendarEvent): void {
  change((events, range) => {
    const others = events.filter(({ id }) => id !== event.id);
    return touches(event, range) ? [...others, event].sort(byStart) : others;
  });
}

export function dropEvent(id: string): void {
  change((events) => events.filter((event) => event.id !== id));
}

/** Reads the events of a calendar anew, or those of all. */
export function rereadEvents(calendarId?: string): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: [path],
    predicate: ({ queryKey }) => calendarId === undefined || inputOf(queryKey)?.calendarId === calendarId,
  });
}

interface Range {
  calendarId: string;
  start: string;
  end: string;
}

function change(next: (events: CalendarEvent[], range: Range) => CalendarEvent[]): void {
  for (const [key, events] of queryClient.getQueriesData<CalendarEvent[]>({ queryKey: [path] })) {
    const range = inputOf(key);
    if (!events || !range) continue;
    // What is on its way was read before the change.
    void queryClient.cancelQueries({ queryKey: key, exact: true });
    queryClient.setQueryData(key, next(events, range));
  }
}

/** Keys are made by `query` of `client.ts`: the path, then the input. */
function inputOf(key: QueryKey): Range | undefined {
  return key[1] as Range | undefined;
}

function touches(event: CalendarEvent, { calendarId, start, end }: Range): boolean {
  return event.calendarId === calendarId && before(event.start, end) && before(start, event.end);
}

function before(one: string, other: string): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}

function byStart(one: CalendarEvent, other: CalendarEvent): number {
  return Temporal.Instant.compare(one.start, other.start);
}
