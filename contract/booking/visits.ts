// Visits: what a customer booked, also by telephone.
import { z } from 'zod';
import { eMail, id, instant, maybe, newId, note, optionalName, phone } from '#contract/lib/fields.ts';
import { get, post, service } from '#contract/lib/service.ts';
import { maxOptionCount } from './services.ts';
import {
  comingVisits,
  contactMessage,
  contactVisit,
  deskService,
  foundCustomer,
  keptVisit,
  visit,
  visitRequest,
  walkInTime,
} from './visit-rows.ts';
import { visitStatuses } from './visit-states.ts';

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
  optionIds: z
    .array(id)
    .max(maxOptionCount)
    .optional()
    .describe(
      'Variants and extras of the service, each as often as it is booked. Omitted: those of the part while its service stays.',
    ),
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
  .describe(
    'Takes back the change before it: the customer hears of it only if they have heard of that one. Believed of the person who made that change a moment ago, if the visit is as it was before it.',
  );

const savingRules =
  '417 with Key `Start` and `Overlaps` (`Others` names the events that the caller may see), `Closed` outside the working hours, or `NotDone` (the people who do not do a service), unless accepted. With the header `Daybook-Asks: 1`, these questions have the status 200, and `Daybook-Status` says 417.';

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
        anyPerson: z
          .boolean()
          .default(false)
          .describe(
            'Chooses a person who does the services, is free within their working hours, and whose calendar the caller may use, at the location or at that of the first calendar: first the one with the fewest minutes booked on the day, then the one not chosen for the longest time. All parts go to them. 417 with Key `Start` when no one is free.',
          ),
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
    getWalkIns: get({
      summary:
        'Returns when the people whose calendars the caller may use can do each of their services today: now, or when their next free time begins. Working hours and buffers count.',
      may: 'user',
      input: z.strictObject({
        locationId: id
          .optional()
          .describe('Only people who work there. Omitted: each at the first of their locations.'),
      }),
      output: z.array(walkInTime),
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
