// The contents of the calendar: its view and days, the calendars in it, and their events.
import { useMemo, useState } from 'react';
import type { Calendar } from '#contract/booking/calendar.ts';
import { dateIn, firstWeekday, now } from '#web/lib/dates.ts';
import { colourOf } from './calendar-colour.ts';
import { type CalendarSearch, isTeamView } from './calendar-search.ts';
import { instantsOfDays, shownDays } from './shown-days.ts';
import { useCalendarView } from './use-calendar-view.ts';
import { useShownEvents } from './use-shown-events.ts';

export type CalendarContents = ReturnType<typeof useCalendarContents>;

/** `all` are the calendars that the user sees, their own first. */
export function useCalendarContents(all: Calendar[], search: CalendarSearch) {
  const hasTeam = all.length > 1;
  const { view, views, isSmall, chooseView } = useCalendarView(search.view, hasTeam);
  const isTeam = isTeamView(view);
  const shown = useMemo(() => chosenCalendars(all, search.calendar), [all, search.calendar]);
  const main = shown[0] as Calendar; // `chosenCalendars` never returns an empty list.
  const [placeZones, setPlaceZones] = useState<ReadonlyMap<string, string>>(new Map());
  // A team at one location is shown in the zone of that location.
  const zone = (isTeam && search.location && placeZones.get(search.location)) || main.timeZone;
  const date = search.date ? Temporal.PlainDate.from(search.date) : dateIn(now(), zone);
  const days = shownDays(view, date, firstWeekday());
  const range = instantsOfDays(days, zone);

  const { events, outside, team, isWaiting, retry } = useShownEvents(shown, range, isTeam, zone);
  const places = team?.flatMap(({ workplaces }) => workplaces) ?? [];
  if (places.some(({ id }) => !placeZones.has(id)))
    setPlaceZones(new Map(places.map(({ id, timeZone }) => [id, timeZone])));

  const edges = useMemo(() => {
    if (isTeam) return edgesOf(all, all);
    return shown.length > 1 ? edgesOf(all, shown) : undefined;
  }, [all, shown, isTeam]);

  return {
    all,
    /** The user sees calendars of colleagues. */
    hasTeam,
    view,
    views,
    isSmall,
    chooseView,
    /** The view is one of the team. */
    isTeam,
    shown,
    /** The ids in the address; undefined when it names none. */
    chosenIds: search.calendar ? shown.map(({ id }) => id) : undefined,
    /** The first calendar shown, which sets the hours and the zone of the grid. */
    main,
    locationId: search.location,
    zone,
    date,
    days,
    /** The instants between which the days lie. */
    range,
    events,
    /** When the people are busy elsewhere. */
    outside,
    /** Colours and names of the calendars; undefined while a single one is shown. */
    edges,
    team,
    isWaiting,
    retry,
  };
}

/** Returns the visible calendars that the address names, else the first, which is the user's own. */
function chosenCalendars(all: Calendar[], ids: string | undefined): Calendar[] {
  const chosenIds = new Set(ids?.split(','));
  const found = all.filter(({ id }) => chosenIds.has(id));
  return found.length ? found : all.slice(0, 1);
}

function edgesOf(all: Calendar[], shown: Calendar[]) {
  return new Map(shown.map(({ id, name }) => [id, { colour: colourOf(all, id), name }]));
}
