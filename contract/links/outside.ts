// Outside calendars: those of a CalDAV server, and addresses of .ics files. Their events take time, and the person's
// appointments are written into one of them.
import { z } from 'zod';
import { feedDetails } from '#contract/lib/feed-detail.ts';
import { id, instant, maybe, note, secret, text } from '#contract/lib/fields.ts';
import { get, post, postOrDelete, service } from '#contract/lib/service.ts';

/** Of one person. */
export const maxOutsideAccounts = 10;

/** Of one calendar. */
export const maxOutsideObjects = 20_000;

export const outsideProviders = ['caldav', 'ics'] as const;
export type OutsideProvider = (typeof outsideProviders)[number];

/**
 * - `signIn`: the person has to enter the password again.
 * - `off`: the person or an administrator has switched it off; its events take no time.
 */
export const outsideStates = ['ok', 'signIn', 'off'] as const;

/** Why a calendar could not be read or written; `outside.why` has the words, with what the person can do. */
export const outsideReasons = [
  'signIn',
  'otherSignIn',
  'forbidden',
  'gone',
  'notCalendar',
  'cut',
  'large',
  'slow',
  'unreachable',
  'unknownHost',
  'private',
  'plain',
  'certificate',
  'redirects',
  'otherServer',
  'busy',
  'server',
  'answer',
  'fewer',
  'many',
  'restored',
  'key',
  'internal',
  'readOnly',
  'quota',
  'entry',
] as const;
export type OutsideReason = (typeof outsideReasons)[number];

/** Why an event is not read as it is written; `outside.problem` has the words. */
export const outsideProblems = [
  'unreadable',
  'noStart',
  'endBeforeStart',
  'unknownZone',
  'rule',
  'often',
  'slow',
  'large',
  'sameUid',
] as const;
export type OutsideProblem = (typeof outsideProblems)[number];

const failure = {
  /** Null for one whose last reading succeeded, and for one that was never read. */
  reason: z.enum(outsideReasons).nullable(),
  /** Of the answer of the server, for the reasons `server` and `answer`. */
  status: z.number().int().nullable(),
  failingSince: instant.nullable(),
};

export const outsideCalendar = z.object({
  id,
  name: z.string(),
  /** Its events take time. */
  reads: z.boolean(),
  /** Tentative events take time, too. */
  tentativeBlocks: z.boolean(),
  ...failure,
  lastReadAt: instant.nullable(),
  nextReadAt: instant.nullable(),
  events: z.number().int(),
  /** Events that are not read as they are written, at most 20. */
  problems: z.array(z.object({ title: z.string(), problem: z.enum(outsideProblems) })),
  /** The person's appointments are written into it. */
  writes: z.boolean(),
  /** How much of an appointment is written, unless the company allows less. */
  detail: z.enum(feedDetails),
  /** Writing was switched off, and the entries that no one has changed are being deleted. */
  removesWritten: z.boolean(),
  lastWrittenAt: instant.nullable(),
  /** Appointments that are written next. */
  waiting: z.number().int(),
  /** Why nothing, or an appointment, cannot be written. */
  writeReason: z.enum(outsideReasons).nullable(),
  writeStatus: z.number().int().nullable(),
  writeFailingSince: instant.nullable(),
  /** Entries that the person has moved or deleted there, at most 20: the appointments stay as they are. */
  changes: z.array(z.object({ eventId: id, title: z.string(), start: instant, state: z.enum(['moved', 'deleted']) })),
});
export type OutsideCalendar = z.output<typeof outsideCalendar>;

export const outsideAccount = z.object({
  id,
  provider: z.enum(outsideProviders),
  /** The address of a CalDAV server; of an .ics file only its host, for the rest is a secret. */
  address: z.string(),
  logIn: z.string(),
  /** The addresses by which invitations name the person: declined ones take no time. */
  ownAddresses: z.array(z.string()),
  state: z.enum(outsideStates),
  /** How much of an appointment the company allows to write. */
  maxDetail: z.enum(feedDetails),
  calendars: z.array(outsideCalendar),
});
export type OutsideAccount = z.output<typeof outsideAccount>;

