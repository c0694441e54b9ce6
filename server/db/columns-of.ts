// The columns that an input is written to.
import type { Schema } from './schema.ts';

/**
 * Every field of an input as a column of a table, but those that are stored elsewhere. `{ … } satisfies ColumnsOf<…>`
 * does not compile when a column is left out, or when the table has no column for a field. Further columns are free.
 */
export type ColumnsOf<Table extends keyof Schema, Input, Elsewhere extends keyof Input = never> = {
  [Field in Exclude<keyof Input, Elsewhere>]: Field extends keyof Schema[Table] ? unknown : never;
} & { [Column in keyof Schema[Table]]?: unknown };
