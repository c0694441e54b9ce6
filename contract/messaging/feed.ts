// Reminders: notifications inside the application, newest first.
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
  /** The route that the reminder opens, such as `/app/user/calendars?event=…`; empty for none. */
  link: z.string(),
  created: instant,
  visited: z.boolean(),
});
export type Reminder = z.output<typeof reminder>;

export const reminders = service(
  'reminders',
  { about: 'The notifications of the user.' },
  {
    getByCreatedAndUser: get({
      summary: "Returns the caller's newest 100 reminders, optionally since `created` or only unvisited ones.",
      may: 'user',
      // Every open page polls this: it must not keep the session active.
      passive: true,
      input: z.strictObject({ created: maybe(instant), notVisited: z.boolean().default(false) }),
      output: z.array(reminder),
    }),
    getPaginatedByCreatedAndUser: get({
      summary: "Returns one page of the caller's reminders.",
      may: 'user',
      input: z.strictObject({
        pageNr: z.number().int().min(1).max(100_000).default(1),
        rowsPerPage: z.number().int().min(1).max(100).default(12).meta({ wire: 'RowsPerpage' }),
      }),
      output: z.object({ totalRows: z.number().int(), data: z.array(reminder) }),
    }),
    visited: postOrGet({
      summary:
        'Marks a reminder of the caller as visited, in whichever of their companies. A repeated call changes nothing.',
      may: 'user',
      ownTransactions: true,
      input: z.strictObject({ id }),
      output: reminder,
    }),
    allVisited: postOrGet({
      summary: 'Marks all present reminders as visited.',
      may: 'user',
      input: z.strictObject({}),
      output: null,
    }),
  },
);
