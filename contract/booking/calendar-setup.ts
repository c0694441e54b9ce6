// The setup of a calendar: working hours, breaks, exceptional days, services.
import { z } from 'zod';
import { date, id, maybe, newId, note, text, timeZone, wallTime } from '#contract/lib/fields.ts';
import { insertInput, updateInput } from '#contract/lib/record-input.ts';
import { get, post, service } from '#contract/lib/service.ts';

const weekday = z.number().int().min(1).max(7);

const weeklyRange = z.object({ weekday, start: wallTime, end: wallTime });
export type WeeklyRange = z.output<typeof weeklyRange>;
const range = z.object({ start: wallTime, end: wallTime });

export const bookedService = z.object({
  id,
  name: z.string(),
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
  services: z.array(bookedService),
});
export type CalendarSettings = z.output<typeof calendarSettings>;

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
  minutes: z.number().int().min(5).max(1440),
  price: z.number().min(0).max(1e6).multipleOf(0.01).default(0),
  bufferBefore: z.number().int().min(0).max(1440).default(0),
  bufferAfter: z.number().int().min(0).max(1440).default(0),
  noticeMinutes: maybe(z.number().int().min(0).max(525600)),
  horizonDays: maybe(z.number().int().min(1).max(730)),
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
        'Adds a service at the end (all-zero Id; Name and Minutes are required), or updates it; omitted fields stay unchanged.',
      may: 'user',
      input: updateInput(bookedService, serviceFields, serviceKey),
      whenNew: insertInput(bookedService, { ...serviceFields, ...serviceKey }),
      output: calendarSettings,
    }),
    deleteService: post({
      summary: 'Removes a service; its appointments stay.',
      may: 'user',
      input: z.strictObject({ ...calendarField, id }),
      output: calendarSettings,
    }),
    orderServices: post({
      summary: 'Sorts the services; omitted ones follow in their present order. 404 for a service of another calendar.',
      may: 'user',
      input: z.strictObject({ ...calendarField, ids: z.array(id).max(200) }),
      output: calendarSettings,
    }),
  },
);
