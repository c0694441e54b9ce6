// The calendars of the signed-in area and their events.
import { z } from 'zod';
import {
  date,
  eMail,
  id,
  instant,
  maybe,
  moment,
  newId,
  note,
  optionalName,
  phone,
  text,
  timeZone,
  wallTime,
  webLink,
} from '#contract/lib/fields.ts';
import { insertInput, updateInput } from '#contract/lib/record-input.ts';
import { del, get, post, postOrGet, service } from '#contract/lib/service.ts';
import { notFreeReasons } from './not-free.ts';
import { optionIds } from './options.ts';
import { maxServicesInARow } from './services.ts';
import { visitStatuses } from './visit-states.ts';
import { isUndo, newAt } from './visits.ts';

export const eventTypes = ['primary', 'success', 'info', 'warning', 'danger', 'inverse'] as const;
export type EventType = (typeof eventTypes)[number];

export const calendar = z.object({
  id,
  userId: id.meta({ wire: 'UserUsers_Id' }),
  name: z.string(),
  /** The caller's own. */
  isOwn: z.boolean(),
  timeZone,
  /** ISO weekdays (1 is Monday) with wall times, in the calendar's zone. */
  businessHours: z.array(z.object({ weekday: z.number().int(), start: wallTime, end: wallTime })),
  /** Other calendars say when the person is busy elsewhere: `GetOutsideTimes` has the times. */
  hasOutsideTimes: z.boolean(),
});
export type Calendar = z.output<typeof calendar>;

export const calendarEvent = z.object({
  id,
  calendarId: id.meta({ wire: 'CalendarCalendars_Id' }),
  /** The user who created it; null for a visitor. */
  userId: id.nullable().meta({ wire: 'UserUsers_Id' }),
  title: z.string(),
  description: z.string(),
  start: instant,
  end: instant,
  timeZone,
  allDay: z.boolean(),
  /** Only for all-day events: the first day, and the day after the last. */
  startDate: date.nullable(),
  endDate: date.nullable(),
  type: z.enum(eventTypes),
  sendSms: z.boolean(),
  readOnly: z.boolean(),
  /** Whether the caller may change it. */
  isEditable: z.boolean(),
  name: z.string(),
  phoneNumber: z.string(),
  eMail: z.string().meta({ wire: 'EMail' }),
  link: z.string(),
  eMailReminderSentAt: instant.nullable().meta({ wire: 'EMailRemainderSentAt' }),
  smsReminderSentAt: instant.nullable().meta({ wire: 'SmsRemainderSentAt' }),
  /** The visit that the event is part of; null for an event without a customer. */
  visitId: id.nullable(),
  contactId: id.nullable(),
  status: z.enum(visitStatuses).nullable(),
  serviceName: z.string().nullable(),
  /** Until then, the slot is held for a visitor who has not confirmed it. */
  heldUntil: instant.nullable(),
  /** The overlap with another event was accepted. */
  overlaps: z.boolean(),
  /** Changes with every save of the event or its customer. */
  version: z.string(),
});
export type CalendarEvent = z.output<typeof calendarEvent>;

const openTime = z.object({ start: instant, end: instant });

/** How many days a call about the whole team answers. */
export const maxTeamDays = 7;

/** A person of the team, with their work and their events on some days. */
export const teamMember = z.object({
  calendarId: id.meta({ wire: 'CalendarCalendars_Id' }),
  userId: id.meta({ wire: 'UserUsers_Id' }),
  name: z.string(),
  /** The caller's own calendar. */
  isOwn: z.boolean(),
  pictureId: id.nullable(),
  /** Their locations that the caller reaches, each with the times when they work there: without breaks, in order. */
  workplaces: z.array(z.object({ id, name: z.string(), timeZone, open: z.array(openTime) })),
  events: z.array(calendarEvent),
  /** When they are busy elsewhere, as their other calendars say: in order, without overlaps. */
  outside: z.array(openTime),
});
export type TeamMember = z.output<typeof teamMember>;

