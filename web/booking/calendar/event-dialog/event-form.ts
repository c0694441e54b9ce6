// Converts between an event and the fields of its dialog, and validates them.
import { type CalendarEvent, calendars, type EventType } from '#contract/booking/calendar.ts';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { visits } from '#contract/booking/visits.ts';
import { newId } from '#contract/lib/fields.ts';
import type { MessageKey } from '#i18n/keys.ts';
import type { Times } from '#web/booking/calendar/events/move-event.ts';
import { type EventInput, toEventInput } from '#web/booking/calendar/events/save-event.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { dayStart, instantOfWall, zonedAt } from '#web/lib/zones.ts';
import { newPart, type PartValues, partsOf, partTimes, toGivenParts } from './visit-parts.ts';

export type EventKind = 'appointment' | 'blocked';

export interface EventValues {
  kind: EventKind;
  search: string;
  /** The customer whom the person has chosen. */
  contactId: string | null;
  /** A new visit goes to anyone who is free and does all its services. */
  anyPerson: boolean;
  /** The services; an event without a visit has one part, with its title and its calendar. */
  parts: PartValues[];
  type: EventType;
  allDay: boolean;
  /** `YYYY-MM-DD`; for an all-day event, the last day inclusive. */
  startDay: string;
  endDay: string;
  /** `HH:MM` in the calendar's zone; empty if the event has no time. */
  startTime: string;
  endTime: string;
  description: string;
  name: string;
  eMail: string;
  phoneNumber: string;
  sendSms: boolean;
  readOnly: boolean;
  link: string;
  /** Whether the customer is told. */
  notify: boolean;
}

/** Values that the dialog starts with, beside its event. */
export interface Start {
  kind?: EventKind | undefined;
  /** The visit of the event. */
  visit?: Visit | undefined;
  /** The visit that is booked again. */
  copy?: Visit | undefined;
  /** Where a new one takes place. */
  locationId?: string | undefined;
  /** No one has chosen the person of a new one. */
  isPersonOpen?: boolean | undefined;
}

/** Returns an unsaved event. */
export function newEvent(calendarId: string, zone: string, times: Times): CalendarEvent {
  return {
    id: newId,
    calendarId,
    userId: null,
    title: '',
    description: '',
    ...times,
    timeZone: zone,
    type: 'primary',
    sendSms: true,
    readOnly: false,
    isEditable: true,
    name: '',
    phoneNumber: '',
    eMail: '',
    link: '',
    eMailReminderSentAt: null,
    smsReminderSentAt: null,
    visitId: null,
    contactId: null,
    status: null,
    serviceName: null,
    heldUntil: null,
    overlaps: false,
    version: '',
  };
}

/** Returns the form values of an event, in its calendar's zone. */
export function eventValues(event: CalendarEvent, zone: string, start: Start = {}): EventValues {
  const { kind, visit, copy, isPersonOpen } = start;
  const { type, allDay, description, name, eMail, phoneNumber, sendSms, readOnly, link, contactId } = event;
  const times = visit ?? event;
  const lastDay = event.endDate && Temporal.PlainDate.from(event.endDate).subtract({ days: 1 });
  const isPlain = event.id !== newId && event.visitId === null;
  const values: EventValues = {
    kind: kind ?? (isPlain ? 'blocked' : 'appointment'),
    ...{ search: '', type, allDay, description, name, eMail, phoneNumber, sendSms, readOnly, link, contactId },
    anyPerson: false,
    ...(event.id === newId && kind === 'blocked' && { type: 'danger' }),
    parts: visit ? partsOf(visit) : copy ? partsOf(copy, true) : [newPart(event, isPersonOpen)],
    startDay: (allDay && event.startDate) || dayIn(times.start, zone),
    endDay: (allDay && lastDay ? lastDay.toString() : undefined) || dayIn(times.end, zone),
    startTime: allDay ? '' : timeIn(times.start, zone),
    endTime: allDay ? '' : timeIn(times.end, zone),
    notify: true,
  };
  if (visit) {
    const { name, eMail, phoneNumber, description, sendSms, readOnly, contactId } = visit;
    return { ...values, name, eMail, phoneNumber, description, sendSms, readOnly, contactId };
  }
  return copy ? { ...values, ...endOfParts(values, zone) } : values;
}

