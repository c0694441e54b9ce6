// Everyone's working hours in a week, as last loaded.
import { calendarSetup } from '#contract/booking/calendar-setup.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';

export function shiftsQuery(start: string) {
  return { ...query(calendarSetup.getShifts, { start }), staleTime: 0 };
}

/** Reloads the weeks that are shown. */
export function refreshShifts(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [calendarSetup.getShifts.path] });
}
