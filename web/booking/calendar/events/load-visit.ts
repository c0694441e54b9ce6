// Loads the visit of an event with all its parts.
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { visits } from '#contract/booking/visits.ts';
import { CallError, call } from '#web/lib/client/client.ts';

/** Null without a visit, for an all-day one, and for one with parts in calendars that the caller does not see. */
export async function loadVisit(
  { visitId, allDay }: Pick<CalendarEvent, 'visitId' | 'allDay'>,
  signal?: AbortSignal,
): Promise<Visit | null> {
  if (visitId === null || allDay) return null;
  try {
    return await call(visits.getVisit, { id: visitId }, { handlesErrors: [404], ...(signal && { signal }) });
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null;
    throw error;
  }
}
