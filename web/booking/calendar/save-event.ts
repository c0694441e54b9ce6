// Saves events, and asks before an event overlaps another.
import i18next from 'i18next';
import { type CalendarEvent, calendars } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import type { Input } from '#contract/lib/service.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { ask } from '#web/lib/ui/ask.ts';
import { cacheEvent, refetchEvents, uncacheEvent } from './cached-events.ts';

export type EventInput = Input<typeof calendars.updateEvent>;

/** Returns the input that saves an event unchanged except for `changes`. */
export function toEventInput(event: CalendarEvent, changes: Partial<EventInput> = {}): EventInput {
  const { id, calendarId, title, description, start, end, allDay, type, sendSms, readOnly, name, link } = event;
  return {
    ...{ id, calendarId, title, description, start, end, allDay, type, sendSms, readOnly, name, link },
    // Every field is sent, also an empty one: an update keeps what it omits.
    startDate: event.startDate,
    endDate: event.endDate,
    phoneNumber: event.phoneNumber,
    eMail: event.eMail,
    ...changes,
  };
}

/**
 * Inserts (all-zero id) or updates an event. Returns undefined if it would overlap another and the person declines.
 * Throws `CallError` on any other failure.
 */
export async function saveEvent(input: EventInput): Promise<CalendarEvent | undefined> {
  const operation = input.id === newId ? calendars.insertEvent : calendars.updateEvent;
  try {
    return cacheSaved(await call(operation, input));
  } catch (error) {
    if (!isOverlapError(error)) throw error;
    const confirmed = await ask({
      title: i18next.t('calendar.overlapTitle'),
      text: i18next.t('calendar.overlapText'),
      confirmLabel: i18next.t('calendar.saveAnyway'),
    });
    return confirmed ? cacheSaved(await call(operation, { ...input, acceptOverlap: true })) : undefined;
  }
}

/** Deletes an event. It disappears at once and returns on failure. */
export async function deleteEvent(event: CalendarEvent): Promise<void> {
  uncacheEvent(event.id);
  try {
    await call(calendars.deleteEvent, { id: event.id });
  } catch (error) {
    cacheEvent(event);
    throw error;
  } finally {
    void refetchEvents(event.calendarId);
  }
}

function cacheSaved(saved: CalendarEvent): CalendarEvent {
  cacheEvent(saved);
  void refetchEvents(saved.calendarId);
  return saved;
}

/** The only rejection that the person may override. */
function isOverlapError(error: unknown): boolean {
  if (!(error instanceof CallError) || error.status !== 417 || !Array.isArray(error.body)) return false;
  return error.body.some(
    (item: { Key?: unknown; Overlaps?: unknown }) => item.Key === 'Start' && item.Overlaps === true,
  );
}
