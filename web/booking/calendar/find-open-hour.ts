// Finds the next open and free hour of a calendar, beyond the days in view.
import { type Calendar, calendars } from '#contract/booking/calendar.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { dateIn, now } from '#web/lib/dates.ts';
import type { Times } from './events/move-event.ts';
import { firstOpenHour } from './next-free-hour.ts';
import { instantsOfDays } from './view/shown-days.ts';

/** How far the search goes: less than the longest range that the server answers. */
export const maxDays = 60;

/**
 * Returns the times of the hour; undefined if the calendar is closed or full for `maxDays`. Throws if it cannot be
 * read.
 */
export async function findOpenHour(calendar: Calendar): Promise<Times | undefined> {
  const first = dateIn(now(), calendar.timeZone);
  const range = instantsOfDays({ first, after: first.add({ days: maxDays }) }, calendar.timeZone);
  const input = { calendarId: calendar.id, ...range };
  const [open, events, outside] = await Promise.all([
    queryClient.fetchQuery(query(calendars.getOpenTimes, input)),
    queryClient.fetchQuery(query(calendars.getCalendarEvents, input)),
    calendar.hasOutsideTimes ? queryClient.fetchQuery(query(calendars.getOutsideTimes, input)) : [],
  ]);
  const elsewhere = outside.map((time) => ({ calendarId: calendar.id, ...time }));
  return firstOpenHour(open, calendar, events, elsewhere);
}
