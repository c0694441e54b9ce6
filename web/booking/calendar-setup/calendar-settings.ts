// The settings of calendars, as last loaded: the user's own, and those of colleagues.
import { type CalendarSettings, calendarSetup } from '#contract/booking/calendar-setup.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';

export const calendarSettingsQuery = query(calendarSetup.getSettings, {});

/** Of the own calendar when the id is omitted. */
export function settingsQueryOf(calendarId: string | undefined) {
  return calendarId ? query(calendarSetup.getSettings, { calendarId }) : calendarSettingsQuery;
}

/** Stores the settings that every change returns. */
export function cacheSettings(settings: CalendarSettings): void {
  const { calendarId } = settings;
  const own = queryClient.getQueryData<CalendarSettings>(calendarSettingsQuery.queryKey);
  if (own?.calendarId === calendarId) queryClient.setQueryData(calendarSettingsQuery.queryKey, settings);
  queryClient.setQueryData(settingsQueryOf(calendarId).queryKey, settings);
}

export type CalendarLocation = CalendarSettings['locations'][number];
export type CalendarService = CalendarSettings['services'][number];
export type OtherService = CalendarSettings['otherServices'][number];
