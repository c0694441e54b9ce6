// The mail servers and SMS gateways that send messages, set by the operator. Passwords are write-only.
import { z } from 'zod';
import { id, maybe, note, secret, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { post } from '#contract/lib/service.ts';

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

export const systemSmtps = resource('system', 'smtps', {
  ...hosts,
  about: 'Mail servers. The default one sends all mail; without a default, the oldest.',
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
  },
});

export const systemSmsGateways = resource('system', 'smsgateways', {
  ...hosts,
  about: 'SMS gateways. This version stores them but sends no SMS.',
  rowsKey: 'gateways',
  page: '/app/system/sms/gateways',
  tables: ['sms_gateways'],
});
