// The mail servers and SMS gateways that send messages, set by the operator. Passwords are write-only.
import { z } from 'zod';
import { id, instant, maybe, note, secret, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post } from '#contract/lib/service.ts';

/** Mail servers and gateways have the same settings. */
const hosts = {
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

/** What a mail server is used for, and how much it takes. A limit of 0 is none. */
const route = {
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

export const systemSmtps = resource('system', 'smtps', {
  ...hosts,
  about:
    'Mail servers. Mail leaves through the first one of its purpose that is not paused: the default one, then by position.',
  row: hosts.row.extend(route),
  input: hosts.input.extend({
    forAccounts: z.boolean().default(true),
    forVisits: z.boolean().default(true),
    forCampaigns: z.boolean().default(true),
    position: z.number().int().min(0).max(1_000).default(100),
    maxConnections: z.number().int().min(1).max(100).default(10),
    perSecond: limit,
    perHour: limit,
    perDay: limit,
  }),
  blank: () => ({
    ...hosts.blank(),
    forAccounts: true,
    forVisits: true,
    forCampaigns: true,
    position: 100,
    maxConnections: 10,
    perSecond: 0,
    perHour: 0,
    perDay: 0,
  }),
  rowsKey: 'smtps',
  page: '/app/system/email/smtps',
  tables: ['smtp_settings'],
  more: {
    sendTest: post({
      summary: "Sends a test mail to the caller's own address through this server and returns the server's response.",
      may: 'sys',
      page: '/app/system/email/smtps',
      input: z.strictObject({ id }),
      output: z.object({ sent: z.boolean(), to: z.string(), answer: z.string() }),
    }),
    getPaused: get({
      summary: 'The mail servers that are paused, and why; `SMTP_URL` has the zero id.',
      may: 'sys',
      page: '/app/system/email/smtps',
      input: z.strictObject({}),
      output: z.array(
        z.object({ id, key: z.string(), reason: z.string(), pausedSince: instant, pausedUntil: instant }),
      ),
    }),
    resume: post({
      summary: 'Ends the pause of a mail server: mail leaves through it at once.',
      may: 'sys',
      page: '/app/system/email/smtps',
      input: z.strictObject({ id }),
      output: null,
    }),
  },
});

export const systemSmsGateways = resource('system', 'smsgateways', {
  ...hosts,
  about: 'SMS gateways. This version stores them but sends no SMS.',
  rowsKey: 'gateways',
  page: '/app/system/sms/gateways',
  tables: ['sms_gateways'],
});
