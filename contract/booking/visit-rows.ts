// Answers of the calls on visits.
import { z } from 'zod';
import { id, instant, money, timeZone } from '#contract/lib/fields.ts';
import { deliveryStates } from '#contract/messaging/deliveries.ts';
import { bookableOption, bookedOption } from './options.ts';
import { visitStatuses } from './visit-states.ts';

const part = z.object({
  eventId: id,
  calendarId: id,
  /** The person whose calendar it is. */
  person: z.string(),
  title: z.string(),
  start: instant,
  end: instant,
  serviceId: id.nullable(),
  serviceName: z.string(),
  /** Of the service as it was booked. */
  minutes: z.number().int(),
  price: money,
  /** The time that the event takes before and after itself (minutes). */
  bufferBefore: z.number().int(),
  bufferAfter: z.number().int(),
  /** The variant and the extras, which the minutes and the price include. */
  options: z.array(bookedOption),
});

/** The end of a visit: by whom, why, and whether later than its cancellation notice. */
const ending = {
  endedBy: z.enum(['customer', 'staff', 'system']).nullable(),
  endReason: z.string(),
  isLate: z.boolean(),
};

export const visit = z.object({
  id,
  contactId: id.nullable(),
  status: z.enum(visitStatuses),
  /** The states that the caller can give it now. */
  moves: z.array(z.enum(visitStatuses)),
  source: z.enum(['page', 'staff', 'import', 'walk_in', 'waiting_list']),
  start: instant,
  end: instant,
  timeZone,
  name: z.string(),
  eMail: z.string().meta({ wire: 'EMail' }),
  phoneNumber: z.string(),
  ...ending,
  /** Of the first part. */
  description: z.string(),
  sendSms: z.boolean(),
  readOnly: z.boolean(),
  /** The last mail to the customer was not sent, because no mail server takes it. */
  isMailKept: z.boolean(),
  /** In order. */
  parts: z.array(part),
  /** Changes with every save: an update of an older version is rejected. */
  version: z.string(),
});
export type Visit = z.output<typeof visit>;

export const contactVisit = z.object({
  id,
  start: instant,
  end: instant,
  timeZone,
  status: z.enum(visitStatuses),
  ...ending,
  services: z.array(z.string()),
  /** Of its services as they were booked; null without one. */
  price: money.nullable(),
  /** The amount that the customer has paid, less refunds. */
  paid: money,
  /** Whether the company records payments, and a part of it is unpaid and can be paid in its state. */
  isPayable: z.boolean(),
  person: z.string(),
  locationName: z.string(),
  calendarId: id,
  eventId: id,
});

export type ContactVisit = z.output<typeof contactVisit>;

/** A mail or an SMS about a visit that a customer was sent, or will be. */
export const contactMessage = z.object({
  id,
  medium: z.enum(['mail', 'sms']),
  subject: z.string(),
  state: z.enum(deliveryStates),
  createdAt: instant.meta({ wire: 'Created' }),
});

export const visitRequest = z.object({
  id,
  eventId: id,
  calendarId: id,
  start: instant,
  end: instant,
  timeZone,
  title: z.string(),
  services: z.array(z.string()),
  /** The person or people whose calendars it is in. */
  person: z.string(),
  name: z.string(),
  eMail: z.string().meta({ wire: 'EMail' }),
  phoneNumber: z.string(),
  /** `sent`: the customer has the link. `waiting`: the mail is not sent yet, so the request does not expire. */
  mail: z.enum(['sent', 'waiting', 'kept', 'failed']),
  /** When the request expires, or expired; null while its mail waits, and when the company confirms requests itself. */
  expires: instant.nullable(),
  /** Expired already: staff can still take it. */
  isExpired: z.boolean(),
});
export type VisitRequest = z.output<typeof visitRequest>;

/** A service with the people who do it, for the dialog of staff. */
export const deskService = z.object({
  id,
  name: z.string(),
  category: z.string(),
  minutes: z.number().int(),
  price: money,
  bufferBefore: z.number().int(),
  bufferAfter: z.number().int(),
  options: z.array(bookableOption),
  /** People whose calendars the caller may use, with their own minutes and price. */
  people: z.array(z.object({ calendarId: id, minutes: z.number().int(), price: money })),
});
export type DeskService = z.output<typeof deskService>;

/** The first time today when a person can do a service for a customer who has come in. */
export const walkInTime = z.object({
  /** Null: an appointment without a service. */
  serviceId: id.nullable(),
  /** One of its variants; none where it has none. */
  optionIds: z.array(id),
  calendarId: id,
  minutes: z.number().int(),
  price: money,
  start: instant,
});
export type WalkInTime = z.output<typeof walkInTime>;

export const foundCustomer = z.object({
  id,
  name: z.string(),
  eMail: z.string().meta({ wire: 'EMail' }),
  phoneNumber: z.string(),
  lastVisit: instant.nullable(),
});
export type FoundCustomer = z.output<typeof foundCustomer>;

/** Why a visit stays with the person who leaves. */
export const keptReasons = ['overlaps', 'closed', 'notDone', 'readOnly'] as const;

/** Appointments that are still booked with a person who leaves. */
export const comingVisits = z.object({
  count: z.number().int(),
  /** The other people of the company, those who do the most of the visits first. */
  colleagues: z.array(
    z.object({
      calendarId: id,
      name: z.string(),
      /** How many of the visits have only services that the colleague does. */
      count: z.number().int(),
    }),
  ),
});
export type ComingVisits = z.output<typeof comingVisits>;

export const keptVisit = z.object({
  id,
  eventId: id,
  calendarId: id,
  start: instant,
  timeZone,
  name: z.string(),
  reason: z.enum(keptReasons),
});
export type KeptVisit = z.output<typeof keptVisit>;
