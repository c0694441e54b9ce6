// Outside calendars whose events take time: those of a CalDAV server, and addresses of .ics files.
import { z } from 'zod';
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

/** Why a calendar could not be read; `outside.why` has the words, with what the person can do. */
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
  calendars: z.array(outsideCalendar),
});
export type OutsideAccount = z.output<typeof outsideAccount>;

const ownAddresses = z.array(note(254)).max(10);

export const outsideCalendars = service(
  'outsidecalendars',
  { about: 'Outside calendars whose events take time, and so block appointments.' },
  {
    getAll: get({
      summary: "Returns the caller's accounts with their calendars.",
      may: 'user',
      input: z.strictObject({}),
      output: z.array(outsideAccount),
    }),
    getTimes: get({
      summary: 'Returns the times that the events of a calendar take in the next 14 days.',
      may: 'user',
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
        'Adds an account or the address of an .ics file, and finds its calendars. 417 with the reason when none are found.',
      may: 'user',
      notWhileImpersonating: true,
      ownTransactions: true,
      input: z.strictObject({ address: text(2000), logIn: maybe(note(254)), password: maybe(secret) }),
      output: outsideAccount,
    }),
    signIn: post({
      summary:
        'Replaces the name and password of an account and, after a restore, the address of an .ics file. 417 with the reason when refused.',
      may: 'user',
      notWhileImpersonating: true,
      ownTransactions: true,
      input: z.strictObject({ id, address: maybe(text(2000)), logIn: maybe(note(254)), password: maybe(secret) }),
      output: outsideAccount,
    }),
    setReading: post({
      summary: 'Sets whether the events of a calendar take time.',
      may: 'user',
      input: z.strictObject({ id, reads: z.boolean(), tentativeBlocks: z.boolean() }),
      output: null,
    }),
    setOwnAddresses: post({
      summary: 'Sets the addresses by which invitations name the person.',
      may: 'user',
      input: z.strictObject({ id, ownAddresses }),
      output: null,
    }),
    switch: post({
      summary: 'Switches an account on or off. Administrators may switch those of others off.',
      may: 'user',
      input: z.strictObject({ id, isOn: z.boolean() }),
      output: null,
    }),
    syncNow: post({
      summary: 'Reads the calendars of an account at once.',
      may: 'user',
      input: z.strictObject({ id }),
      output: null,
    }),
    readAllAgain: post({
      summary: 'Reads a calendar from the beginning, and accepts that events are gone.',
      may: 'user',
      input: z.strictObject({ id }),
      output: null,
    }),
    delete: postOrDelete({
      summary: 'Deletes an account: the events of its calendars take no more time.',
      may: 'user',
      input: z.strictObject({ id }),
      output: null,
    }),
  },
);