const ownAddresses = z.array(note(254)).max(10);

/** Outside calendars are private: an administrator who acts as the person neither sees nor changes them. */
const ownOnly = { may: 'user', notWhileImpersonating: true } as const;

export const outsideCalendars = service(
  'outsidecalendars',
  { about: 'Outside calendars whose events take time, and so block appointments.' },
  {
    getAll: get({
      summary: "Returns the caller's accounts with their calendars.",
      ...ownOnly,
      input: z.strictObject({}),
      output: z.array(outsideAccount),
    }),
    getTimes: get({
      summary: 'Returns the times that the events of a calendar take in the next 14 days.',
      ...ownOnly,
      input: z.strictObject({ id }),
      output: z.array(z.object({ start: instant, end: instant })),
    }),
    getStates: get({
      summary: 'Returns the accounts of all employees, without their events.',
      may: 'admin',
      input: z.strictObject({}),
      output: z.array(
        z.object({
          id,
          employee: z.string(),
          host: z.string(),
          state: z.enum(outsideStates),
          ...failure,
          lastReadAt: instant.nullable(),
        }),
      ),
    }),
    insert: post({
      summary:
        'Adds an account or the address of an .ics file, and finds its calendars. 417 with the reason when none are found, and with `LeadsTo`, the address to enter, when they are on another server.',
      ...ownOnly,
      ownTransactions: true,
      input: z.strictObject({ address: text(2000), logIn: maybe(note(254)), password: maybe(secret) }),
      output: outsideAccount,
    }),
    signIn: post({
      summary:
        'Replaces the name and password of an account and, after a restore, the address of an .ics file. 417 as Insert.',
      ...ownOnly,
      ownTransactions: true,
      input: z.strictObject({ id, address: maybe(text(2000)), logIn: maybe(note(254)), password: maybe(secret) }),
      output: outsideAccount,
    }),
    setReading: post({
      summary: 'Sets whether the events of a calendar take time.',
      ...ownOnly,
      input: z.strictObject({ id, reads: z.boolean(), tentativeBlocks: z.boolean() }),
      output: null,
    }),
    setWriting: post({
      summary:
        "Sets whether the person's appointments are written into a calendar, with which detail, and, when that ends, whether entries that no one has changed are deleted there. 417 for a second calendar, and for an .ics file.",
      ...ownOnly,
      input: z.strictObject({
        id,
        writes: z.boolean(),
        detail: z.enum(feedDetails),
        removesWritten: z.boolean().default(false),
      }),
      output: null,
    }),
    putBack: post({
      summary: 'Writes an appointment again as it is, after the person has moved or deleted its entry.',
      ...ownOnly,
      input: z.strictObject({ id, eventId: id }),
      output: null,
    }),
    setOwnAddresses: post({
      summary: 'Sets the addresses by which invitations name the person.',
      ...ownOnly,
      input: z.strictObject({ id, ownAddresses }),
      output: null,
    }),
    switch: post({
      summary: 'Switches an account on or off. Administrators may switch those of others off.',
      ...ownOnly,
      input: z.strictObject({ id, isOn: z.boolean() }),
      output: null,
    }),
    syncNow: post({
      summary: 'Reads the calendars of an account at once.',
      ...ownOnly,
      input: z.strictObject({ id }),
      output: null,
    }),
    readAllAgain: post({
      summary: 'Reads a calendar from the beginning, and accepts that events are gone.',
      ...ownOnly,
      input: z.strictObject({ id }),
      output: null,
    }),
    delete: postOrDelete({
      summary: 'Deletes an account: the events of its calendars take no more time.',
      ...ownOnly,
      input: z.strictObject({ id }),
      output: null,
    }),
  },
);
