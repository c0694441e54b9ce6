// Saves events; asks before one overlaps another on purpose.
import i18next from 'i18next';
import { type CalendarEvent, calendars } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import type { Input } from '#contract/lib/service.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { ask } from '#web/lib/ui/questions.tsx';
import { dropEvent, putEvent, rereadEvents } from './cached-events.ts';

export type EventWish = Input<typeof calendars.updateEvent>;

/** What is sent to keep an event as it is, but for what `changes` says. */
export function wishOf(event: CalendarEvent, changes: Partial<EventWish> = {}): EventWish {
  const { id, calendarId, title, description, start, end, allDay, type, sendSms, readOnly, name, link } = event;
  return {
    ...{ id, calendarId, title, description, start, end, allDay, type, sendSms, readOnly, name, link },
    startDate: event.startDate ?? undefined,
    endDate: event.endDate ?? undefined,
    phoneNumber: event.phoneNumber || undefined,
    eMail: event.eMail || undefined,
    ...changes,
  };
}

/**
 * Inserts (all-zero id) or updates. Undefined when it would overlap another event and the person does not want that;
 * throws `CallError` otherwise.
 */
export async function saveEvent(wish: EventWish): Promise<CalendarEvent | undefined> {
  const operation = wish.id === newId ? calendars.insertEvent : calendars.updateEvent;
  try {
    return keep(await call(operation, wish));
  } catch (error) {
    if (!overlaps(error)) throw error;
    const anyway = await ask({
      title: i18next.t('calendar.overlapTitle'),
      text: i18next.t('calendar.overlapText'),
      yes: i18next.t('calendar.saveAnyway'),
    });
    return anyway ? keep(await call(operation, { ...wish, acceptOverlap: true })) : undefined;
  }
}

/** Deletes; the event goes at once and comes back when that fails. */
export async function deleteEvent(event: CalendarEvent): Promise<void> {
  dropEvent(event.id);
  try {
    await call(calendars.deleteEvent, { id: event.id });
  } catch (error) {
    putEvent(event);
    throw error;
  } finally {
    void rereadEvents(event.calendarId);
  }
}

function keep(saved: CalendarEvent): CalendarEvent {
  putEvent(saved);
  void rereadEvents(saved.calendarId);
  return saved;
}

/** The one refusal that the person may overrule. */
function overlaps(error: unknown): boolean {
  if (!(error instanceof CallError) || error.status !== 417 || !Array.isArray(error.body)) return false;
  return error.body.some(
    (item: { Key?: unknown; Overlaps?: unknown }) => item.Key === 'Start' && item.Overlaps === true,
  );
}
