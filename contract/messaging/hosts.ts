// Settings that mail servers and SMS gateways have in common. Passwords are write-only.
import { z } from 'zod';
import { id, instant, maybe, note, secret, text } from '#contract/lib/fields.ts';
import { get, post } from '#contract/lib/service.ts';
import { purposes } from './deliveries.ts';

export const hosts = {
  may: 'sys',
  row: z.object({
    id,
    key: z.string(),
    host: z.string(),
    port: z.number().int(),
    ssl: z.boolean(),
    timeOut: z.number().int(),
    useDefaultCredentials: z.boolean(),
    userName: z.string().meta({ wire: 'User' }),
    hasPassword: z.boolean(),
    isDefault: z.boolean(),
    version: z.string(),
  }),
  title: 'key',
  sort: ['key', 'host'],
  input: z.strictObject({
    key: text(60),
    host: z
      .string()
      .trim()
      .max(253, { error: 'field.long' })
      .regex(/^[\w.:-]+$/, { error: 'field.host' }),
    port: z.number().int().min(1).max(65_535).default(25),
    ssl: z.boolean().default(false),
    timeOut: z.number().int().min(1_000).max(60_000).default(10_000),
    useDefaultCredentials: z.boolean().default(false),
    userName: note(200).meta({ wire: 'User' }).default(''),
    /** Empty: the stored password stays. */
    password: maybe(secret),
    isDefault: z.boolean().default(false),
  }),
  blank: () => ({
    key: 'New',
    host: '',
    port: 25,
    ssl: false,
    timeOut: 10_000,
    useDefaultCredentials: false,
    userName: '',
    isDefault: false,
  }),
  can: ['insert', 'update', 'delete', 'restore'],
} as const;

/** The purposes of a mail server, and its limits. A limit of 0 is none. */
export const route = {
  forAccounts: z.boolean(),
  forVisits: z.boolean(),
  forCampaigns: z.boolean(),
  position: z.number().int(),
  maxConnections: z.number().int(),
  perSecond: z.number().int(),
  perHour: z.number().int(),
  perDay: z.number().int(),
};
const limit = z.number().int().min(0).max(10_000_000).default(0);
export const limits = {
  position: z.number().int().min(0).max(1_000).default(100),
  maxConnections: z.number().int().min(1).max(100).default(10),
  perSecond: limit,
  perHour: limit,
  perDay: limit,
};

/** Operations of the operator on routes of one kind, whatever their medium. */
export const routeOperations = (page: string) => ({
  getPaused: get({
    summary: 'The routes that are paused, and why; `SMTP_URL` has the zero id.',
    may: 'sys',
    page,
    input: z.strictObject({}),
    output: z.array(z.object({ id, key: z.string(), reason: z.string(), pausedSince: instant, pausedUntil: instant })),
  }),
  getObstacles: get({
    summary:
      'Returns what else keeps messages from leaving: a password that cannot be opened, a limit of the hour or day that is used up, a purpose without a server.',
    may: 'sys',
    page,
    input: z.strictObject({}),
    output: z.array(
      z.object({
        kind: z.enum(['locked', 'usedUp', 'unserved']),
        /** Of the route; empty for `unserved`. */
        name: z.string(),
        /** Of `unserved`. */
        purpose: z.enum(purposes).nullable(),
        /** Of `usedUp`: then messages leave again. */
        until: instant.nullable(),
      }),
    ),
  }),
  resume: post({
    summary: 'Ends the pause of a route: messages leave through it at once.',
    may: 'sys',
    page,
    input: z.strictObject({ id }),
    output: null,
  }),
});
export const testResult = z.object({ sent: z.boolean(), to: z.string(), answer: z.string() });
