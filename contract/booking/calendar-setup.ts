// The setup of a calendar: working hours, breaks, exceptional days, services.
import { z } from 'zod';
import { date, id, maybe, newId, note, text, timeZone, wallTime } from '#contract/lib/fields.ts';
import { insertInput, updateInput } from '#contract/lib/record-input.ts';
import { get, post, service } from '#contract/lib/service.ts';
import { serviceRules } from './services.ts';

const weekday = z.number().int().min(1).max(7);

const weeklyRange = z.object({ weekday, start: wallTime, end: wallTime });
export type WeeklyRange = z.output<typeof weeklyRange>;
const range = z.object({ start: wallTime, end: wallTime });

const offeredService = z.object({
  id,
  name: z.string(),
  /** The name of its category; empty without one. */
  category: z.string(),
  description: z.string(),
  minutes: z.number().int(),
  price: z.number(),
  bufferBefore: z.number().int(),
  bufferAfter: z.number().int(),
  /** Null: the calendar's own value applies. */
  noticeMinutes: z.number().int().nullable(),
  horizonDays: z.number().int().nullable(),
  isActive: z.boolean(),
});

/** A service that the person does. */
const ownService = offeredService.extend({
  /** The person's own length and price; null: those of the service. */
  ownMinutes: z.number().int().nullable(),
  ownPrice: z.number().nullable(),
  /** Others do it too: only administrators of the company change it. */
  isShared: z.boolean(),
  /** Coming appointments of the company that hold it. */
  comingAppointments: z.number().int(),
});

export const calendarSettings = z.object({
  calendarId: id,
  /** The interval between the starts of offered times (minutes). */
  stepMinutes: z.number().int(),
  /** The minimum time between booking and start. */
  noticeMinutes: z.number().int(),
  /** How many days ahead visitors can book. */
  horizonDays: z.number().int(),
  /** Wall times are in the zone of their location. */
  locations: z.array(z.object({ id, name: z.string(), timeZone })),
  hours: z.array(weeklyRange.extend({ locationId: id })),
  breaks: z.array(weeklyRange.extend({ locationId: id })),
  /** Days that differ from the weekly hours; a day without ranges is closed. */
  overrides: z.array(z.object({ locationId: id, date, open: z.array(range) })),
  /** The services of the company that the person does. */
  services: z.array(ownService),
  /** The other services of the company. */
  otherServices: z.array(offeredService),
});
export type CalendarSettings = z.output<typeof calendarSettings>;

/** How many days the shift table answers. */
export const shiftDays = 7;

/** The week of a person at one location. */
export const shiftRow = z.object({
  calendarId: id,
  userId: id.meta({ wire: 'Users_Id' }),
  name: z.string(),
  pictureId: id.nullable(),
  locationId: id,
  location: z.string(),
  timeZone,
  days: z.array(
    z.object({
      date,
      /** The day differs from the weekly hours. */
      isException: z.boolean(),
      /** Wall times in the zone of the location; none on a day off. */
      open: z.array(range),
      /** Of the weekly hours; a day of its own has ranges instead. */
      breaks: z.array(range),
    }),
  ),
});
export type ShiftRow = z.output<typeof shiftRow>;

/** The calendar to set up; the caller's own when omitted. */
const calendarField = { calendarId: maybe(id) };

export const bookingRules = {
  stepMinutes: z.number().int().min(5).max(240),
  noticeMinutes: z.number().int().min(0).max(525600),
  horizonDays: z.number().int().min(1).max(730),
};

export const serviceFields = {
  name: text(100),
  description: note(1000).default(''),
  minutes: serviceRules.minutes,
  price: serviceRules.price.default(0),
  bufferBefore: serviceRules.buffer.default(0),
  bufferAfter: serviceRules.buffer.default(0),
  noticeMinutes: maybe(serviceRules.notice),
  horizonDays: maybe(serviceRules.horizon),
  isActive: z.boolean().default(true),
};
const serviceKey = { ...calendarField, id: id.default(newId) };

/** The maximum number of days that one override covers. */
export const maxOverrideDays = 366;

export const calendarSetup = service(
  'calendars',
  { about: 'Working hours, services and booking rules of a calendar.' },
  {
    getSettings: get({
      summary: 'Returns the hours, rules and services of a calendar.',
      may: 'user',
      input: z.strictObject(calendarField),
      output: calendarSettings,
    }),
    getShifts: get({
      summary: `Returns the working hours and breaks of everyone at each of their locations, on ${shiftDays} days from Start.`,
      may: 'lcladmin',
      input: z.strictObject({ start: date }),
      output: z.array(shiftRow),
    }),
    saveWorkingHours: post({
      summary: 'Replaces the weekly hours and breaks at one location; public times change at once.',
      may: 'user',
      input: z.strictObject({
        ...calendarField,
        locationId: id,
        hours: z.array(weeklyRange).max(70),
        breaks: z.array(weeklyRange).max(70),
      }),
      output: calendarSettings,
    }),
    saveOverride: post({
      summary: `Closes the days from Date to EndDate at one location, or opens them at other hours. At most ${maxOverrideDays} days.`,
      may: 'user',
      input: z.strictObject({
        ...calendarField,
        locationId: id,
        date,
        endDate: maybe(date),
        open: z.array(range).max(10).default([]),
      }),
      output: calendarSettings,
    }),
    deleteOverride: post({
      summary: 'Removes the overrides of the days from Date to EndDate; the weekly hours apply again.',
      may: 'user',
      input: z.strictObject({ ...calendarField, locationId: id, date, endDate: maybe(date) }),
      output: calendarSettings,
    }),
    saveBookingRules: post({
      summary:
        'Sets the step between offered times, the minimum notice and the booking horizon; omitted ones stay unchanged.',
      may: 'user',
      input: updateInput(calendarSettings, bookingRules, calendarField),
      output: calendarSettings,
    }),
    saveService: post({
      summary:
        'Adds a service to the company (all-zero Id; Name and Minutes are required) that the person does, or updates it; omitted fields stay unchanged. 403 when others do it too and the caller is no administrator.',
      may: 'user',
      input: updateInput(ownService, serviceFields, serviceKey),
      whenNew: insertInput(ownService, { ...serviceFields, ...serviceKey }),
      output: calendarSettings,
    }),
    chooseService: post({
      summary:
        'Says whether the person does a service of the company, and with which minutes and price of their own; omitted or null: those of the service.',
      may: 'user',
      input: z.strictObject({
        ...calendarField,
        id,
        isDone: z.boolean().default(true),
        minutes: maybe(serviceRules.minutes),
        price: maybe(serviceRules.price),
      }),
      output: calendarSettings,
    }),
    deleteService: post({
      summary:
        'Deletes a service of the company that the person does; its appointments stay. 403 when others do it too and the caller is no administrator.',
      may: 'user',
      input: z.strictObject({ ...calendarField, id }),
      output: calendarSettings,
    }),
    orderServices: post({
      summary:
        'Sorts the services that the person does; omitted ones follow in their present order. 404 for another service, 403 when others do one of them too and the caller is no administrator.',
      may: 'user',
      input: z.strictObject({ ...calendarField, ids: z.array(id).max(200) }),
      output: calendarSettings,
    }),
  },
);
