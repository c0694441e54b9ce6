// Refers to a column of a list's rows, which are named `r` in every condition.
import { type RawBuilder, sql } from 'kysely';
import type { RowSource } from './source.ts';

export function column(field: string): RawBuilder<unknown> {
  return sql`${sql.ref(`r.${field}`)}`;
}

/** The text of a field, folded (lower case, no accents). */
export function foldedColumn({ foldedColumns }: Pick<RowSource, 'foldedColumns'>, field: string): RawBuilder<unknown> {
  const stored = foldedColumns?.fields[field];
  return stored ? column(stored) : sql`folded(${column(field)}::text)`;
}

/** The texts of several fields, folded and joined. */
export function foldedTexts(
  { searchColumn, foldedColumns }: RowSource,
  fields: readonly string[],
): RawBuilder<unknown> {
  const stored = searchColumn?.column ?? foldedColumns?.all;
  return stored ? column(stored) : sql`folded(concat_ws(chr(10), ${sql.join(fields.map(column))}))`;
}
