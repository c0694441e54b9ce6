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
  /** The row lies in the range by another column, which has the same time. */
  rangeBy(field: string): RawBuilder<boolean>;
}

export async function matching(
  context: SignedIn,
  list: AnyList,
  source: RowSource,
  input: ListQuery,
): Promise<Matching> {
  const { declared } = list;
  const inRange = await rangeOf(context, list, input);
  const range = inRange(list.declared.range?.field ?? '');
  const conditions = await searchConditions(context, list, source, input.search, input.timeZone);
  for (const field of filtersOf(declared)) {
    // `listCalls` adds the filters to the input.
    const value = (input as unknown as Record<string, unknown>)[field];
    if (value !== undefined) conditions.push(sql`${column(field)} = ${value}`);
  }
  return {
    range: allOf(range),
    all: allOf([...conditions, ...range]),
    rangeBy: (field) => allOf(inRange(field)),
  };
}

async function rangeOf(
  context: SignedIn,
  list: AnyList,
  input: ListQuery,
): Promise<(field: string) => RawBuilder<unknown>[]> {
  const { range } = list.declared;
  if (!range) return () => [];
  const [from, to] = await periodOf(context, list, range.defaultSpan, input);
  return (field) => [sql`${column(field)} >= ${from}`, ...(to ? [sql`${column(field)} <= ${to}`] : [])];
}

function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return conditions.length ? sql.join(conditions, sql` and `) : sql`true`;
}

/** Kinds of field that sort as text. */
const texts = ['string', 'code', 'language', 'country'];

function parseOrder(declared: AnyList['declared'], order: string): { field: string; isDescending: boolean } {
  const [, minus = '', name = ''] = /^(-?)(.*)$/.exec(order.trim()) ?? [];
  const hasName = (field: string) => wireName(field, fieldOf(declared, field)).toLowerCase() === name.toLowerCase();
  const field = name ? declared.sort.find(hasName) : declared.sort[0];
  if (!field) throw invalid('Order', 'grid.order');
  return { field, isDescending: !name || minus !== '' };
}

/**
 * Selects the ids of the matching rows in the requested order, without those before `offset`. A list that is sorted by
 * names of another table reads them in their order, unless a search finds few rows anyway.
 */
export function orderedIds(
  context: SignedIn,
  list: AnyList,
  source: RowSource,
  { order, search }: Pick<ListQuery, 'order' | 'search'>,
  { all, rangeBy }: Matching,
  { limit, offset }: { limit: number; offset: number },
): RawBuilder<unknown> {
  const rows = source.rows(context);
  const { field, isDescending } = parseOrder(list.declared, order);
  const names = search === '' ? source.nameOrders?.[field] : undefined;
  if (!names) {
    return sql`select r.id from (${rows}) r where ${all}
      order by ${ordered(list, source, order)} limit ${limit} offset ${offset}`;
  }
  const at = column(names.at ?? list.declared.range?.field ?? 'id');
  const isWithin = names.at ? rangeBy(names.at) : sql`true`;
  const direction = isDescending ? sql`desc nulls last` : sql`asc nulls first`;
  const rowsOf = (isNamed: RawBuilder<unknown>) => sql`(
    select r.id, ${at} as at from (${rows}) r where ${isNamed} and ${isWithin} and ${all}
    order by ${at} desc, r.id limit ${limit + offset})`;
  const named = column(names.column);
  // An index is chosen only where the statement has its condition word by word.
  const leftOut = names.leftOut === undefined ? undefined : sql.lit(names.leftOut);
  const each = leftOut
    ? [sql`${named} = g.id and ${named} <> ${leftOut}`, sql`g.id = ${leftOut} and ${named} = ${leftOut}`]
    : [sql`${named} = g.id`, sql`g.id is null and ${named} is null`];
  return sql`select p.id from (
      select n.id, n.name from (${names.names(context, list.area)}) n order by n.name ${direction}, n.id ${direction}) g
    cross join lateral (${sql.join(each.map(rowsOf), sql` union all `)}) p
    order by g.name ${direction}, g.id ${direction}, p.at desc, p.id limit ${limit} offset ${offset}`;
}

/** The requested order, `field` or `-field`; by default the first sort field, descending. Ties are sorted by id. */
export function ordered(
  { declared }: Pick<AnyList, 'declared'>,
  source: Pick<RowSource, 'foldedColumns' | 'orderColumns'>,
  order: string,
): RawBuilder<unknown> {
  const { field, isDescending } = parseOrder(declared, order);
  const direction = isDescending ? sql`desc` : sql`asc`;
  const nulls = isDescending ? sql`nulls last` : sql`nulls first`;
  const nullable = fieldOf(declared, field).def.type === 'nullable';
  const stored = source.orderColumns?.[field];
  if (stored) {
    const by = [sql`${column(stored.column)} ${direction} ${nullable ? nulls : sql``}`];
    if (stored.ties) by.push(sql`${column(stored.ties)} ${direction}`);
    return sql.join([...by, sql`${column('id')} ${direction}`]);
  }
  const kind = kindOf(fieldOf(declared, field));
  // Case- and accent-insensitive; the database itself sorts by code points.
  if (texts.includes(kind)) return sql`${foldedColumn(source, field)} ${direction}, ${column('id')} ${direction}`;
  // Without `nulls first/last`, a plain index serves the order of a column that is never null.
  return sql`${column(field)} ${direction} ${nullable ? nulls : sql``}, ${column('id')} ${direction}`;
}
