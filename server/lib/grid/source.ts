// The source of a list's rows.
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';

interface NameOrder {
  column: string;
  /** Selects `id` and the folded `name`; an id that is null stands for the rows without one. */
  names(context: SignedIn, area: 'company' | 'system'): RawBuilder<unknown>;
  /** The time in the index where it is a column of another table, with the same value as the time of the list's range. */
  at?: string;
  /** The value of `column` whose rows the index leaves out: there are few at a time. */
  leftOut?: string;
}

export interface RowSource {
  /** The rows the caller may see, with a column for each field of the row and a unique `id`. */
  rows(context: SignedIn): Expression<object>;
  /**
   * For callers who see a part of a long list: the relations that `rows` names, as `name as materialized (…)`. A
   * statement computes them once, and a page finds its rows and their count in one reading.
   */
  shared?(context: SignedIn): RawBuilder<unknown> | undefined;
  /**
   * For lists of millions of rows: a column that contains the folded texts of these fields, one per line, with a
   * trigram index. A search for plain words reads only this column.
   */
  searchColumn?: { column: string; of: readonly string[] };
  /**
   * For long lists of a company: `rows` itself selects only those of the caller's company, so a page is read as the
   * owner. Under row-level security PostgreSQL compares no text by an index, because LIKE is not leakproof.
   */
  limitsToCompany?: boolean;
  /** Fields that are names in another, much smaller table: their ids are looked up first, then found by an index. */
  lookups?: Readonly<Record<string, { column: string; ids(context: SignedIn, pattern: string): Promise<string[]> }>>;
  /**
   * Fields that are sorted by another column; in a long list it has an index with the id. `ties` is the time by which
   * the index sorts equal values: it passes over the rows outside of the list's range.
   */
  orderColumns?: Readonly<Record<string, { column: string; ties?: string }>>;
  /**
   * Fields that are names in another, much smaller table, for lists of millions: the names are read in their order, and
   * the rows of each by an index of (`column`, time, id), the newest first.
   */
  nameOrders?: Readonly<Record<string, NameOrder>>;
  /**
   * For lists that repeat few texts, each folded once, and for fields that are objects: columns that contain these
   * fields folded, and one that contains them all.
   */
  foldedColumns?: { all?: string; fields: Readonly<Record<string, string>> };
}

/** The rows as a query of its own. Statements that select them several times begin with `shared` themselves. */
export function rowsOf(source: RowSource, context: SignedIn): Expression<object> {
  const [shared, rows] = [source.shared?.(context), source.rows(context)];
  return shared ? sql<object>`with ${shared} ${rows}` : rows;
}
