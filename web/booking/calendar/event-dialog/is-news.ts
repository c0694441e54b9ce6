// Decides whether the customer would hear of what the dialog saves.
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { newId } from '#contract/lib/fields.ts';
import { hearsOfChanges } from '#web/booking/calendar/events/ask-to-move.ts';
import { type EventValues, inputFromValues, isVisit, visitFromValues } from './event-form.ts';

/**
 * Whether the customer has an address, and the appointment is new to them: its time, its people or its services, or
 * they to it.
 */
export function isNews(event: CalendarEvent, visit: Visit | undefined, values: EventValues, zone: string): boolean {
  const eMail = values.eMail.trim();
  if (!eMail || values.kind === 'blocked') return false;
  const isFirst = event.id === newId || event.visitId === null;
  const status = isFirst ? 'confirmed' : (visit?.status ?? event.status);
  if (!isVisit(event, visit, values)) {
    const input = inputFromValues(event, values, zone);
    if (!input?.end || !hearsOfChanges({ eMail, status, end: input.end })) return false;
    return isFirst || isOther(event, values) || !isSameTime(input, event) || input.calendarId !== event.calendarId;
  }
  const parts = visitFromValues(values, zone)?.parts ?? [];
  const last = parts.at(-1);
  const end =
    last?.start &&
    Temporal.Instant.from(last.start)
      .add({ minutes: last.minutes ?? 0 })
      .toString();
  if (!end || !hearsOfChanges({ eMail, status, end })) return false;
  if (!visit || isOther(visit, values) || parts.length !== visit.parts.length) return true;
  return parts.some(({ start, minutes, serviceId, calendarId }, index) => {
    const before = visit.parts[index];
    if (!before || !start) return true;
    const to = Temporal.Instant.from(start)
      .add({ minutes: minutes ?? 0 })
      .toString();
    return (
      serviceId !== before.serviceId || calendarId !== before.calendarId || !isSameTime({ start, end: to }, before)
    );
  });
}

/** Another address, or another customer. */
function isOther(before: Pick<Visit, 'eMail' | 'contactId'>, { eMail, contactId }: EventValues): boolean {
  if (eMail.trim().toLowerCase() !== before.eMail.toLowerCase()) return true;
  return Boolean(contactId) && contactId !== before.contactId;
}

function isSameTime(one: { start?: string; end?: string }, other: { start: string; end: string }): boolean {
  const isSame = (a: string | undefined, b: string) => a !== undefined && Temporal.Instant.from(a).equals(b);
  return isSame(one.start, other.start) && isSame(one.end, other.end);
}
