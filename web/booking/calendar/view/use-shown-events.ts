// Reads the events in view: of each calendar shown, or of the whole team in one call.
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { type Calendar, type CalendarEvent, calendars, type TeamMember } from '#contract/booking/calendar.ts';
import { eventsIn } from '#web/booking/calendar/events/event-in-zone.ts';
import { query } from '#web/lib/client/client.ts';

/** A time when a person is busy elsewhere. */
export interface OutsideTime {
  calendarId: string;
  start: string;
  end: string;
}

interface ShownEvents {
  /** The same array while its events are unchanged, which spares the grid a render. */
  events: readonly CalendarEvent[];
  /** When the people are busy elsewhere. */
  outside: readonly OutsideTime[];
  /** Of the views of the team: undefined until it is loaded. */
  team: readonly TeamMember[] | undefined;
  isWaiting: boolean;
  /** Reloads what could not be loaded; undefined while nothing has failed. */
  retry: (() => void) | undefined;
}

export function useShownEvents(
  shown: readonly Calendar[],
  range: { start: string; end: string },
  isTeam: boolean,
  zone: string,
): ShownEvents {
  const shownIn = useMemo(() => eventsIn(zone), [zone]);
  const reads = useQueries({
    queries: (isTeam ? [] : shown).map(({ id }) => ({
      ...query(calendars.getCalendarEvents, { calendarId: id, ...range }),
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: true,
    })),
  });
  const elsewhere = isTeam ? [] : shown.filter(({ hasOutsideTimes }) => hasOutsideTimes);
  const outside = useQueries({
    queries: elsewhere.map(({ id }) => ({
      ...query(calendars.getOutsideTimes, { calendarId: id, ...range }),
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: true,
    })),
    // The library returns the same array while the times are.
    combine: (answers) =>
      answers.flatMap(({ data }, index) =>
        (data ?? []).map((time): OutsideTime => ({ calendarId: elsewhere[index]?.id ?? '', ...time })),
      ),
  });
  // Without the data of the page before: its people may not work on this one.
  const teamRead = useQuery({ ...query(calendars.getTeam, range), refetchOnWindowFocus: true, enabled: isTeam });
  const all = isTeam ? [teamRead] : reads;
  const failed = all.find((read) => read.isError && !read.data);
  const loadedTeam = isTeam ? teamRead.data : undefined;
  const team = useMemo(
    () => loadedTeam?.map((member) => ({ ...member, events: member.events.map(shownIn) })),
    [loadedTeam, shownIn],
  );
  const events = team
    ? team.flatMap((member) => member.events)
    : reads.flatMap((read) => (read.data ?? []).map(shownIn));
  return {
    events: useStableEvents(events),
    outside: team ? team.flatMap(outsideOf) : outside,
    team,
    isWaiting: all.some((read) => read.isPending),
    retry: failed && (() => void failed.refetch()),
  };
}

function outsideOf({ calendarId, outside }: TeamMember): OutsideTime[] {
  return outside.map((time) => ({ calendarId, ...time }));
}

function useStableEvents(events: CalendarEvent[]): CalendarEvent[] {
  const stable = useRef(events);
  const before = stable.current;
  const same = before.length === events.length && before.every((event, index) => event === events[index]);
  if (!same) stable.current = events;
  return stable.current;
}
