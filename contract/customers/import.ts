// The import of customers from CSV and vCard files.
import { z } from 'zod';
import { importedFields } from './contact-fields.ts';

/** Meanings of a column of the file; `skip` leaves it out. */
export const importFields = [
  ...(['skip', 'name', 'firstName', 'lastName'] as const),
  ...importedFields.filter((field) => field !== 'name' && field !== 'notes'),
  ...(['tags', 'notes', 'emailConsent', 'smsConsent'] as const),
] as const;
export type ImportField = (typeof importFields)[number];

/** Why a row is left out. */
export const importReasons = ['noName', 'nameLong', 'eMail', 'phoneNumber', 'birthday', 'repeated', 'broken'] as const;

/** The most rows of one file, and the largest file (bytes). */
export const maxImportRows = 20_000;
export const maxImportBytes = 10 * 1024 * 1024;

export const importInput = z.strictObject({
  columns: z
    .array(z.enum(importFields))
    .max(100)
    .optional()
    .describe('What each column of a CSV file holds, in order. By default, as the names of the columns suggest.'),
});

export const importAnswer = z.object({
  format: z.enum(['csv', 'vcard']),
  /** Of a CSV file: as recognized. */
  charset: z.string(),
  separator: z.string(),
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
  /** Rows that are left out: the line in the file, the reason, and what the row says. */
  leftOut: z.array(z.object({ line: z.number().int(), reason: z.enum(importReasons), text: z.string() })),
});
export type ImportAnswer = z.output<typeof importAnswer>;
