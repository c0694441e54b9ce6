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
interface Asked {
  context: SignedIn;
  list: AnyList;
  source: Source;
}

/** A condition for each part of the search, all of which a row must meet. */
export async function searched(context: SignedIn, list: AnyList, source: Source, text: string): Promise<Condition[]> {
  const { pairs, words } = parseSearch(list, text);
  const asked = { context, list, source };
  const conditions: Condition[] = [];
  for (const { field, words } of pairs) conditions.push(...(await inField(asked, field, words)));
  for (const word of words) conditions.push(await anywhere(asked, word));
  return conditions;
}

/** Each word must be in the field. */
async function inField(asked: Asked, field: string, words: readonly string[]): Promise<Condition[]> {
  const { context, list, source } = asked;
  const kind = kindOf(fieldOf(list.declared, field));
  const isClosed = ['enum', 'boolean'].includes(kind);
  const values = valuesOf(list, field, context.visitor.language);
  // Who names the value itself means no other that is called alike: `language:en` is not French.
  const named = words.length === 1 ? values?.find(({ code }) => folded(code) === words[0]) : undefined;
  if (named && kind !== 'array') return [isOneOf(field, [named.code])];
  if (values && isClosed) {
    // Of few known values: how many rows have one is known, and an index finds them.
    const wanted = values.filter(({ code, label }) => words.every((word) => has(code, word) || has(label, word)));
    return [
      isOneOf(
        field,
        wanted.map(({ code }) => code),
      ),
    ];
  }
  const conditions: Condition[] = [];
  for (const word of words) {
    const meanings = await meant(asked, field, word);
    const isMore = source.named?.[field] || (isInstant(asked, field) && meanings.length > 0);
    conditions.push(
      anyOf(isMore ? meanings : [sql`${foldedColumn(source, field)} like ${pattern(word)}`, ...meanings]),
    );
  }
  // Implied by the others, and served by the index.
  const kept = source.words?.of.includes(field) ? words.map((word) => inKept(source.words, word)) : [];
  return [...kept, ...conditions];
}

/** The word must be in some column. */
async function anywhere(asked: Asked, word: string): Promise<Condition> {
  const { declared } = asked.list;
  const fields = Object.entries(declared.row.shape)
    .filter(([field, schema]) => field !== 'version' && kindOf(schema) !== 'id')
    .map(([field]) => field);
  const texts = fields.filter((field) => kindOf(fieldOf(declared, field)) !== 'boolean');
  // A day stands in most texts of a long list somehow; it is asked for as a day.
  if (asked.source.words && isDay(word) && declared.range) return anyOf(await meant(asked, declared.range.field, word));
  const conditions: Condition[] = [sql`${foldedTexts(asked.source, texts)} like ${pattern(word)}`];
  for (const field of fields) conditions.push(...(await meant(asked, field, word)));
  return anyOf(conditions);
}

/** What a word means in a field besides its text: a value that is called so, a number, a day, a name that stands elsewhere. */
async function meant(asked: Asked, field: string, word: string): Promise<Condition[]> {
  const { context, list, source } = asked;
  const kind = kindOf(fieldOf(list.declared, field));
  const named = source.named?.[field];
  if (named) {
    const ids = await named.ids(context, pattern(word));
    return ids.length ? [sql`${column(named.column)} = any(${ids}::uuid[])`] : [];
  }
  const values = valuesOf(list, field, context.visitor.language);
  if (values) {
    // What the text says anyway needs no condition of its own. Yes and no are short: they must be the whole word.
    const called = values.filter(({ code, label }) =>
      kind === 'boolean' ? folded(label) === word : has(label, word) && !has(code, word),
    );
    const codes = called.map(({ code }) => code);
    if (codes.length === 0) return [];
    return [kind === 'array' ? sql`${column(field)} && ${codes}::text[]` : isOneOf(field, codes)];
  }
  if (isInstant(asked, field) && isDay(word)) return day(asked, field, word);
  if (source.words && kind === 'number' && /^\d{1,9}$/.test(word)) {
    return [sql`${column(field)} = ${Number(word)}::integer`];
  }
  return [];
}

function day(asked: Asked, field: string, word: string): Promise<Condition[]> {
  return zoneOf(asked.context, asked.list).then((zone) => {
    const [from, to] = spanOf(word, zone);
    return [sql`${column(field)} between ${from} and ${to}`];
  });
}

function isInstant({ list }: Asked, field: string): boolean {
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

function inKept(words: Source['words'], word: string): Condition {
  return words ? sql`${column(words.column)} like ${pattern(word)}` : sql`true`;
}

function pattern(word: string): string {
  return `%${escaped(word)}%`;
}