/** An instant; of an all-day event also a plain date, with the end exclusive. */
const eventTime = moment.describe('Of an all-day event also a date, such as `2026-03-29`; the end is exclusive.');

export const eventFields = {
  calendarId: id.meta({ wire: 'CalendarCalendars_Id' }),
  title: text(200),
  description: note(4000).default(''),
  start: eventTime,
  end: eventTime,
  allDay: z.boolean().default(false),
  startDate: maybe(date),
  endDate: maybe(date),
  type: z.enum(eventTypes).default('primary'),
  sendSms: z.boolean().default(true),
  readOnly: z.boolean().default(false),
  name: optionalName(100).default(''),
  phoneNumber: maybe(phone),
  eMail: maybe(eMail).meta({ wire: 'EMail' }),
  link: webLink.default(''),
  /** The text of the contact search box; the dialog uses it as the title when that is empty. */
  search: z.string().max(200).optional(),
  /** The person was asked and accepts that the event overlaps another. */
  acceptOverlap: z.boolean().default(false),
  /** False: a time outside the open times is rejected, so that the browser can ask first. */
  acceptClosed: z
    .boolean()
    .default(true)
    .describe('False rejects a new time outside the working hours with 417 and `Closed`.'),
  acceptNotDone: z
    .boolean()
    .default(true)
    .describe('False rejects another person who does not do the service with 417 and `NotDone`.'),
  /** Whether the customer is told. */
  notify: z.boolean().default(true).describe('False sends the customer no mail about this change.'),
  isUndo,
};
const eventKey = {
  /** The all-zero id, or none, inserts. */
  id: id.default(newId),
  locationId: id.optional().describe(newAt),
};
const newEvent = insertInput(calendarEvent, {
  ...eventFields,
  ...eventKey,
  allDay: z.boolean().optional().describe('By default, whether Start and End are dates.'),
});
const changedEvent = updateInput(calendarEvent, eventFields, {
  ...eventKey,
  version: z
    .string()
    .optional()
    .describe('The version that was read. 409 with the present event as `Row` when it has been saved since.'),
});

/** The reasons that speak against the move of an event: a person is asked about them. */
export const moveQuestions = z.object({
  overlaps: z.boolean(),
  /** The events and outside times of the overlap that the caller may see. */
  others: z.array(z.object({ title: z.string(), name: z.string(), start: instant, end: instant, allDay: z.boolean() })),
  /** The time is outside the working hours. */
  isClosed: z.boolean(),
  /** The person of the other calendar does not do the service. */
  notDone: z.array(z.object({ person: z.string(), service: z.string() })),
});
export type MoveQuestions = z.output<typeof moveQuestions>;

/** Why visitors cannot book a time of a calendar, with what an employee needs to understand it. */
export const notFreeTime = z.object({
  /** Empty: visitors can book it. */
  reasons: z.array(z.enum(notFreeReasons)),
  timeZone,
  /** The length of the appointment. */
  minutes: z.number().int(),
  /** The services that the person does not do. */
  notOffered: z.array(z.string()),
  noticeMinutes: z.number().int(),
  /** The last bookable date. */
  lastDay: date,
  stepMinutes: z.number().int(),
  /** The working hours of the day, without breaks. */
  open: z.array(openTime),
  /** The events in the way that the caller may see, at most 10. */
  others: z.array(z.object({ id, title: z.string(), name: z.string(), start: instant, end: instant })),
  /** When the person is busy elsewhere, of the times in the way. */
  outside: z.array(openTime),
});
export type NotFreeTime = z.output<typeof notFreeTime>;

