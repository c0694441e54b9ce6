// Translates the search, range, filters and order of a list query into SQL.
import { type RawBuilder, sql } from 'kysely';
import { type AnyList, fieldOf, filtersOf, type PageInput } from '#contract/lib/resource.ts';
import { kindOf, wireName } from '#contract/lib/wire.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { column, foldedColumn } from './column.ts';
import { periodOf } from './period.ts';
import { searchConditions } from './search-conditions.ts';
import type { RowSource } from './source.ts';

export type ListQuery = Omit<PageInput, 'pageNr' | 'rowsPerPage'>;

/** Conditions on a row `r`. */
export interface Matching {
  /** The row lies in the range. */
  range: RawBuilder<boolean>;
  /** The row lies in the range, matches the search and passes the filters. */
  all: RawBuilder<boolean>;
}

export async function matching(
  context: SignedIn,
  list: AnyList,
  source: RowSource,
  input: ListQuery,
): Promise<Matching> {
  const { declared } = list;
  const range = await inRange(context, list, input);
  const conditions = await searchConditions(context, list, source, input.search, input.timeZone);
  for (const field of filtersOf(declared)) {
    // `listCalls` adds the filters to the input.
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

/** Kinds of field that sort as text. */
const texts = ['string', 'code', 'language', 'country'];

/** The requested order, `field` or `-field`; by default the first sort field, descending. Ties are sorted by id. */
export function ordered(
  { declared }: Pick<AnyList, 'declared'>,
  source: Pick<RowSource, 'foldedColumns'>,
  order: string,
): RawBuilder<unknown> {
  const [, minus = '', name = ''] = /^(-?)(.*)$/.exec(order.trim()) ?? [];
  const hasName = (field: string) => wireName(field, fieldOf(declared, field)).toLowerCase() === name.toLowerCase();
  const field = name ? declared.sort.find(hasName) : declared.sort[0];
  if (!field) throw invalid('Order', 'grid.order');
  const direction = !name || minus ? sql`desc` : sql`asc`;
  const nulls = !name || minus ? sql`nulls last` : sql`nulls first`;
  const kind = kindOf(fieldOf(declared, field));
  // Case- and accent-insensitive; the database itself sorts by code points.
  if (texts.includes(kind)) return sql`${foldedColumn(source, field)} ${direction}, ${column('id')} ${direction}`;
  // Without `nulls first/last`, a plain index serves the order of a column that is never null.
  const nullable = fieldOf(declared, field).def.type === 'nullable';
  return sql`${column(field)} ${direction} ${nullable ? nulls : sql``}, ${column('id')} ${direction}`;
}
