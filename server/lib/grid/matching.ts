// Which rows of a list are wanted, and in which order: search, range, filters and order as conditions of PostgreSQL.
import { type RawBuilder, sql } from 'kysely';
import { type AnyList, fieldOf, filtersOf, type PageInput } from '#contract/lib/resource.ts';
import { kindOf, wireName } from '#contract/lib/wire.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { column, foldedColumn } from './column.ts';
import { periodOf } from './period.ts';
import { searchConditions } from './search-conditions.ts';
import type { Source } from './source.ts';

export type ListQuery = Omit<PageInput, 'pageNr' | 'rowsPerPage'>;

/** Conditions that a row `r` must meet. */
export interface Matching {
  /** Lies in the range. */
  range: RawBuilder<boolean>;
  /** Is wanted: lies in the range, is found and passes the filters. */
  all: RawBuilder<boolean>;
}

export async function matching(context: SignedIn, list: AnyList, source: Source, input: ListQuery): Promise<Matching> {
  const { declared } = list;
  const range = await inRange(context, list, input);
  const conditions = await searchConditions(context, list, source, input.search);
  for (const field of filtersOf(declared)) {
    // Added to the input by the list's calls, for each of its filters.
    const value = (input as unknown as Record<string, unknown>)[field];
    if (value !== undefined) conditions.push(sql`${column(field)} = ${value}`);
  }
  return { range: allOf(range), all: allOf([...conditions, ...range]) };
}

async function inRange(context: SignedIn, list: AnyList, input: ListQuery): Promise<RawBuilder<unknown>[]> {
  const { range } = list.declared;
  if (!range) return [];
  const [from, to] = await periodOf(context, list, range.defaultSpan, input);
  const at = column(range.field);
  return [sql`${at} >= ${from}`, ...(to ? [sql`${at} <= ${to}`] : [])];
}

function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return conditions.length ? sql.join(conditions, sql` and `) : sql`true`;
}

/** Kinds of field that are ordered as words. */
const texts = ['string', 'code', 'language'];

/** The order asked for, by `field` or `-field`; without one the first field of the list, descending. Equal rows go by their id. */
export function ordered({ declared }: AnyList, source: Source, order: string): RawBuilder<unknown> {
  const [, minus = '', name = ''] = /^(-?)(.*)$/.exec(order.trim()) ?? [];
  const hasName = (field: string) => wireName(field, fieldOf(declared, field)).toLowerCase() === name.toLowerCase();
  const field = name ? declared.sort.find(hasName) : declared.sort[0];
  if (!field) throw invalid('Order', 'grid.order');
  const direction = !name || minus ? sql`desc` : sql`asc`;
  const nulls = !name || minus ? sql`nulls last` : sql`nulls first`;
  const kind = kindOf(fieldOf(declared, field));
  // Without regard to case and accents; the database itself sorts by code points.
  if (texts.includes(kind)) return sql`${foldedColumn(source, field)} ${direction}, ${column('id')} ${direction}`;
  // So that a plain index serves the order of a column that is never empty.
  const nullable = fieldOf(declared, field).def.type === 'nullable';
  return sql`${column(field)} ${direction} ${nullable ? nulls : sql``}, ${column('id')} ${direction}`;
}
