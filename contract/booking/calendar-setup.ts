// When a calendar can be booked and for what: working hours, breaks, days that differ, services.
import { z } from 'zod';
import { date, id, maybe, newId, note, text, timeZone, wallTime } from '#contract/lib/fields.ts';
import { get, post, service } from '#contract/lib/service.ts';

const weekday = z.number().int().min(1).max(7);

const weeklyRange = z.object({ weekday, start: wallTime, end: wallTime });
export type WeeklyRange = z.output<typeof weeklyRange>;
const range = z.object({ start: wallTime, end: wallTime });

const bookedService = z.object({
  id,
  name: z.string(),
  description: z.string(),
  minutes: z.number().int(),
  price: z.number(),
  bufferBefore: z.number().int(),
  bufferAfter: z.number().int(),
  /** Null: as the calendar says. */
  noticeMinutes: z.number().int().nullable(),
  horizonDays: z.number().int().nullable(),
  isActive: z.boolean(),
});

export const calendarSettings = z.object({
  calendarId: id,
  /** Times to choose from begin this often. */
  stepMinutes: z.number().int(),
  /** How long before its start a time can still be booked. */
  noticeMinutes: z.number().int(),
  /** How many days ahead. */
  horizonDays: z.number().int(),
  /** Wall times are in the zone of their location. */
  locations: z.array(z.object({ id, name: z.string(), timeZone })),
  hours: z.array(weeklyRange.extend({ locationId: id })),
  breaks: z.array(weeklyRange.extend({ locationId: id })),
  /** Days that differ from the week; without ranges the day is closed. */
  overrides: z.array(z.object({ locationId: id, date, open: z.array(range) })),
  services: z.array(bookedService),
});
export type CalendarSettings = z.output<typeof calendarSettings>;

/** Whose calendar; the caller's own when left out. */
const calendarField = { calendarId: maybe(id) };

/** The longest stretch of days that one override is written for. */
export const maxOverrideDays = 366;

export const calendarSetup = service('calendars', {
  getSettings: get({
    summary: 'When a calendar can be booked and for what.',
    may: 'user',
    input: z.strictObject(calendarField),
    output: calendarSettings,
  }),
  saveWorkingHours: post({
    summary: 'Replaces the weekly hours and breaks at one location; public times follow at once.',
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
    summary: `Closes the days from Date to EndDate at one location, or opens them at other hours; at most ${maxOverrideDays} days.`,
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
    summary: 'The days from Date to EndDate are as the week says again.',
    may: 'user',
    input: z.strictObject({ ...calendarField, locationId: id, date, endDate: maybe(date) }),
    output: calendarSettings,
  }),
  saveBookingRules: post({
    summary: 'How often times begin, how late and how far ahead they can be booked.',
    may: 'user',
    input: z.strictObject({
      ...calendarField,
      stepMinutes: z.number().int().min(5).max(240),
      noticeMinutes: z.number().int().min(0).max(525600),
      horizonDays: z.number().int().min(1).max(730),
    }),
    output: calendarSettings,
  }),
  saveService: post({
    summary: 'Adds a service (all-zero Id), after the others, or changes it.',
    may: 'user',
    input: z.strictObject({
      ...calendarField,
      id: id.default(newId),
      name: text(100),
      description: note(1000).default(''),
      minutes: z.number().int().min(5).max(1440),
      price: z.number().min(0).max(1e6).multipleOf(0.01).default(0),
      bufferBefore: z.number().int().min(0).max(1440).default(0),
      bufferAfter: z.number().int().min(0).max(1440).default(0),
      noticeMinutes: maybe(z.number().int().min(0).max(525600)),
      horizonDays: maybe(z.number().int().min(1).max(730)),
      isActive: z.boolean().default(true),
    }),
    output: calendarSettings,
  }),
  deleteService: post({
    summary: 'Removes a service; appointments made for it stay.',
    may: 'user',
    input: z.strictObject({ ...calendarField, id }),
    output: calendarSettings,
  }),
  orderServices: post({
    summary: 'Puts the services in this order; those left out follow as they were. 404 for one of another calendar.',
    may: 'user',
    input: z.strictObject({ ...calendarField, ids: z.array(id).max(200) }),
    output: calendarSettings,
  }),
});
