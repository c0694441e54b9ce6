// Says what the event dialog has saved, and offers to undo it.
import i18next from 'i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { type Visit, visits } from '#contract/booking/visits.ts';
import { newId } from '#contract/lib/fields.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { toast, toastWithUndo } from '#web/lib/ui/toasts.ts';
import { uncacheEvent } from './cached-events.ts';
import { eventHeading, formatShortTimes } from './event-text.ts';
import { deleteEvent, saveEvent, toEventInput } from './save-event.ts';
import { refetchVisit, saveVisit } from './save-visit.ts';
import { partsOf, toGivenParts } from './visit-parts.ts';

interface Change {
  saved: Visit | CalendarEvent;
  /** Undefined for a new one. */
  before: Visit | CalendarEvent | undefined;
  /** Whether the customer hears of the change. */
  notify: boolean;
  zone: string;
}

/** The offer stands as long as a mail about the change waits. */
export function offerUndo(change: Change): void {
  const { saved, notify, zone } = change;
  const { name, start, end } = saved;
  const [title, allDay] = 'parts' in saved ? [saved.parts[0]?.title ?? '', false] : [saved.title, saved.allDay];
  const when = formatShortTimes({ start, end, allDay }, zone);
  const message = i18next.t('calendar.saved', { title: eventHeading({ name, title }), when });
  const offer = { label: i18next.t('calendar.undo'), run: () => void run(change) };
  if (notify && saved.eMail) toastWithUndo(message, offer);
  else toast('success', message, offer);
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
  // It leads to what has been, and takes the mail back.
  const accepted = { notify, acceptClosed: true, acceptNotDone: true };
  if (before && 'parts' in before && 'parts' in saved) {
    const input = { ...inputOf(before, saved), ...accepted };
    return (await saveVisit(input, { zone, before: saved, isUndo: true })) !== undefined;
  }
  if (before && !('parts' in before) && !('parts' in saved) && before.visitId === saved.visitId) {
    const input = toEventInput(before, { ...accepted, isUndo: true });
    return (await saveEvent(input, { zone, opened: saved })) !== undefined;
  }
  await remove(saved, notify);
  if (before && !('parts' in before)) await saveEvent(toEventInput(before, { ...accepted, id: newId }), { zone });
  return true;
}

/** What saves a visit as it was; parts that the change has deleted are added. */
function inputOf(before: Visit, saved: Visit) {
  const { contactId, name, eMail, phoneNumber, description, sendSms, readOnly, start } = before;
  const present = new Set(saved.parts.map(({ eventId }) => eventId));
  const parts = toGivenParts(partsOf(before), Temporal.Instant.from(start)).map(({ eventId = newId, ...part }) => ({
    ...part,
    eventId: present.has(eventId) ? eventId : newId,
  }));
  return { ...{ contactId, name, eMail, phoneNumber, description, sendSms, readOnly }, parts };
}

async function remove(saved: Visit | CalendarEvent, notify: boolean): Promise<void> {
  const id = 'parts' in saved ? saved.id : saved.visitId;
  if (id === null) return 'parts' in saved ? undefined : deleteEvent(saved);
  const parts = 'parts' in saved ? saved.parts : [{ ...saved, eventId: saved.id }];
  await call(visits.changeStatus, { id, status: 'cancelled', notify, isUndo: true });
  for (const { eventId } of parts) uncacheEvent(eventId);
  void refetchVisit({ parts });
}
