// Public booking: a person's profile, free times, holds, and the appointment link.
import { z } from 'zod';
import { consentChannels } from '#contract/customers/consent.ts';
import {
  date,
  eMail,
  id,
  instant,
  maybe,
  money,
  note,
  personName,
  phone,
  timeZone,
  token,
  urlName,
} from '#contract/lib/fields.ts';
import { get, post, postOrDelete, service } from '#contract/lib/service.ts';
import { zoneRules } from '#contract/lib/zone-rules.ts';
import { mailState } from '#contract/messaging/mail-states.ts';
import { geoLocation } from '#contract/places.ts';
import { bookableOption, optionIds, optionsByService } from './options.ts';
import { maxServicesInARow } from './services.ts';

/** The maximum range of one call for slots. */
export const maxRangeDays = 62;

const profileAddress = { locationUrlName: urlName, userUrlName: urlName };

/** Identifies a person at a location, and their calendar, by the public address. */
export interface ProfileAddress {
  locationUrlName: string;
  userUrlName: string;
}

/** Without a person: anyone at the location who does all the services. */
const openAddress = {
  locationUrlName: urlName,
  userUrlName: urlName.optional().describe('None: anyone who does all the services there.'),
};

/** Identifies a person at a location, or anyone there. */
export interface OpenAddress {
  locationUrlName: string;
  userUrlName?: string | undefined;
}

/** The services to book in a row, in this order. `serviceId` comes before `serviceIds`, unless they contain it. */
const services = { serviceId: maybe(id), serviceIds: z.array(id).max(maxServicesInARow).optional() };

export const bookableService = z.object({
  id,
  name: z.string(),
  /** The name of its category; empty without one. */
  category: z.string(),
  pictureId: id.nullable(),
  /** The length and price with this person. */
  minutes: z.number().int(),
  price: money,
  description: z.string(),
  /** Its variants and extras, in order. */
  options: z.array(bookableOption),
  /** How many people at the location visitors can book it with. */
  people: z.number().int(),
});
export type BookableService = z.output<typeof bookableService>;

export const slot = z.object({ start: instant, end: instant });
export type Slot = z.output<typeof slot>;

const slots = z.object({
  timeZone,
  minutes: z.number().int(),
  /** The last bookable date, in the zone: the limit for turning pages. */
  lastDay: date,
  /** The dates of the range, up to the last bookable one, on which none of the queried people works. */
  closed: z.array(date),
  slots: z.array(slot),
});

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
  /** False when the address is unknown, or the profile is not public and the caller is not its owner: same answer. */
  profileExists: z.boolean(),
  profileIsPublic: z.boolean(),
  /** The caller may see the profile: it is public, or their own. */
  profileIsVisible: z.boolean(),
  /** Only for the owner. */
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
  /** The location has a public page, on which the person is. */
  hasBusinessPage: z.boolean(),
  description: z.string(),
  timeZone: timeZone.nullable(),
  /** The rules of that zone: those of a browser may be older. */
  zones: z.array(zoneRules),
  /** The company confirms requests itself: the link in the mail only proves the visitor's address. */
  confirmsRequests: z.boolean(),
  /** The hours that a visitor has to use the link. */
  requestHours: z.number().int(),
  /** Says whether mails about appointments leave. */
  mail: mailState,
  /** SMS can be sent, and the company reminds by them. */
  offersSmsReminders: z.boolean(),
  /** SMS of campaigns can be sent. */
  offersSmsNews: z.boolean(),
  services: z.array(bookableService),
});
export type Profile = z.output<typeof profile>;

export const appointmentStates = [
  'held',
  'requested',
  'confirmed',
  'cancelled',
  'declined',
  'expired',
  'past',
] as const;
export type AppointmentState = (typeof appointmentStates)[number];

/** The moves that an appointment's link offers in each state; the server enforces them, the page shows them. */
export const appointmentMoves = {
  held: ['confirm', 'cancell'],
  requested: ['confirm', 'cancell'],
  confirmed: ['cancell'],
  cancelled: [],
  declined: [],
  expired: [],
  past: [],
} as const satisfies Record<AppointmentState, readonly string[]>;

export const appointment = z.object({
  title: z.string(),
  /** The price of the services as they were booked; null without a service. */
  price: money.nullable(),
  start: instant,
  end: instant,
  timeZone,
  location: publicLocation.nullable(),
  state: z.enum(appointmentStates),
  /** The moves still possible: `confirm`, `cancell`, `reschedule`. */
  moves: z.array(z.enum(['confirm', 'cancell', 'reschedule'])),
  /** The visitor has used the link, and the company confirms the request itself. */
  waitsForCompany: z.boolean(),
  /** The company confirms requests itself. */
  confirmsRequests: z.boolean(),
  /** Says whether mails about appointments leave. */
  mail: mailState,
  /** Several people do it: it cannot be moved by this link. */
  hasSeveralPeople: z.boolean(),
  /** Until when it can be cancelled without being late, and moved; null without a rule. */
  changeableUntil: instant.nullable(),
  /** The person whose calendar it is; empty once they have left the company. */
  name: z.string(),
  companyName: z.string(),
  phoneNumber: z.string(),
  /** Part of the address at which to book again; empty like the name. */
  userUrlName: z.string(),
});
export type Appointment = z.output<typeof appointment>;

