// The import of products from price lists, and the exports of other tills and shops.
import { z } from 'zod';
import { fileChoices, fileReading, maxImportColumns } from '#contract/customers/import.ts';

/** Meanings of a column. `group`: rows with the same one are variations of one product, whose name stands in the first. */
export const productColumns = [
  ...(['skip', 'name', 'variation', 'group', 'barcode', 'price', 'vatRate', 'active'] as const),
] as const;
export type ProductColumn = (typeof productColumns)[number];

/**
 * Why a row is left out, or comes with less. `barcode`: it has other signs or is too long. `checkDigit`: it is as long
 * as an EAN, but its check digit does not fit, and comes as it is. `zeros`: those in front of it, which a spreadsheet
 * cuts, are put back. `vatRate`: no percentage.
 */
export const productReasons = [
  ...(['broken', 'total', 'repeated', 'noName', 'nameLong', 'noPrice', 'price'] as const),
  ...(['barcode', 'checkDigit', 'zeros', 'vatRate'] as const),
] as const;
export type ProductReason = (typeof productReasons)[number];

export const productResults = ['added', 'changed', 'unchanged', 'leftOut'] as const;

export const productImportInput = z.strictObject({
  columns: z
    .array(z.enum(productColumns))
    .max(maxImportColumns)
    .optional()
    .describe('What each column holds, in order. By default, as the header row suggests.'),
  charset: fileChoices.charset,
  headerLine: fileChoices.headerLine,
  sheet: fileChoices.sheet,
});

const count = z.number().int();

export const productImportAnswer = z.object({
  ...fileReading,
  format: z.enum(['csv', 'xlsx', 'xls']),
  columns: z.array(z.object({ title: z.string(), field: z.enum(productColumns), examples: z.array(z.string()) })),
  rows: count,
  added: count,
  changed: count,
  unchanged: count,
  leftOut: count,
  /** Rows that come with a reason. */
  incomplete: count,
  /** These rows. A preview has the first fifty. */
  problems: z.array(
    z.object({
      line: count,
      isLeftOut: z.boolean(),
      reasons: z.array(z.enum(productReasons)),
      cells: z.array(z.string()),
    }),
  ),
  /** The result of each row. A preview has none. */
  report: z.array(z.object({ line: count, result: z.enum(productResults), name: z.string() })),
});
export type ProductImportAnswer = z.output<typeof productImportAnswer>;