export const calendars = service(
  'calendars',
  { about: 'Calendars of employees and their events.' },
  {
    getAllCalendars: get({
      summary: "Returns the caller's own calendar, then those of colleagues that the caller may see.",
      may: 'user',
      input: z.strictObject({}),
      output: z.array(calendar),
    }),
    getCalendarEvents: get({
      summary: 'Returns the events of a calendar that overlap the range between two instants.',
      may: 'user',
      input: z.strictObject({ calendarId: id, start: instant, end: instant }),
      output: z.array(calendarEvent),
    }),
    getOpenTimes: get({
      summary:
        'Returns when a calendar is open between two instants, at most 62 days apart: its working hours without breaks, or the other hours of single days.',
      may: 'user',
      input: z.strictObject({ calendarId: id, start: instant, end: instant }),
      output: z.array(openTime),
    }),
    getOutsideTimes: get({
      summary:
        'Returns when the person of a calendar is busy elsewhere between two instants, at most 62 days apart, as their other calendars say.',
      may: 'user',
      input: z.strictObject({ calendarId: id, start: instant, end: instant }),
      output: z.array(openTime),
    }),
    getWhyNotFree: get({
      summary:
        'Returns why visitors cannot book an appointment that starts at a time: no reasons when they can. Of several locations of the person, the answer is that with the fewest reasons.',
      may: 'user',
      input: z.strictObject({
        calendarId: id,
        start: instant,
        serviceIds: z
          .array(id)
          .max(maxServicesInARow)
          .optional()
          .describe('In a row. None: an appointment without a service.'),
        optionIds,
      }),
      output: notFreeTime,
    }),
    getTeam: get({
      summary:
        'Returns the calendars that the caller may see, or those given, with each person’s open times by location and the events between two instants, at most 7 days apart.',
      may: 'user',
      input: z.strictObject({ start: instant, end: instant, calendarIds: z.array(id).max(200).optional() }),
      output: z.array(teamMember),
    }),
    insertEvent: post({
      summary:
        'Creates an event. 417 with Key `Start` when it overlaps another and `AcceptOverlap` is not set; `Others` names the events that the caller may see.',
      may: 'user',
      input: newEvent,
      output: calendarEvent,
    }),
    updateEvent: post({
      summary: 'Updates an event; omitted fields stay unchanged. Moving and resizing update Start and End.',
      may: 'user',
      input: changedEvent,
      insertBy: 'insertEvent',
      output: calendarEvent,
    }),
    checkMove: get({
      summary:
        'Returns what UpdateEvent would ask about an event at another time or in another calendar: overlaps, closed times, a service that the person does not do. Omitted fields are those of the event.',
      may: 'user',
      input: z.strictObject({
        id,
        calendarId: eventFields.calendarId.optional(),
        start: eventTime.optional(),
        end: eventTime.optional(),
        allDay: z.boolean().optional(),
        startDate: date.optional(),
        endDate: date.optional(),
      }),
      output: moveQuestions,
    }),
    deleteEvent: del({
      summary:
        'Deletes an event. Of a customer, it cancels the whole visit, and tells them by mail unless Notify is false.',
      may: 'user',
      input: z.strictObject({ id, notify: z.boolean().default(true) }),
      output: null,
    }),
    getSmsNotification: get({
      summary:
        'Returns the SMS that SendSmsNotification would send, to which number, and what it costs the company; 417 as there.',
      may: 'user',
      ownTransactions: true,
      input: z.strictObject({ id }),
      output: z.object({
        /** E.164. */
        to: z.string(),
        message: z.string(),
        parts: z.number().int(),
        /** Of all parts, in euro. */
        price: z.number(),
        /** Whether the balance pays for it now. */
        isPaid: z.boolean(),
      }),
    }),
    sendSmsNotification: postOrGet({
      summary:
        "Sends the event's contact an SMS with the appointment. It waits while the balance does not pay for it (`held`). 417 while no gateway is set up, before the customer confirmed, and for a number that can have none.",
      may: 'user',
      ownTransactions: true,
      input: z.strictObject({ id }),
      output: z.object({ to: z.string(), state: z.enum(['queued', 'held']) }),
    }),
    sendEmailNotification: postOrGet({
      summary: "Sends the event's contact a mail with the appointment and its calendar entry.",
      may: 'user',
      input: z.strictObject({ id }),
      output: calendarEvent,
    }),
    getChanges: get({
      summary: 'Streams server-sent events: `changed` names a calendar of the company whose events changed.',
      may: 'user',
      passive: true,
      answers: 'events',
      input: z.strictObject({}),
      output: null,
    }),
  },
);
