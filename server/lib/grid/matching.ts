// Which rows of a list are wanted, and in which order: search, range, filters and order as conditions of PostgreSQL.
import { type Expression, type RawBuilder, sql } from 'kysely';
import { type AnyResource, fieldOf, filtersOf, type PageInput } from '#contract/lib/resource.ts';
import { kindOf, optionsOf, wireName } from '#contract/lib/wire.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { escaped } from '#server/lib/search-words.ts';
import { parseSearch } from './search.ts';

/** Where a list comes from. */
export interface Source {
  /** The rows the caller may see: a column for each field of the row, each row with an `id` of its own. */
  rows(context: SignedIn): Expression<object>;
  /**
   * For lists of millions: a column of the rows that holds the folded texts of these fields, one per line, with a trigram
   * index. The plain search then looks only there.
   */
  words?: { column: string; of: readonly string[] };
}

export type Wanted = Omit<PageInput, 'pageNr' | 'rowsPerPage'>;

/** The condition that a row `r` must meet. */
export function matching(
  resource: AnyResource,
  source: Source,
  input: Wanted,
  now: Temporal.Instant,
): RawBuilder<boolean> {
  const { declared } = resource;
  const conditions = [...searched(resource, source, input.search)];
  if (declared.range) {
    const [from, to] = rangeOf(declared.range.back, input, now);
    const at = column(declared.range.field);
    conditions.push(sql`${at} >= ${from}`);
    if (to) conditions.push(sql`${at} <= ${to}`);
  }
  for (const field of filtersOf(declared)) {
    // Added to the input by the resource, for each of its filters.
    const value = (input as unknown as Record<string, unknown>)[field];
    if (value !== undefined) conditions.push(sql`${column(field)} = ${value}`);
  }
  return conditions.length ? sql.join(conditions, sql` and `) : sql`true`;
}

/** Kinds of field that are ordered as words. */
const texts = ['string', 'code', 'language'];

/** The order asked for, by `field` or `-field`; without one the first field of the list, descending. Equal rows go by their id. */
export function ordered({ declared }: AnyResource, order: string): RawBuilder<unknown> {
  const [, minus = '', name = ''] = /^(-?)(.*)$/.exec(order.trim()) ?? [];
  const named = (field: string) => wireName(field, fieldOf(declared, field)).toLowerCase() === name.toLowerCase();
  const field = name ? declared.sort.find(named) : declared.sort[0];
  if (!field) throw invalid('Order', 'grid.order');
  const direction = !name || minus ? sql`desc` : sql`asc`;
  const nulls = !name || minus ? sql`nulls last` : sql`nulls first`;
  const kind = kindOf(fieldOf(declared, field));
  // Without regard to case and accents; the database itself sorts by code points.
  if (texts.includes(kind)) return sql`folded(${column(field)}) ${direction}, ${column('id')} ${direction}`;
  // So that a plain index serves the order of a column that is never empty.
  const nullable = fieldOf(declared, field).def.type === 'nullable';
  return sql`${column(field)} ${direction} ${nullable ? nulls : sql``}, ${column('id')} ${direction}`;
}

/** The wanted range, its ends in order; without a beginning it begins as far back from its end as the list says. */
function rangeOf(
  back: { days?: number; months?: number },
  { startDate, endDate }: Wanted,
  now: Temporal.Instant,
): [string, string | undefined] {
  if (startDate && endDate && Temporal.Instant.compare(startDate, endDate) > 0) return [endDate, startDate];
  if (startDate) return [startDate, endDate];
  const end = endDate ? Temporal.Instant.from(endDate) : now;
  return [end.toZonedDateTimeISO('UTC').subtract(back).toInstant().toString(), endDate];
}

function searched(resource: AnyResource, { words: kept }: Source, text: string): RawBuilder<unknown>[] {
  const { pairs, words } = parseSearch(resource, text);
  const inKept = (wanted: readonly string[]) =>
    kept ? wanted.map((word) => sql`${column(kept.column)} like ${pattern(word)}`) : [];
  const conditions: RawBuilder<unknown>[] = pairs.flatMap(({ field, words }) => {
    const values = optionsOf(fieldOf(resource.declared, field));
    if (values) return [oneOf(field, values, words)];
    return [
      // Implied by the next, and served by the index.
      ...(kept?.of.includes(field) ? inKept(words) : []),
      ...words.map((word) => sql`folded(${column(field)}::text) like ${pattern(word)}`),
    ];
  });
  if (kept) return [...conditions, ...inKept(words)];
  const columns = Object.entries(resource.declared.row.shape)
    .filter(([field, schema]) => field !== 'version' && kindOf(schema) !== 'id' && kindOf(schema) !== 'boolean')
    .map(([field]) => column(field));
  const line = sql`folded(concat_ws(chr(10), ${sql.join(columns)}))`;
  return [...conditions, ...words.map((word) => sql`${line} like ${pattern(word)}`)];
}

/** Of few known values those are wanted that have the words: how many rows have one is known, and an index finds them. */
function oneOf(field: string, values: readonly string[], words: readonly string[]): RawBuilder<unknown> {
  const wanted = values.filter((value) => words.every((word) => value.toLowerCase().includes(word)));
  if (wanted.length === 0) return sql`false`;
  return sql`${column(field)} in (${sql.join(wanted)})`;
}

function pattern(word: string): string {
  return `%${escaped(word)}%`;
}

function column(field: string): RawBuilder<unknown> {
  return sql`${sql.ref(`r.${field}`)}`;
}
