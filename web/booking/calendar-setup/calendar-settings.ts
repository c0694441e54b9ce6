// The settings of the user's own calendar, as last loaded.
import { type CalendarSettings, calendarSetup } from '#contract/booking/calendar-setup.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';

export const calendarSettingsQuery = query(calendarSetup.getSettings, {});

/** Stores the settings that every change returns. */
export function cacheSettings(settings: CalendarSettings): void {
  queryClient.setQueryData(calendarSettingsQuery.queryKey, settings);
}

export type Place = CalendarSettings['locations'][number];
export type Service = CalendarSettings['services'][number];
