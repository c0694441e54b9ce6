// Visits: what a customer booked, also by telephone.
import { z } from 'zod';
import { eMail, id, instant, maybe, money, newId, note, optionalName, phone, timeZone } from '#contract/lib/fields.ts';
import { get, post, service } from '#contract/lib/service.ts';
import { deliveryStates } from '#contract/messaging/deliveries.ts';

export const visitStatuses = [
  'held',
  'requested',
  'confirmed',
  'arrived',
  'started',
  'completed',
  'no_show',
  'declined',
  'cancelled',
  'expired',
] as const;
export type VisitStatus = (typeof visitStatuses)[number];

/** The states in which a visit takes its time from the calendar. */
export const blockingStatuses: readonly VisitStatus[] = [
  'held',
  'requested',
  'confirmed',
  'arrived',
  'started',
  'completed',
];

/** The states of visits that reports count: those that take place, took place, or should have. */
export const countedStatuses: readonly VisitStatus[] = [
  'requested',
  'confirmed',
  'arrived',
  'started',
  'completed',
  'no_show',
];

/** The states in which a visit is over before it began: calendars do not show it. */
export const endedStatuses: readonly VisitStatus[] = ['declined', 'cancelled', 'expired'];

/**
 * The states that staff can give a visit, by its present state. The server enforces them; the dialog offers them. A
 * visit that staff confirmed or ended returns to a request, or to an expired one, only as an undo, within
 * `undoEndSeconds`; so does a cancelled one to a customer who had come.
 */
export const staffMoves = {
  held: ['confirmed', 'cancelled'],
  requested: ['confirmed', 'declined', 'cancelled'],
  confirmed: ['arrived', 'started', 'completed', 'no_show', 'cancelled', 'requested', 'expired'],
  arrived: ['started', 'completed', 'confirmed', 'no_show', 'cancelled'],
  started: ['completed', 'arrived', 'cancelled'],
  completed: ['started', 'arrived', 'confirmed'],
  no_show: ['confirmed', 'arrived'],
  declined: ['confirmed', 'requested'],
  cancelled: ['confirmed', 'requested', 'arrived', 'started'],
  expired: ['confirmed'],
} as const satisfies Record<VisitStatus, readonly VisitStatus[]>;

/** The states of a visit at the desk. Everyone who does a part of it may change from one to another. */
export const deskStatuses: readonly VisitStatus[] = ['confirmed', 'arrived', 'started', 'completed', 'no_show'];

/** Moves from a state that exist only as an undo. */
export const undoMoves: Partial<Record<VisitStatus, readonly VisitStatus[]>> = {
  confirmed: ['requested', 'expired'],
  declined: ['requested'],
  cancelled: ['requested', 'arrived', 'started'],
};

/** How long the answer to a request, or a cancellation, can be undone. */
export const undoEndSeconds = 60;

/** How long staff can still take an expired request (days). */
export const takeExpiredDays = 7;

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
  /** Whether a part of it is unpaid, and can be paid in its state. */
  isPayable: z.boolean(),
  person: z.string(),
  locationName: z.string(),
  calendarId: id,
  eventId: id,
});

export type ContactVisit = z.output<typeof contactVisit>;

/** A mail or an SMS about a visit that a customer was sent, or will be. */
const contactMessage = z.object({
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
  mail: z.enum(['sent', 'waiting', 'failed']),
  /** When the request expires, or expired; null while its mail waits, and when the company confirms requests itself. */
  expires: instant.nullable(),
  /** Expired already: staff can still take it. */
  isExpired: z.boolean(),
});
export type VisitRequest = z.output<typeof visitRequest>;

/** The longest visit: services of several people, one after the other. */
const maxParts = 10;

/** A part as staff enter it. */
const givenPart = z.strictObject({
  eventId: id.default(newId).describe('The event of a part that stays. The all-zero id adds a part.'),
  calendarId: id.describe('The calendar of the person who does it.'),
  serviceId: id.nullable().default(null).describe('None: an extra that `Title` names.'),
  title: note(200).default('').describe('Empty: the name of the service.'),
  start: instant.optional().describe('Omitted: when the part before it ends.'),
  minutes: z.number().int().min(1).max(1440).optional().describe('Omitted: those of the person, or of the service.'),
  price: z
    .number()
    .min(0)
    .max(1e6)
    .multipleOf(0.01)
    .optional()
    .describe('Omitted: that of the person, or of the service.'),
  bufferBefore: z
    .number()
    .int()
    .min(0)
    .max(1440)
    .optional()
    .describe('Minutes. Omitted: those of the service, none between two services of one person.'),
  bufferAfter: z.number().int().min(0).max(1440).optional(),
});
export type GivenPart = z.input<typeof givenPart>;

/** The meaning of `locationId` in an input. */
export const newAt =
  'Where a new one takes place, if the person works there. Omitted: the first of their locations that the caller reaches.';

const visitFields = {
  contactId: id
    .nullable()
    .default(null)
    .describe('A known customer. Without one, the customer with this name and address is found or added.'),
  name: optionalName(100).default(''),
  phoneNumber: maybe(phone),
  eMail: maybe(eMail).meta({ wire: 'EMail' }),
  description: note(4000).default(''),
  sendSms: z.boolean().default(true),
  readOnly: z.boolean().default(false),
  parts: z.array(givenPart).min(1).max(maxParts),
  acceptOverlap: z.boolean().default(false),
  acceptClosed: z.boolean().default(false),
  acceptNotDone: z.boolean().default(false).describe('A person may do a service that is none of theirs.'),
  notify: z.boolean().default(true).describe('False sends the customer no mail about this change.'),
};

