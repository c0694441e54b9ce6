// The import of customers from CSV, workbook and vCard files.
import { z } from 'zod';
import { importedFields } from './contact-fields.ts';

/** Meanings of a column of the file; `skip` leaves it out. Several columns can hold e-mails, phone numbers and notes. */
export const importFields = [
  ...(['skip', 'name', 'firstName', 'lastName'] as const),
  ...importedFields.filter((field) => field !== 'name' && field !== 'notes'),
  ...(['tags', 'notes', 'emailConsent', 'smsConsent', 'blocked'] as const),
] as const;
export type ImportField = (typeof importFields)[number];

/**
 * Why a row is left out, or comes without a value: `eMail`, `phoneNumber`, `phoneRounded` and `birthday` leave out that
 * value alone where another way to reach the customer remains.
 */
export const importReasons = [
  ...(['noName', 'nameLong', 'repeated', 'broken'] as const),
  ...(['eMail', 'phoneNumber', 'phoneRounded', 'birthday'] as const),
] as const;
export type ImportReason = (typeof importReasons)[number];

export const importResults = ['added', 'filled', 'unchanged', 'leftOut'] as const;

/** The order of the figures in days such as `3/7/1985`. */
export const dayOrders = ['dayFirst', 'monthFirst'] as const;
export type DayOrder = (typeof dayOrders)[number];

/** The most rows of one file, and the largest file (bytes). */
export const maxImportRows = 20_000;
export const maxImportBytes = 10 * 1024 * 1024;

export const importInput = z.strictObject({
  columns: z
    .array(z.enum(importFields))
    .max(100)
    .optional()
    .describe('What each column of a table holds, in order. By default, as the headings and values suggest.'),
  charset: z
    .string()
    .max(40)
    .optional()
    .describe('The encoding of a file that does not say it. By default, as its letters suggest.'),
  headLine: z
    .number()
    .int()
    .min(0)
    .max(1_000)
    .optional()
    .describe('The line of the headings; 0 for a table without. By default, the one with the most known headings.'),
  dayOrder: z
    .enum(dayOrders)
    .optional()
    .describe('Which stands first in days of numbers. By default, as the days of the column show, else the country.'),
});

export const importAnswer = z.object({
  format: z.enum(['csv', 'xlsx', 'vcard']),
  /** Of text: as recognized or chosen. */
  charset: z.string(),
  /** Of text that does not say its encoding: those that give different letters, the likeliest first. */
  charsets: z.array(z.object({ charset: z.string(), sample: z.string() })),
  separator: z.string(),
  /** The line of the headings, 0 without; and the first lines of a table, any of which can be that. */
  headLine: z.number().int(),
  firstLines: z.array(z.object({ line: z.number().int(), text: z.string() })),
  /** Null where no birthday needs it. */
  dayOrder: z.enum(dayOrders).nullable(),
  columns: z.array(
    z.object({
      title: z.string(),
      field: z.enum(importFields),
      /** The first values. */
      examples: z.array(z.string()),
    }),
  ),
  rows: z.number().int(),
  /** Rows that become new contacts, fill empty fields of existing ones, and change nothing. */
  added: z.number().int(),
  filled: z.number().int(),
  unchanged: z.number().int(),
  /** Consents in the file that are not recorded, since the customer has withdrawn theirs. */
  withdrawn: z.number().int(),
  /** Rows that are left out, or come without a value: the line in the file, why, and the row. */
  problems: z.array(
    z.object({
      line: z.number().int(),
      isLeftOut: z.boolean(),
      reasons: z.array(z.enum(importReasons)),
      cells: z.array(z.string()),
    }),
  ),
  /** The result of each row. A preview has none. */
  report: z.array(z.object({ line: z.number().int(), result: z.enum(importResults), name: z.string() })),
});
export type ImportAnswer = z.output<typeof importAnswer>;
