// The browser's cache of events, one entry per calendar and range, and one per range of the team. Changes show at once;
// the server's answer corrects them.
import type { QueryKey } from '@tanstack/react-query';
import { type CalendarEvent, calendars, type TeamMember } from '#contract/booking/calendar.ts';
import { queryClient } from '#web/lib/client/query-client.ts';

const path = calendars.getCalendarEvents.path;
const teamPath = calendars.getTeam.path;
const outsidePath = calendars.getOutsideTimes.path;

/** Updates an event in every cached range: adds it where it belongs and removes it elsewhere. */
export function cacheEvent(event: CalendarEvent): void {
  updateCached((events, range) => {
    const others = events.filter(({ id }) => id !== event.id);
    return isInRange(event, range) ? [...others, event].sort(byStart) : others;
  });
}

/** Changes some fields of an event in every cached range that has it. */
export function patchCachedEvent(id: string, change: Pick<CalendarEvent, 'status'>): void {
  updateCached((events) => events.map((event) => (event.id === id ? { ...event, ...change } : event)));
}

export function uncacheEvent(id: string): void {
  updateCached((events) => events.filter((event) => event.id !== id));
}

/** Reloads the events and outside times of one calendar, or of all. */
export async function refetchEvents(calendarId?: string): Promise<void> {
  const ofCalendar = ({ queryKey }: { queryKey: QueryKey }) =>
    calendarId === undefined || rangeOf(queryKey)?.calendarId === calendarId;
  await Promise.all([
    ...[path, outsidePath].map((one) => queryClient.invalidateQueries({ queryKey: [one], predicate: ofCalendar })),
    queryClient.invalidateQueries({ queryKey: [teamPath] }),
  ]);
}

interface Range {
  calendarId: string;
  start: string;
  end: string;
}

function updateCached(update: (events: CalendarEvent[], range: Range) => CalendarEvent[]): void {
  for (const [key, events] of queryClient.getQueriesData<CalendarEvent[]>({ queryKey: [path] })) {
    const range = rangeOf(key);
    if (!events || !range) continue;
    // A pending request may still return the data from before the change.
    void queryClient.cancelQueries({ queryKey: key, exact: true });
    queryClient.setQueryData(key, update(events, range));
  }
  for (const [key, team] of queryClient.getQueriesData<TeamMember[]>({ queryKey: [teamPath] })) {
    const range = rangeOf(key);
    if (!team || !range) continue;
    void queryClient.cancelQueries({ queryKey: key, exact: true });
    const updated = team.map((member) => {
      const events = update(member.events, { ...range, calendarId: member.calendarId });
      // A column of the team is rendered again only when its events changed.
      return isSame(member.events, events) ? member : { ...member, events };
    });
    queryClient.setQueryData(key, updated);
  }
}

function isSame(before: readonly CalendarEvent[], after: readonly CalendarEvent[]): boolean {
  return before.length === after.length && before.every((event, index) => event === after[index]);
}

/** Keys come from `query` in `client.ts`: the path, then the input. */
function rangeOf(key: QueryKey): Range | undefined {
  return key[1] as Range | undefined;
}

function isInRange(event: CalendarEvent, { calendarId, start, end }: Range): boolean {
  return event.calendarId === calendarId && isBefore(event.start, end) && isBefore(start, event.end);
}

function isBefore(one: string, other: string): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}

function byStart(one: CalendarEvent, other: CalendarEvent): number {
  return Temporal.Instant.compare(one.start, other.start);
}