export const isUndo = z
  .boolean()
  .default(false)
  .describe('Takes back the change before it: the customer hears of it only if they have heard of that one.');

const savingRules =
  '417 with Key `Start` and `Overlaps` (`Others` names the events that the caller may see), `Closed` outside the working hours, or `NotDone` (the people who do not do a service), unless accepted.';

/** A service with the people who do it, for the dialog of staff. */
const deskService = z.object({
  id,
  name: z.string(),
  category: z.string(),
  minutes: z.number().int(),
  price: money,
  bufferBefore: z.number().int(),
  bufferAfter: z.number().int(),
  /** People whose calendars the caller may use, with their own minutes and price. */
  people: z.array(z.object({ calendarId: id, minutes: z.number().int(), price: money })),
});
export type DeskService = z.output<typeof deskService>;

const foundCustomer = z.object({
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
const comingVisits = z.object({
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

const keptVisit = z.object({
  id,
  eventId: id,
  calendarId: id,
  start: instant,
  timeZone,
  name: z.string(),
  reason: z.enum(keptReasons),
});
export type KeptVisit = z.output<typeof keptVisit>;

export const visits = service(
  'visits',
  { about: 'Visits of customers: their services, states and history.' },
  {
    getVisit: get({
      summary: 'Returns a visit with its parts.',
      may: 'user',
      input: z.strictObject({ id }),
      output: visit,
    }),
    insertVisit: post({
      summary: `Creates a visit with its parts, all or none. A walk-in has arrived. ${savingRules}`,
      may: 'user',
      input: z.strictObject({
        ...visitFields,
        isWalkIn: z.boolean().default(false),
        locationId: id.optional().describe(newAt),
      }),
      output: visit,
    }),
    updateVisit: post({
      summary: `Replaces the customer and the parts of a visit, all or none; parts that are left out are deleted. 409 with the present visit as \`Row\` when it was saved since \`Version\`. ${savingRules}`,
      may: 'user',
      input: z.strictObject({ ...visitFields, id, version: z.string().max(100), isUndo }),
      output: visit,
    }),
    getServices: get({
      summary:
        'Returns the services of the company in order, with the people who do them whose calendars the caller may use.',
      may: 'user',
      input: z.strictObject({}),
      output: z.array(deskService),
    }),
    findCustomers: get({
      summary: 'Returns the customers of the company whose name, address or number has every word, at most ten.',
      may: 'user',
      input: z.strictObject({ search: z.string().trim().max(100, { error: 'field.long' }) }),
      output: z.array(foundCustomer),
    }),
    changeStatus: post({
      summary:
        'Gives a visit another state, and tells the customer by mail unless Notify is false. 403 when another person’s part is read-only, or is in a calendar that the caller may not use, except from one state at the desk to another; the answer then has the parts of the caller. 409 for a state that does not follow the present one; 417 with `Overlaps` when its time has been taken meanwhile.',
      may: 'user',
      input: z.strictObject({
        id,
        status: z.enum(visitStatuses),
        reason: note(500).default('').describe('For the customer, when the visit is declined or cancelled.'),
        notify: z.boolean().default(true),
        acceptOverlap: z.boolean().default(false),
        isUndo,
        version: z
          .string()
          .max(100)
          .optional()
          .describe('409 with the present visit as `Row` when it was saved since. Omitted: whatever was saved.'),
      }),
      output: visit,
    }),
    getOfContact: get({
      summary: 'Returns the visits of a customer that the caller may see, the latest first, at most 200.',
      may: 'user',
      input: z.strictObject({ contactId: id }),
      output: z.array(contactVisit),
    }),
    getMessages: get({
      summary: 'Returns the latest mails and SMS to a customer about their visits, the latest first, at most 10.',
      may: 'admin',
      input: z.strictObject({ contactId: id }),
      output: z.array(contactMessage),
    }),
    getComing: get({
      summary: 'Returns how many requests and appointments a person of the company still has, and who could do them.',
      may: 'admin',
      input: z.strictObject({ userId: id }),
      output: comingVisits,
    }),
    countComing: get({
      summary: 'Returns how many requests and appointments a person still has, in a company or in all of theirs.',
      may: 'sys',
      input: z.strictObject({ userId: id, companyId: id.optional() }),
      output: z.object({ count: z.number().int() }),
    }),
    settleComing: post({
      summary:
        'Gives the coming visits of a person to a colleague, or cancels them, and tells the customers. A visit that the colleague cannot do as it is stays whole, and is returned.',
      may: 'admin',
      input: z.strictObject({
        userId: id,
        calendarId: id.nullable().describe('Of the colleague. Null: the visits are cancelled.'),
        notify: z.boolean().default(true),
      }),
      output: z.object({ settled: z.number().int(), kept: z.array(keptVisit) }),
    }),
    getRequests: get({
      summary:
        'Returns the requests of visitors that wait for an answer of the caller, and those that expired within the last days.',
      may: 'user',
      // Every open page counts them: this must not keep the session active.
      passive: true,
      input: z.strictObject({}),
      output: z.array(visitRequest),
    }),
  },
);
