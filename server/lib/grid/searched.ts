// What the words of a search ask of a row: a text in it, or a value of it as its reader calls it.
import { type RawBuilder, sql } from 'kysely';
import { type AnyResource, fieldOf } from '#contract/lib/resource.ts';
import { kindOf, optionsOf } from '#contract/lib/wire.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { escaped, folded } from '#server/lib/search-words.ts';
import { languageKeys, say, textsOf } from '#server/lib/words.ts';
import { column } from './column.ts';
import { optionLabel } from './labels.ts';
import type { Source } from './matching.ts';
import { isDay, spanOf, zoneOf } from './period.ts';
import { parseSearch } from './search.ts';

type Condition = RawBuilder<unknown>;
interface Asked {
  context: SignedIn;
  resource: AnyResource;
  source: Source;
}

/** A condition for each part of the search, all of which a row must meet. */
export async function searched(
  context: SignedIn,
  resource: AnyResource,
  source: Source,
  text: string,
): Promise<Condition[]> {
  const { pairs, words } = parseSearch(resource, text);
  const asked = { context, resource, source };
  const conditions: Condition[] = [];
  for (const { field, words } of pairs) conditions.push(...(await inField(asked, field, words)));
  for (const word of words) conditions.push(await anywhere(asked, word));
  return conditions;
}

/** Each word must be in the field. */
async function inField(asked: Asked, field: string, words: readonly string[]): Promise<Condition[]> {
  const { resource, source } = asked;
  const kind = kindOf(fieldOf(resource.declared, field));
  const isClosed = ['enum', 'boolean'].includes(kind);
  const values = valuesOf(asked, field);
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
      anyOf(isMore ? meanings : [sql`folded(${column(field)}::text) like ${pattern(word)}`, ...meanings]),
    );
  }
  // Implied by the others, and served by the index.
  const kept = source.words?.of.includes(field) ? words.map((word) => inKept(source.words, word)) : [];
  return [...kept, ...conditions];
}

/** The word must be in some column. */
async function anywhere(asked: Asked, word: string): Promise<Condition> {
  const { declared } = asked.resource;
  const fields = Object.entries(declared.row.shape)
    .filter(([field, schema]) => field !== 'version' && kindOf(schema) !== 'id')
    .map(([field]) => field);
  const texts = fields.filter((field) => kindOf(fieldOf(declared, field)) !== 'boolean').map(column);
  const { words } = asked.source;
  // A day stands in most texts of a long list somehow; it is asked for as a day.
  if (words && isDay(word) && declared.range) return anyOf(await meant(asked, declared.range.field, word));
  const text = words ? inKept(words, word) : sql`folded(concat_ws(chr(10), ${sql.join(texts)})) like ${pattern(word)}`;
  const conditions = [text];
  for (const field of fields) conditions.push(...(await meant(asked, field, word)));
  return anyOf(conditions);
}

/** What a word means in a field besides its text: a value that is called so, a number, a day, a name that stands elsewhere. */
async function meant(asked: Asked, field: string, word: string): Promise<Condition[]> {
  const { context, resource, source } = asked;
  const kind = kindOf(fieldOf(resource.declared, field));
  const named = source.named?.[field];
  if (named) {
    const ids = await named.ids(context, pattern(word));
    return ids.length ? [sql`${column(named.column)} = any(${ids}::uuid[])`] : [];
  }
  const values = valuesOf(asked, field);
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

interface Value {
  code: string;
  label: string;
}

/** The values that have words in the reader's language; undefined for a field that has none such. */
function valuesOf({ context, resource }: Asked, field: string): Value[] | undefined {
  const { language } = context.visitor;
  const schema = fieldOf(resource.declared, field);
  const options = optionsOf(schema);
  if (options) return options.map((code) => ({ code, label: optionLabel(resource, field, code, language) ?? code }));
  switch (kindOf(schema)) {
    case 'boolean':
      return ['true', 'false'].map((code) => ({
        code,
        label: say(language, code === 'true' ? 'grid.yes' : 'grid.no'),
      }));
    case 'code':
    case 'array': {
      const areas = [`grid.option.${field}`, `list.${resource.name}.option.${field}`];
      return areas.flatMap((area) =>
        [...textsOf(language, area)].map(([key, label]) => ({ code: key.slice(area.length + 1), label })),
      );
    }
    case 'language': {
      const names = new Intl.DisplayNames(language, { type: 'language' });
      return languageKeys.map((code) => ({ code, label: names.of(code) ?? code }));
    }
    default:
      return undefined;
  }
}

function day(asked: Asked, field: string, word: string): Promise<Condition[]> {
  return zoneOf(asked.context, asked.resource).then((zone) => {
    const [from, to] = spanOf(word, zone);
    return [sql`${column(field)} between ${from} and ${to}`];
  });
}

function isInstant({ resource }: Asked, field: string): boolean {
  return kindOf(fieldOf(resource.declared, field)) === 'instant';
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
