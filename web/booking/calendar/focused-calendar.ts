// For whom a new event or a walk-in is, and where: the person in focus, at the location in view.
import type { Calendar } from '#contract/booking/calendar.ts';
import type { CalendarContents } from './view/use-calendar-contents.ts';

/** In the views of the team, the calendar of the column or the row that has the focus. */
export function focusedCalendar({ isTeam, all }: CalendarContents): Calendar | undefined {
  return isTeam ? all.find(({ id }) => id === focusedId()) : undefined;
}

/** The location in view, for a person who works there; elsewhere the server chooses. */
export function placeOf({ isTeam, team, locationId }: CalendarContents, calendarId: string) {
  const member = isTeam ? team?.find((one) => one.calendarId === calendarId) : undefined;
  return member?.workplaces.find(({ id }) => id === locationId);
}

function focusedId(): string | undefined {
  const { dataset = {} } =
    document.activeElement?.closest<HTMLElement>('[data-column], [data-head], [data-calendar]') ?? {};
  return dataset.column ?? dataset.head ?? dataset.calendar;
}
