// What the words of a search ask of a row: a text in it, or a value of it as its reader calls it.
import { type RawBuilder, sql } from 'kysely';
import { type AnyList, fieldOf } from '#contract/lib/resource.ts';
import { kindOf } from '#contract/lib/wire.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { escaped, folded } from '#server/lib/sql/search-words.ts';
import { column, foldedColumn, foldedTexts } from './column.ts';
import { valuesOf } from './labels.ts';
import { isDay, spanOf, zoneOf } from './period.ts';
import { parseSearch } from './search.ts';
import type { Source } from './source.ts';

type Condition = RawBuilder<unknown>;
interface SearchScope {
  context: SignedIn;
  list: AnyList;
  source: Source;
}

/** A condition for each part of the search, all of which a row must meet. */
export async function searchConditions(
  context: SignedIn,
  list: AnyList,
  source: Source,
  text: string,
): Promise<Condition[]> {
  const { pairs, words } = parseSearch(list, text);
  const scope = { context, list, source };
  const conditions: Condition[] = [];
  for (const { field, words } of pairs) conditions.push(...(await fieldConditions(scope, field, words)));
  for (const word of words) conditions.push(await anyField(scope, word));
  return conditions;
}

/** Each word must be in the field. */
async function fieldConditions(scope: SearchScope, field: string, words: readonly string[]): Promise<Condition[]> {
  const { context, list, source } = scope;
  const kind = kindOf(fieldOf(list.declared, field));
  const isClosed = ['enum', 'boolean'].includes(kind);
  const values = valuesOf(list, field, context.visitor.language);
  // Who names the value itself means no other that is called alike: `language:en` is not French.
  const exact = words.length === 1 ? values?.find(({ code }) => folded(code) === words[0]) : undefined;
  if (exact && kind !== 'array') return [isOneOf(field, [exact.code])];
  if (values && isClosed) {
    // Of few known values: how many rows have one is known, and an index finds them.
    const matching = values.filter(({ code, label }) => words.every((word) => has(code, word) || has(label, word)));
    return [
      isOneOf(
        field,
        matching.map(({ code }) => code),
      ),
    ];
  }
  const conditions: Condition[] = [];
  for (const word of words) {
    const meanings = await meaningsOf(scope, field, word);
    const isMore = source.lookups?.[field] || (isInstant(scope, field) && meanings.length > 0);
    conditions.push(
      anyOf(isMore ? meanings : [sql`${foldedColumn(source, field)} like ${pattern(word)}`, ...meanings]),
    );
  }
  // Implied by the others, and served by the index.
  const stored = source.searchColumn?.of.includes(field)
    ? words.map((word) => inSearchColumn(source.searchColumn, word))
    : [];
  return [...stored, ...conditions];
}

/** The word must be in some column. */
async function anyField(scope: SearchScope, word: string): Promise<Condition> {
  const { declared } = scope.list;
  const fields = Object.entries(declared.row.shape)
    .filter(([field, schema]) => field !== 'version' && kindOf(schema) !== 'id')
    .map(([field]) => field);
  const texts = fields.filter((field) => kindOf(fieldOf(declared, field)) !== 'boolean');
  // A day stands in most texts of a long list somehow; it is asked for as a day.
  if (scope.source.searchColumn && isDay(word) && declared.range)
    return anyOf(await meaningsOf(scope, declared.range.field, word));
  const conditions: Condition[] = [sql`${foldedTexts(scope.source, texts)} like ${pattern(word)}`];
  for (const field of fields) conditions.push(...(await meaningsOf(scope, field, word)));
  return anyOf(conditions);
}

/** What a word means in a field besides its text: a value that is called so, a number, a day, a name that stands elsewhere. */
async function meaningsOf(scope: SearchScope, field: string, word: string): Promise<Condition[]> {
  const { context, list, source } = scope;
  const kind = kindOf(fieldOf(list.declared, field));
  const lookup = source.lookups?.[field];
  if (lookup) {
    const ids = await lookup.ids(context, pattern(word));
    return ids.length ? [sql`${column(lookup.column)} = any(${ids}::uuid[])`] : [];
  }
  const values = valuesOf(list, field, context.visitor.language);
  if (values) {
    // What the text says anyway needs no condition of its own. Yes and no are short: they must be the whole word.
    const matching = values.filter(({ code, label }) =>
      kind === 'boolean' ? folded(label) === word : has(label, word) && !has(code, word),
    );
    const codes = matching.map(({ code }) => code);
    if (codes.length === 0) return [];
    return [kind === 'array' ? sql`${column(field)} && ${codes}::text[]` : isOneOf(field, codes)];
  }
  if (isInstant(scope, field) && isDay(word)) return day(scope, field, word);
  if (source.searchColumn && kind === 'number' && /^\d{1,9}$/.test(word)) {
    return [sql`${column(field)} = ${Number(word)}::integer`];
  }
  return [];
}

function day(scope: SearchScope, field: string, word: string): Promise<Condition[]> {
  return zoneOf(scope.context, scope.list).then((zone) => {
    const [from, to] = spanOf(word, zone);
    return [sql`${column(field)} between ${from} and ${to}`];
  });
}

function isInstant({ list }: SearchScope, field: string): boolean {
  return kindOf(fieldOf(list.declared, field)) === 'instant';
}

function has(text: string, word: string): boolean {
  return folded(text).includes(word);
}

function isOneOf(field: string, codes: readonly string[]): Condition {
  return codes.length ? sql`${column(field)} in (${sql.join(codes)})` : sql`false`;
}

function anyOf(conditions: readonly Condition[]): Condition {
  return conditions.length ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`;
}

function inSearchColumn(searchColumn: Source['searchColumn'], word: string): Condition {
  return searchColumn ? sql`${column(searchColumn.column)} like ${pattern(word)}` : sql`true`;
}

function pattern(word: string): string {
  return `%${escaped(word)}%`;
}
