// How the own calendar is set up, as the server last said.
import { type CalendarSettings, calendarSetup } from '#contract/booking/calendar-setup.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';

export const ownCalendar = query(calendarSetup.getSettings, {});

/** Every change answers how the calendar stands now. */
export function keepSettings(settings: CalendarSettings): void {
  queryClient.setQueryData(ownCalendar.queryKey, settings);
}

export type Place = CalendarSettings['locations'][number];
export type Service = CalendarSettings['services'][number];