/** A new event without times is all-day (specification, "Calendar event"). */
export function isAllDay(event: CalendarEvent, values: EventValues): boolean {
  return values.allDay || (event.id === newId && !values.startTime && !values.endTime);
}

/** Whether the values are saved as a visit with parts: a customer or a service at a time of the day. */
export function isVisit(event: CalendarEvent, visit: Visit | undefined, values: EventValues): boolean {
  if (values.kind === 'blocked' || isAllDay(event, values)) return false;
  if (event.visitId) return visit !== undefined;
  const { name, eMail, phoneNumber, parts } = values;
  return Boolean(name.trim() || eMail.trim() || phoneNumber.trim() || parts.length > 1 || parts[0]?.serviceId);
}

/** Returns the input to save the values as a single event, or undefined while days or times are missing. */
export function inputFromValues(event: CalendarEvent, values: EventValues, zone: string): EventInput | undefined {
  const times = timesOf(values, isAllDay(event, values), zone);
  if (!times) return undefined;
  const { search, parts, type, description, name, eMail, phoneNumber, sendSms, readOnly, link, notify } = values;
  const isBlocked = values.kind === 'blocked' && event.visitId === null;
  return toEventInput(event, {
    ...{ title: parts[0]?.title, calendarId: parts[0]?.calendarId, type, description, sendSms, readOnly, link, notify },
    search: search || undefined,
    name: isBlocked ? '' : name,
    eMail: isBlocked ? '' : eMail.trim(),
    phoneNumber: isBlocked ? '' : phoneNumber.trim(),
    ...times,
  });
}

/** Returns the input to save the values as a visit, or undefined while days or times are missing. */
export function visitFromValues(values: EventValues, zone: string) {
  const start = startOf(values, zone);
  if (!start) return undefined;
  const { contactId, name, eMail, phoneNumber, description, sendSms, readOnly, notify } = values;
  return {
    ...{ contactId, name, description, sendSms, readOnly, notify },
    eMail: eMail.trim(),
    phoneNumber: phoneNumber.trim(),
    parts: toGivenParts(values.parts, start),
  };
}

/** Returns a message for every field that the server would reject; empty if the event can be sent. */
export function validateEvent(
  event: CalendarEvent,
  visit: Visit | undefined,
  values: EventValues,
  zone: string,
): Record<string, string> {
  const isWhole = isAllDay(event, values);
  const own = () => ({
    ...missingTimes(values, isWhole),
    ...wrongEnd(values, isWhole, zone),
    ...missingTitles(values),
  });
  if (isVisit(event, visit, values)) {
    const input = () => visitFromValues(values, zone) ?? { ...values, parts: [] };
    return validateBy<EventValues>(visits.insertVisit, { input, own })(values);
  }
  return validateBy<EventValues>(calendars.updateEvent, {
    // The other fields are validated even while days or times are missing.
    input: () => inputFromValues(event, values, zone) ?? { ...values, search: undefined },
    own,
  })(values);
}

/** A part is named by its service or its own title; the only one of a named customer is an appointment. */
function missingTitles(values: EventValues) {
  const { parts } = values;
  if (isNamedByCustomer(values)) return {};
  return Object.fromEntries(
    parts.map((part, index): [string, MessageKey | false] => [
      `parts.${index}.title`,
      !part.title.trim() && !part.serviceId && 'field.required',
    ]),
  );
}

/** Whether the server can choose the person: who does it is known only of services. */
export function canGoToAnyone({ kind, allDay, parts }: Pick<EventValues, 'kind' | 'allDay' | 'parts'>): boolean {
  return kind === 'appointment' && !allDay && parts.every(({ serviceId }) => serviceId !== null);
}

/** Whether an appointment without a service is told by its customer. */
export function isNamedByCustomer({ kind, name, parts }: EventValues): boolean {
  return kind === 'appointment' && parts.length === 1 && name.trim() !== '';
}

function missingTimes(values: EventValues, isWhole: boolean) {
  const needed = ['startDay', 'endDay', ...(isWhole ? [] : (['startTime', 'endTime'] as const))] as const;
  return Object.fromEntries(
    needed.map((field): [string, MessageKey | false] => [field, !values[field] && 'field.required']),
  );
}

