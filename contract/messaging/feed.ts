// What a person is told inside the application, newest first.
import { z } from 'zod';
import { id, instant, maybe } from '#contract/lib/fields.ts';
import { get, postOrGet, service } from '#contract/lib/service.ts';

export const reminderTypes = [
  'calendarEvent',
  'system',
  'invoiceNew',
  'paymentNew',
  'paymentConfirmed',
  'paymentCancelled',
  'smsFundsError',
  'general',
  'other',
] as const;
export type ReminderType = (typeof reminderTypes)[number];

export const reminder = z.object({
  id,
  type: z.enum(reminderTypes),
  text: z.string(),
  /** The route it leads to, such as `/app/user/calendars?event=…`; empty for none. */
  link: z.string(),
  created: instant,
  visited: z.boolean(),
});
export type Reminder = z.output<typeof reminder>;

export const reminders = service('reminders', {
  getByCreatedAndUser: get({
    summary: "The caller's reminders, the newest 100; those since `created`, only those not visited yet.",
    may: 'user',
    // Polled by every open page: asking for reminders keeps nobody signed in.
    passive: true,
    input: z.strictObject({ created: maybe(instant), notVisited: z.boolean().default(false) }),
    output: z.array(reminder),
  }),
  getPaginatedByCreatedAndUser: get({
    summary: "All of the caller's reminders, page by page.",
    may: 'user',
    input: z.strictObject({
      pageNr: z.number().int().min(1).max(100_000).default(1),
      rowsPerPage: z.number().int().min(1).max(100).default(12).meta({ wire: 'RowsPerpage' }),
    }),
    output: z.object({ totalRows: z.number().int(), data: z.array(reminder) }),
  }),
  visited: postOrGet({
    summary: 'A reminder was looked at; the same call again changes nothing.',
    may: 'user',
    input: z.strictObject({ id }),
    output: reminder,
  }),
  allVisited: postOrGet({
    summary: 'All reminders up to now were looked at.',
    may: 'user',
    input: z.strictObject({}),
    output: null,
  }),
});
