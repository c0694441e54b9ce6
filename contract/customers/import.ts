// The import of customers from CSV, workbook and vCard files.
import { z } from 'zod';
import { importedFields } from './contact-fields.ts';

/**
 * Meanings of a column of the file; `skip` leaves it out. Several columns can hold e-mails, phone numbers, tags, notes
 * and consents. In a column such as "Opted out", `emailRefused` and `smsRefused`, yes is the opposite of a consent.
 */
export const importFields = [
  ...(['skip', 'name', 'firstName', 'lastName'] as const),
  ...importedFields.filter((field) => field !== 'name' && field !== 'notes'),
  ...(['tags', 'notes', 'emailConsent', 'smsConsent', 'emailRefused', 'smsRefused', 'blocked'] as const),
] as const;
export type ImportField = (typeof importFields)[number];

/**
 * Why a row is left out, or comes without a value: `eMail`, `phoneNumber`, `phoneRounded` and `birthday` leave out that
 * value alone where another way to reach the customer remains.
 */
export const importReasons = [
  ...(['noName', 'nameLong', 'repeated', 'broken', 'total'] as const),
  ...(['eMail', 'phoneNumber', 'phoneRounded', 'birthday'] as const),
] as const;
export type ImportReason = (typeof importReasons)[number];

export const importResults = ['added', 'filled', 'unchanged', 'leftOut'] as const;

/** The order of the figures in days such as `3/7/1985`. */
export const dayOrders = ['dayFirst', 'monthFirst'] as const;
export type DayOrder = (typeof dayOrders)[number];

/** The most rows and columns of one file, and the largest file (bytes). Further columns are left out. */
export const maxImportRows = 20_000;
export const maxImportColumns = 200;
export const maxImportBytes = 10 * 1024 * 1024;

/** How a file is to be read; by default, as it suggests. */
export const fileChoices = {
  charset: z
    .string()
    .max(40)
    .optional()
    .describe('The character encoding of a file that does not state it. By default, as its letters suggest.'),
  headerLine: z
    .number()
    .int()
    .min(0)
    .max(1_000)
    .optional()
    .describe(
      'The line of the header row; 0 for a table without one. By default, the line with the most known names of columns.',
    ),
  sheet: z
    .string()
    .max(100)
    .optional()
    .describe('The sheet of a workbook. By default, the one with the most known names of columns.'),
  dayOrder: z
    .enum(dayOrders)
    .optional()
    .describe(
      'The order of day and month in dates such as 3/7/1985. By default, as other dates of the column show, else that of the country.',
    ),
};

export const importInput = z.strictObject({
  columns: z
    .array(z.enum(importFields))
    .max(maxImportColumns)
    .optional()
    .describe('What each column of a table holds, in order. By default, as the header row and the values suggest.'),
  ...fileChoices,
});

/** How a file was read. */
export const fileReading = {
  /** Of text: as recognized or chosen. */
  charset: z.string(),
  /** Of text that does not state its encoding: encodings that give different letters, the likeliest first. */
  charsets: z.array(z.object({ charset: z.string(), sample: z.string() })),
  separator: z.string(),
  /** The sheets of a workbook, and the one that was read. */
  sheetNames: z.array(z.string()),
  sheet: z.string(),
  /** The line of the header row, 0 without; and the first lines of a table, each of which can be chosen. */
  headerLine: z.number().int(),
  firstLines: z.array(z.object({ line: z.number().int(), text: z.string() })),
};

export const importAnswer = z.object({
  format: z.enum(['csv', 'xlsx', 'xls', 'vcard']),
  ...fileReading,
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
  /** Rows that are left out, and rows that come without a value. */
  leftOut: z.number().int(),
  incomplete: z.number().int(),
  /** Consents in the file that are not recorded, since the customer has withdrawn theirs. */
  withdrawn: z.number().int(),
  /** These rows: the line in the file, why, and the cells. A preview has the first fifty. */
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