function wrongEnd(values: EventValues, isWhole: boolean, zone: string): Partial<Record<string, MessageKey>> {
  const times = timesOf(values, isWhole, zone);
  // The end is that of the last part.
  const start = times && !isWhole && values.kind === 'appointment' ? startOfLast(values, zone) : times?.start;
  if (!times || !start || Temporal.Instant.compare(start, times.end) < 0) return {};
  return { [isWhole || values.startDay !== values.endDay ? 'endDay' : 'endTime']: 'booking.endBeforeStart' };
}

/** Maps a field of the call to the dialog's field that shows its message. */
export function dialogField(key: string): string {
  if (key === 'start' || key === 'startDate') return 'startDay';
  if (key === 'end' || key === 'endDate') return 'endDay';
  if (key === 'title' || key === 'calendarId') return `parts.0.${key}`;
  return key;
}

function timesOf(values: EventValues, allDay: boolean, zone: string): Times | undefined {
  const { startDay, endDay, startTime, endTime } = values;
  if (!startDay || !endDay) return undefined;
  if (allDay) {
    const [first, after] = [Temporal.PlainDate.from(startDay), Temporal.PlainDate.from(endDay).add({ days: 1 })];
    return {
      start: dayStart(first, zone).toString(),
      end: dayStart(after, zone).toString(),
      allDay,
      startDate: first.toString(),
      endDate: after.toString(),
    };
  }
  if (!startTime || !endTime) return undefined;
  const at = (day: string, time: string) =>
    instantOfWall(Temporal.PlainDateTime.from(`${day}T${time}`), zone).toString();
  return { start: at(startDay, startTime), end: at(endDay, endTime), allDay, startDate: null, endDate: null };
}

function startOf({ startDay, startTime }: EventValues, zone: string): Temporal.Instant | undefined {
  if (!startDay || !startTime) return undefined;
  return instantOfWall(local(startDay, startTime), zone);
}

/** The days and times of the end that the parts lead to; nothing while the start is missing. */
export function endOfParts(values: EventValues, zone: string): Partial<EventValues> {
  const start = startOf(values, zone);
  const end = start && partTimes(values.parts, start).at(-1)?.end.toString();
  return end ? { endDay: dayIn(end, zone), endTime: timeIn(end, zone) } : {};
}

/** The parts whose last one ends at the typed end; as they are while that is missing or too early. */
export function partsUntilEnd(values: EventValues, zone: string): PartValues[] {
  const { parts, endDay, endTime } = values;
  const start = startOfLast(values, zone);
  if (!start || !endDay || !endTime) return parts;
  const end = instantOfWall(local(endDay, endTime), zone);
  const minutes = Math.ceil((end.epochMilliseconds - start.epochMilliseconds) / 60_000);
  return minutes > 0 ? parts.map((part, index) => (index === parts.length - 1 ? { ...part, minutes } : part)) : parts;
}

function startOfLast(values: EventValues, zone: string): Temporal.Instant | undefined {
  const start = startOf(values, zone);
  return start && partTimes(values.parts, start).at(-1)?.start;
}

/** The times of the parts, while the start is known. */
export function timesOfParts(values: EventValues, zone: string) {
  const start = startOf(values, zone);
  return start ? partTimes(values.parts, start) : [];
}

/** Returns the end that preserves the event's duration when its start changes to `startDay` and `startTime`. */
export function endKeepingLength(values: EventValues, startDay: string, startTime: string): Partial<EventValues> {
  if (!startDay || !values.startDay || !values.endDay) return {};
  const from = local(values.startDay, values.startTime);
  const length = from.until(local(values.endDay, values.endTime), { largestUnit: 'hour' });
  if (length.sign < 0) return {};
  const end = local(startDay, startTime).add(length);
  return { endDay: end.toPlainDate().toString(), ...(values.endTime ? { endTime: timeText(end) } : {}) };
}

function local(day: string, time: string): Temporal.PlainDateTime {
  return Temporal.PlainDateTime.from(`${day}T${time || '00:00'}`);
}

function timeText(time: Temporal.PlainDateTime): string {
  return time.toPlainTime().toString({ smallestUnit: 'minute' });
}

function dayIn(instant: string, zone: string): string {
  return zonedAt(Temporal.Instant.from(instant), zone).toPlainDate().toString();
}

function timeIn(instant: string, zone: string): string {
  return timeText(zonedAt(Temporal.Instant.from(instant), zone).toPlainDateTime());
}
