// The mailboxes that receive what comes back, set by the operator. Passwords are write-only.
import { z } from 'zod';
import { id, instant, maybe, note, secret, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { post } from '#contract/lib/service.ts';

const page = '/app/system/email/bounces';

/** An address, whose local part leaves room for a signature of 43 characters, or a domain. */
const bouncePattern =
  /^(?:[A-Za-z0-9._-]{1,21}@)?[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$|^$/;

const fields = {
  key: text(60),
  host: z
    .string()
    .trim()
    .max(253, { error: 'field.long' })
    .regex(/^[\w.:-]+$/, { error: 'field.host' }),
  port: z.number().int().min(1).max(65_535).default(993),
  ssl: z.boolean().default(true),
  userName: note(200).meta({ wire: 'User' }).default(''),
  /** Empty: the stored password stays. */
  password: maybe(secret),
  folder: text(200).default('INBOX'),
  /** Where reports go that were read; empty: they stay, marked as read. */
  movedTo: note(200).default(''),
  /** The envelope sender of mail, with a signature for each; empty: the sender itself. */
  address: note(200).regex(bouncePattern, { error: 'field.bounceAddress' }).default(''),
  active: z.boolean().default(true),
};

export const systemBounceMailboxes = resource('system', 'bouncemailboxes', {
  about: 'Mailboxes that receive bounces and complaints, which are read by a job.',
  rowsKey: 'mailboxes',
  may: 'sys',
  page,
  tables: ['bounce_mailboxes'],
  row: z.object({
    id,
    key: z.string(),
    host: z.string(),
    port: z.number().int(),
    ssl: z.boolean(),
    userName: z.string().meta({ wire: 'User' }),
    hasPassword: z.boolean(),
    folder: z.string(),
    movedTo: z.string(),
    address: z.string(),
    active: z.boolean(),
    readAt: instant.nullable(),
    /** Why it could not be read the last time; empty when it could. */
    problem: z.string(),
    version: z.string(),
  }),
  title: 'key',
  sort: ['key', 'host'],
  input: z.strictObject(fields),
  blank: () => ({
    key: 'New',
    host: '',
    port: 993,
    ssl: true,
    userName: '',
    folder: 'INBOX',
    movedTo: '',
    address: '',
    active: true,
  }),
  can: ['insert', 'update', 'delete', 'restore'],
  more: {
    test: post({
      summary: 'Opens the mailbox and says what lies in it. Nothing is changed.',
      may: 'sys',
      page,
      input: z.strictObject({ id }),
      output: z.object({
        works: z.boolean(),
        /** The error of the server; `noFolder`: the folder to move reports to does not exist. */
        answer: z.string(),
        messages: z.number().int(),
        /** Among the newest 20 messages. */
        reports: z.number().int(),
        /** Of these, the ones about mail of this installation. */
        signed: z.number().int(),
      }),
    }),
  },
});