const visitorConsents = z.array(z.object({ channel: z.enum(consentChannels), isGiven: z.boolean() }));

export const publicCalendars = service(
  'publiccalendars',
  { about: 'Public booking: profiles, free times, holds, appointment links.' },
  {
    getProfile: get({
      summary: 'Returns the public profile of a person at a location.',
      may: 'anyone',
      optionalSession: true,
      input: z.strictObject(profileAddress),
      output: profile,
    }),
    getEvents: get({
      summary: 'Returns the occupied times of a public calendar, without names or titles.',
      may: 'anyone',
      input: z.strictObject({ ...profileAddress, start: instant, end: instant }),
      output: z.array(slot.extend({ type: z.literal('danger') })),
    }),
    getSlots: get({
      summary: `Returns the free times that start between two instants, at most ${maxRangeDays} days apart, in order.`,
      may: 'anyone',
      input: z.strictObject({ ...openAddress, start: instant, end: instant, ...services, optionIds }),
      output: slots,
    }),
    getFirstFree: get({
      summary: 'Returns the next free time. 204 when there is none within the booking horizon.',
      may: 'anyone',
      input: z.strictObject({ ...openAddress, ...services, optionIds }),
      output: slot.extend({ timeZone, minutes: z.number().int() }).optional(),
    }),
    insertEvent: post({
      summary:
        'Holds a slot for a visitor; no mail is sent until they confirm. With the same Idempotency-Key header, a repeated call returns the same answer. 417 with Key `Start`, `Reason` and `Nearest` for a time that is not free. Without a person, the server chooses among those who are free: first the one with the fewest minutes booked on the day, then the one not chosen for the longest time. End in the answer follows from how long that person takes. 417 with Key `Options` when a variant is missing, or an option is switched off, of another service or chosen too often.',
      may: 'anyone',
      input: z.strictObject({
        ...openAddress,
        start: instant,
        end: instant,
        ...services,
        options: optionsByService,
        expectedPrice: z
          .number()
          .min(0)
          .max(1e7)
          .multipleOf(0.01)
          .optional()
          .describe('The price that the visitor was shown. 409 with `Price` when it is another one.'),
        title: note(200).optional(),
        description: note(2000).optional(),
        name: personName(100),
        eMail,
        phoneNumber: maybe(phone),
        sendSms: z.boolean().optional(),
        via: maybe(id).describe('The visit to a link of a campaign from which the visitor came.'),
      }),
      output: z.object({
        id,
        start: instant,
        end: instant,
        type: z.literal('info'),
        token,
        heldUntil: instant,
        /** The person whose time is held. */
        userUrlName: z.string(),
        name: z.string(),
        /** Of the services as that person does them. */
        price: money,
      }),
    }),
    confirmEvent: post({
      summary:
        'Confirms a hold: queues the mail with the action link and a calendar entry. Type is `success` when the visitor proved the address in this browser before: the appointment is confirmed at once.',
      may: 'anyone',
      input: z.strictObject({
        id,
        token,
        consents: z
          .array(z.enum(consentChannels))
          .max(consentChannels.length)
          .default([])
          .describe('The channels by which the visitor agrees to advertising.'),
      }),
      output: z.object({ id, start: instant, end: instant, type: z.enum(['info', 'success']) }),
    }),
    deleteEvent: postOrDelete({
      summary: 'Releases a hold. A repeated call returns the same answer.',
      may: 'anyone',
      input: z.strictObject({ id, token }),
      output: null,
    }),
    getAppointment: get({
      summary: 'Returns the appointment of an appointment link.',
      may: 'anyone',
      input: z.strictObject({ actionHash: token }),
      output: appointment,
    }),
    processAppointment: post({
      summary:
        'Acts on an appointment: `cancell` cancels it, any other action confirms it. A repeated call returns the same answer.',
      may: 'anyone',
      input: z.strictObject({ actionHash: token, action: z.string().max(40) }),
      output: appointment,
    }),
    getNewTimes: get({
      summary: `Returns the free times to which an appointment can move, as GetSlots does; its own time counts as free. 409 when it can no longer be moved.`,
      may: 'anyone',
      input: z.strictObject({ actionHash: token, start: instant, end: instant }),
      output: slots,
    }),
    rescheduleAppointment: post({
      summary:
        'Moves an appointment to a free time that starts at Start; the length stays. 409 when it can no longer be moved, 417 with Key `Start` and `Nearest` when the time is taken.',
      may: 'anyone',
      input: z.strictObject({ actionHash: token, start: instant }),
      output: appointment,
    }),
    getConsents: get({
      summary: 'Returns by which channels the customer of an appointment agrees to advertising.',
      may: 'anyone',
      input: z.strictObject({ actionHash: token }),
      output: visitorConsents,
    }),
    setConsent: post({
      summary: 'Agrees to advertising by a channel, or withdraws that. A repeated call returns the same answer.',
      may: 'anyone',
      input: z.strictObject({ actionHash: token, channel: z.enum(consentChannels), isGiven: z.boolean() }),
      output: visitorConsents,
    }),
    getCalendarEntry: get({
      summary: 'Returns the appointment as an .ics file (RFC 5545).',
      may: 'anyone',
      answers: 'file',
      input: z.strictObject({ actionHash: token }),
      output: null,
    }),
  },
);
