// The search parameters of the calendar page: view, day, calendars and the open event.
import { idPattern } from '#contract/lib/fields.ts';
import { dayIn } from '#web/lib/day-in.ts';
import { idIn } from '#web/lib/id-in.ts';

/** `team` is a day with a column for each person, `teamWeek` a week with a row for each. */
export const calendarViews = ['month', 'week', 'days', 'day', 'team', 'teamWeek'] as const;
export type CalendarView = (typeof calendarViews)[number];
export type TeamViewKind = Extract<CalendarView, 'team' | 'teamWeek'>;

export function isTeamView(view: CalendarView): view is TeamViewKind {
  return view === 'team' || view === 'teamWeek';
}

export interface CalendarSearch {
  /** Omitted for the view that the screen opens with. */
  view?: CalendarView;
  /** A day of the view, `YYYY-MM-DD`; omitted for today. */
  date?: string;
  /** Ids of the calendars shown, separated by commas; omitted for the user's own, of the team for all who work. */
  calendar?: string;
  /** The id of the location whose people the team's views show; omitted for all. */
  location?: string;
  /** The id of the event open in the dialog. */
  event?: string;
  /** The id of the contact for a new event. */
  contact?: string;
}

/** Reads the address and ignores invalid parts. */
export function readCalendarSearch(search: Record<string, unknown>): CalendarSearch {
  const { view, date, calendar, location, event, contact } = search;
  const ids = typeof calendar === 'string' ? calendar.split(',').filter((id) => idPattern.test(id)) : [];
  return {
    view: calendarViews.find((one) => one === view),
    date: dayIn(date),
    calendar: ids.length ? [...new Set(ids)].slice(0, 50).join(',') : undefined,
    location: idIn(location),
    event: idIn(event),
    contact: idIn(contact),
  };
}
