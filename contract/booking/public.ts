// Public booking: a person's profile, free times, holds, and the appointment link.
import { z } from 'zod';
import {
  date,
  eMail,
  id,
  instant,
  maybe,
  money,
  note,
  phone,
  text,
  timeZone,
  token,
  urlName,
} from '#contract/lib/fields.ts';
import { get, post, postOrDelete, service } from '#contract/lib/service.ts';
import { geoLocation } from '#contract/places.ts';

/** The longest range that one call for slots may ask for. */
export const maxRangeDays = 62;

const profileAddress = { locationUrlName: urlName, userUrlName: urlName };

export const bookableService = z.object({
  id,
  name: z.string(),
  minutes: z.number().int(),
  price: money,
  description: z.string(),
});
export type BookableService = z.output<typeof bookableService>;

export const slot = z.object({ start: instant, end: instant });
export type Slot = z.output<typeof slot>;

export const publicLocation = z.object({
  id,
  name: z.string(),
  urlName: z.string(),
  address: z.string(),
  country: z.string(),
  timeZone,
  geoLocation: geoLocation.nullable(),
});

export const profile = z.object({
  /** Nobody lives at this address, or the profile is not public and the caller is not its owner: nothing else is told. */
  profileExists: z.boolean(),
  profileIsPublic: z.boolean(),
  /** The caller may see it: it is public, or his own. */
  profileIsVisible: z.boolean(),
  /** Only for its owner. */
  profileIsEditable: z.boolean(),
  calendarIsPublic: z.boolean(),
  calendarUserUrlName: z.string(),
  userProfilePicture: id.nullable(),
  profilePictures: z.array(id),
  phoneNumber: z.string(),
  location: publicLocation.nullable(),
  name: z.string(),
  profession: z.string(),
  companyName: z.string(),
  companyLogo: id.nullable(),
  description: z.string(),
  timeZone: timeZone.nullable(),
  services: z.array(bookableService),
});
export type Profile = z.output<typeof profile>;

export const appointmentStates = ['held', 'requested', 'confirmed', 'cancelled', 'past'] as const;
export type AppointmentState = (typeof appointmentStates)[number];

/** Which moves an appointment's link offers in each state; the server refuses by it, the page shows by it. */
export const appointmentMoves = {
  held: ['confirm', 'cancell'],
  requested: ['confirm', 'cancell'],
  confirmed: ['cancell'],
  cancelled: [],
  past: [],
} as const satisfies Record<AppointmentState, readonly string[]>;

export const appointment = z.object({
  title: z.string(),
  start: instant,
  end: instant,
  timeZone,
  location: publicLocation.nullable(),
  state: z.enum(appointmentStates),
  /** The moves still possible: `confirm`, `cancell`. */
  moves: z.array(z.enum(['confirm', 'cancell'])),
  /** With whom. */
  name: z.string(),
  companyName: z.string(),
  phoneNumber: z.string(),
  /** Where to book anew. */
  userUrlName: z.string(),
});
export type Appointment = z.output<typeof appointment>;

export const publicCalendars = service('publiccalendars', {
  getProfile: get({
    summary: 'The public profile of a person at a location.',
    may: 'anyone',
    optionalSession: true,
    input: z.strictObject(profileAddress),
    output: profile,
  }),
  getEvents: get({
    summary: 'Occupied time of a public calendar, never a name or a title.',
    may: 'anyone',
    input: z.strictObject({ ...profileAddress, start: instant, end: instant }),
    output: z.array(slot.extend({ type: z.literal('danger') })),
  }),
  getSlots: get({
    summary: `Free times that start between two instants, at most ${maxRangeDays} days apart, in order.`,
    may: 'anyone',
    input: z.strictObject({ ...profileAddress, start: instant, end: instant, serviceId: maybe(id) }),
    output: z.object({
      timeZone,
      minutes: z.number().int(),
      /** The last date, in the zone, on which anything can be booked: how far leafing makes sense. */
      lastDay: date,
      slots: z.array(slot),
    }),
  }),
  getFirstFree: get({
    summary: 'The next free time; 204 when there is none within the booking horizon.',
    may: 'anyone',
    input: z.strictObject({ ...profileAddress, serviceId: maybe(id) }),
    output: slot.extend({ timeZone, minutes: z.number().int() }).optional(),
  }),
  insertEvent: post({
    summary:
      'Holds a time for a visitor. Nothing is mailed yet. The header Idempotency-Key makes a repeated call answer the same.',
    may: 'anyone',
    input: z.strictObject({
      ...profileAddress,
      start: instant,
      end: instant,
      serviceId: maybe(id),
      title: note(200).optional(),
      description: note(2000).optional(),
      name: text(100),
      eMail,
      phoneNumber: maybe(phone),
      sendSms: z.boolean().optional(),
    }),
    output: z.object({
      id,
      start: instant,
      end: instant,
      type: z.literal('info'),
      token,
      heldUntil: instant,
    }),
  }),
  confirmEvent: post({
    summary: 'The visitor agreed to the mail: it is queued with the action link and a calendar entry.',
    may: 'anyone',
    input: z.strictObject({ id, token }),
    output: z.object({ id, start: instant, end: instant, type: z.literal('info') }),
  }),
  deleteEvent: postOrDelete({
    summary: 'The visitor declined: the hold is gone. The same call again answers the same.',
    may: 'anyone',
    input: z.strictObject({ id, token }),
    output: null,
  }),
  getAppointment: get({
    summary: 'What the appointment link shows.',
    may: 'anyone',
    input: z.strictObject({ actionHash: token }),
    output: appointment,
  }),
  processAppointment: post({
    summary: 'Acts on an appointment: `cancell` cancels, anything else confirms. The same call again answers the same.',
    may: 'anyone',
    input: z.strictObject({ actionHash: token, action: z.string().max(40) }),
    output: appointment,
  }),
  getCalendarEntry: get({
    summary: 'The appointment as an .ics file (RFC 5545).',
    may: 'anyone',
    answers: 'file',
    input: z.strictObject({ actionHash: token }),
    output: null,
  }),
});
