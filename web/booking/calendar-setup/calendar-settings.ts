// How the own calendar is set up, as the server last said.
import { type CalendarSettings, calendarSetup } from '#contract/booking/calendar-setup.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';

export const calendarSettingsQuery = query(calendarSetup.getSettings, {});

/** Every change answers how the calendar stands now. */
export function cacheSettings(settings: CalendarSettings): void {
  queryClient.setQueryData(calendarSettingsQuery.queryKey, settings);
}

export type Place = CalendarSettings['locations'][number];
export type Service = CalendarSettings['services'][number];
