// The fields of the event dialog, and the way from an event to them and back.
import i18next from 'i18next';
import type { CalendarEvent, EventType } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import type { Times } from './move-event.ts';
import { type EventInput, toEventInput } from './save-event.ts';

export interface EventValues {
  search: string;
  title: string;
  calendarId: string;
  type: EventType;
  allDay: boolean;
  /** `YYYY-MM-DD`; of an all-day event the last day, not the one after it. */
  startDay: string;
  endDay: string;
  /** `HH:MM` in the calendar's zone; empty where there is none. */
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

/** An event that is not saved yet. */
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
    heldUntil: null,
    overlaps: false,
  };
}

/** What the dialog shows of an event, in the zone of its calendar. */
export function valuesOf(event: CalendarEvent, zone: string): EventValues {
  const { title, calendarId, type, allDay, description, name, eMail, phoneNumber, sendSms, readOnly, link } = event;
  const [start, end] = [event.start, event.end].map((instant) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime(),
  ) as [Temporal.PlainDateTime, Temporal.PlainDateTime]; // As many as were mapped.
  const lastDay = event.endDate && Temporal.PlainDate.from(event.endDate).subtract({ days: 1 });
  return {
    ...{ search: '', title, calendarId, type, allDay, description, name, eMail, phoneNumber, sendSms, readOnly, link },
    startDay: (allDay && event.startDate) || start.toPlainDate().toString(),
    endDay: (allDay && lastDay ? lastDay : end.toPlainDate()).toString(),
    startTime: allDay ? '' : timeText(start),
    endTime: allDay ? '' : timeText(end),
  };
}

/** A new event is all day when neither end has a time (specification, "Calendar event"). */
export function isAllDay(event: CalendarEvent, values: EventValues): boolean {
  return values.allDay || (event.id === newId && !values.startTime && !values.endTime);
}

/** What to save; undefined while the days and times do not say when. */
export function inputFromValues(event: CalendarEvent, values: EventValues, zone: string): EventInput | undefined {
  const times = timesOf(values, isAllDay(event, values), zone);
  if (!times) return undefined;
  const { search, title, calendarId, type, description, name, eMail, phoneNumber, sendSms, readOnly, link } = values;
  return toEventInput(event, {
    ...{ title, calendarId, type, description, name, sendSms, readOnly, link },
    search: search || undefined,
    eMail: eMail.trim() || undefined,
    phoneNumber: phoneNumber.trim() || undefined,
    ...times,
    startDate: times.startDate ?? undefined,
    endDate: times.endDate ?? undefined,
  });
}

const eMailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const phonePattern = /^\+?[\d ()./-]{5,25}$/;
/** Characters a field may have. */
const maxLengths = { title: 200, name: 100, description: 4000 } as const;

/** A sentence for every field that the server would refuse; empty when the event may be sent. */
export function validateEvent(event: CalendarEvent, values: EventValues, zone: string): Record<string, string> {
  const errors: Record<string, string> = {};
  const isWholeDay = isAllDay(event, values);
  for (const field of ['startDay', 'endDay', ...(isWholeDay ? [] : (['startTime', 'endTime'] as const))] as const) {
    if (!values[field]) errors[field] = i18next.t('field.required');
  }
  const times = timesOf(values, isWholeDay, zone);
  if (times && Temporal.Instant.compare(times.start, times.end) >= 0) {
    errors[isWholeDay || values.startDay !== values.endDay ? 'endDay' : 'endTime'] =
      i18next.t('booking.endBeforeStart');
  }
  const [title, eMail, phoneNumber] = [values.title.trim(), values.eMail.trim(), values.phoneNumber.trim()];
  if (!title) errors.title = i18next.t('field.required');
  if (eMail && !eMailPattern.test(eMail)) errors.eMail = i18next.t('field.email');
  if (phoneNumber && !phonePattern.test(phoneNumber)) errors.phoneNumber = i18next.t('field.phone');
  for (const field of ['title', 'name', 'description'] as const) {
    if (values[field].trim().length > maxLengths[field])
      errors[field] = i18next.t('field.long', { maximum: maxLengths[field] });
  }
  return errors;
}

/** Where the server's messages about fields of the call belong in the dialog. */
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

/** The end that keeps the event's length when its start becomes `startDay` and `startTime`. */
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
