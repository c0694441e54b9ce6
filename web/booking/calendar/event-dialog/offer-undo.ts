// Says what the event dialog has saved, and offers to undo it.
import i18next from 'i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { visits } from '#contract/booking/visits.ts';
import { newId } from '#contract/lib/fields.ts';
import { refetchEvents, uncacheEvent } from '#web/booking/calendar/events/cached-events.ts';
import { eventHeading, formatShortTimes } from '#web/booking/calendar/events/event-text.ts';
import { deleteEvent, saveEvent, toEventInput } from '#web/booking/calendar/events/save-event.ts';
import { saveVisit } from '#web/booking/calendar/events/save-visit.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { toast, toastWithUndo } from '#web/lib/ui/toast/toasts.ts';
import { partsOf, toGivenParts } from './visit-parts.ts';

/** The record that the dialog saves: a visit with its parts, or an event by itself. */
type Saved = Visit | CalendarEvent;

interface Change {
  saved: Saved;
  /** Undefined for a new one. */
  before: Saved | undefined;
  /** Whether the customer hears of the change. */
  notify: boolean;
  zone: string;
}

/** The offer stands as long as a mail about the change waits. */
export function offerUndo(change: Change): void {
  const { saved, notify, zone } = change;
  const { name, start, end } = saved;
  const { title, allDay } = isVisit(saved) ? { title: saved.parts[0]?.title ?? '', allDay: false } : saved;
  const when = formatShortTimes({ start, end, allDay }, zone);
  const message = i18next.t('calendar.saved', { title: eventHeading({ name, title }), when });
  const offer = { label: i18next.t('calendar.undo'), run: () => void run(change) };
  if (notify && saved.eMail) toastWithUndo(message, offer);
  else toast('success', message, offer);
}

function isVisit(saved: Saved): saved is Visit {
  return 'parts' in saved;
}

async function run(change: Change): Promise<void> {
  let isUndone = false;
  const isAccepted = await attempt(i18next.t('calendar.notUndone'), async () => {
    isUndone = await undo(change);
  });
  if (isAccepted && isUndone) toast('success', i18next.t('calendar.undone'));
}

/** Resolves to false if the time has been taken meanwhile, and the person declines to overlap. */
async function undo({ saved, before, notify, zone }: Change): Promise<boolean> {
  // Staff have agreed to what was there before.
  const accepted = { notify, acceptClosed: true, acceptNotDone: true };
  if (before && isVisit(before) && isVisit(saved)) {
    const input = { ...inputOf(before, saved), ...accepted };
    return (await saveVisit(input, { zone, before: saved, isUndo: true })) !== undefined;
  }
  const event = before && !isVisit(before) ? before : undefined;
  if (event && !isVisit(saved) && event.visitId === saved.visitId) {
    const input = toEventInput(event, { ...accepted, isUndo: true });
    return (await saveEvent(input, { zone, opened: saved })) !== undefined;
  }
  await undoNew(saved, notify);
  // The event has become an appointment. It is not lost if a visitor books its time in between.
  if (event) await saveEvent(toEventInput(event, { ...accepted, id: newId, acceptOverlap: true }), { zone });
  return true;
}

/** The input that saves a visit as it was; parts that the change has deleted are added. */
function inputOf(before: Visit, saved: Visit) {
  const { contactId, name, eMail, phoneNumber, description, sendSms, readOnly, start } = before;
  const present = new Set(saved.parts.map(({ eventId }) => eventId));
  const parts = toGivenParts(partsOf(before), Temporal.Instant.from(start)).map(({ eventId = newId, ...part }) => ({
    ...part,
    eventId: present.has(eventId) ? eventId : newId,
  }));
  return { ...{ contactId, name, eMail, phoneNumber, description, sendSms, readOnly }, parts };
}

/**
 * Cancels a new visit, because visits are not deleted, or deletes a new event. Throws `CallError`; 409 if it has
 * changed.
 */
export async function undoNew(saved: Saved, notify: boolean): Promise<void> {
  if (!isVisit(saved) && saved.visitId === null) return deleteEvent(saved);
  // The version of an event is not that of its visit.
  const given = isVisit(saved) ? { id: saved.id, version: saved.version } : { id: saved.visitId ?? saved.id };
  await call(visits.changeStatus, { ...given, status: 'cancelled', notify, isUndo: true }, { handlesErrors: [409] });
  const events = isVisit(saved) ? saved.parts : [{ eventId: saved.id, calendarId: saved.calendarId }];
  for (const { eventId, calendarId } of events) {
    uncacheEvent(eventId);
    void refetchEvents(calendarId);
  }
}
