// Converts between an event and the fields of its dialog, and validates them.

import { type CalendarEvent, calendars, type EventType } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import type { Times } from './move-event.ts';
import { type EventInput, toEventInput } from './save-event.ts';

export interface EventValues {
  search: string;
  title: string;
  calendarId: string;
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
  };
}

/** Returns the form values of an event, in its calendar's zone. */
export function valuesOf(event: CalendarEvent, zone: string): EventValues {
  const { title, calendarId, type, allDay, description, name, eMail, phoneNumber, sendSms, readOnly, link } = event;
  const [start, end] = [event.start, event.end].map((instant) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime(),
  ) as [Temporal.PlainDateTime, Temporal.PlainDateTime]; // One result per input.
  const lastDay = event.endDate && Temporal.PlainDate.from(event.endDate).subtract({ days: 1 });
  return {
    ...{ search: '', title, calendarId, type, allDay, description, name, eMail, phoneNumber, sendSms, readOnly, link },
    startDay: (allDay && event.startDate) || start.toPlainDate().toString(),
    endDay: (allDay && lastDay ? lastDay : end.toPlainDate()).toString(),
    startTime: allDay ? '' : timeText(start),
    endTime: allDay ? '' : timeText(end),
  };
}

/** A new event without times is all-day (specification, "Calendar event"). */
export function isAllDay(event: CalendarEvent, values: EventValues): boolean {
  return values.allDay || (event.id === newId && !values.startTime && !values.endTime);
}

/** Returns the input to save, or undefined while days or times are missing. */
export function inputFromValues(event: CalendarEvent, values: EventValues, zone: string): EventInput | undefined {
  const times = timesOf(values, isAllDay(event, values), zone);
  if (!times) return undefined;
  const { search, title, calendarId, type, description, name, eMail, phoneNumber, sendSms, readOnly, link } = values;
  return toEventInput(event, {
    ...{ title, calendarId, type, description, name, sendSms, readOnly, link },
    search: search || undefined,
    eMail: eMail.trim(),
    phoneNumber: phoneNumber.trim(),
    ...times,
  });
}

/** Returns a message for every field that the server would reject; empty if the event can be sent. */
export function validateEvent(event: CalendarEvent, values: EventValues, zone: string): Record<string, string> {
  const isWhole = isAllDay(event, values);
  const validate = validateBy<EventValues>(calendars.updateEvent, {
    // The other fields are validated even while days or times are missing.
    input: () => inputFromValues(event, values, zone) ?? { ...values, search: undefined },
    own: () => ({ ...missingTimes(values, isWhole), ...wrongEnd(values, isWhole, zone) }),
  });
  return validate(values);
}

function missingTimes(values: EventValues, isWhole: boolean) {
  const needed = ['startDay', 'endDay', ...(isWhole ? [] : (['startTime', 'endTime'] as const))] as const;
  return Object.fromEntries(
    needed.map((field): [string, MessageKey | false] => [field, !values[field] && 'field.required']),
  );
}

function wrongEnd(values: EventValues, isWhole: boolean, zone: string): Partial<Record<string, MessageKey>> {
  const times = timesOf(values, isWhole, zone);
  if (!times || Temporal.Instant.compare(times.start, times.end) < 0) return {};
  return { [isWhole || values.startDay !== values.endDay ? 'endDay' : 'endTime']: 'booking.endBeforeStart' };
}

/** Maps a field of the call to the dialog's field that shows its message. */
export function fieldOf(key: string): string {
  if (key === 'start' || key === 'startDate') return 'startDay';
  if (key === 'end' || key === 'endDate') return 'endDay';
  return key;
}

function timesOf(values: EventValues, allDay: boolean, zone: string): Times | undefined {
  const { startDay, endDay, startTime, endTime } = values;
  if (!startDay || !endDay) return undefined;
  if (allDay) {
    const [first, after] = [Temporal.PlainDate.from(startDay), Temporal.PlainDate.from(endDay).add({ days: 1 })];
    return {
      start: first.toZonedDateTime(zone).toInstant().toString(),
      end: after.toZonedDateTime(zone).toInstant().toString(),
      allDay,
      startDate: first.toString(),
      endDate: after.toString(),
    };
  }
  if (!startTime || !endTime) return undefined;
  const at = (day: string, time: string) =>
    Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).toInstant().toString();
  return { start: at(startDay, startTime), end: at(endDay, endTime), allDay, startDate: null, endDate: null };
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
