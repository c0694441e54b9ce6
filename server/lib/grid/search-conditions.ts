// Translates the words of a search into SQL conditions: a text in the row, or one of its values as displayed.
import { type RawBuilder, sql } from 'kysely';
import { isDay } from '#contract/lib/fields.ts';
import { folded } from '#contract/lib/folded.ts';
import { type AnyList, fieldOf } from '#contract/lib/resource.ts';
import { kindOf } from '#contract/lib/wire.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { escaped } from '#server/lib/sql/search-words.ts';
import { column, foldedColumn, foldedTexts } from './column.ts';
import { emptyLabel, labelledValues } from './labels.ts';
import { listZone, spanOf } from './period.ts';
import { parseSearch } from './search.ts';
import { digitsOf, isShownNumber, showsWord } from './shown-numbers.ts';
import type { RowSource } from './source.ts';
import { findDates, spansOf, spokenWeekday, type WallSpan } from './spoken-days.ts';

type Condition = RawBuilder<unknown>;
interface SearchScope {
  context: SignedIn;
  list: AnyList;
  source: RowSource;
  /** The zone in which days count. */
  zone: string;
  today: Temporal.PlainDate;
}

/** Returns one condition per part of the search; a row must meet all of them. */
export async function searchConditions(
  context: SignedIn,
  list: AnyList,
  source: RowSource,
  text: string,
  timeZone?: string,
): Promise<Condition[]> {
  if (!text.trim()) return [];
  const { pairs, words } = parseSearch(list, text);
  const zone = timeZone ?? (await listZone(context, list));
  const today = context.clock.now().toZonedDateTimeISO(zone).toPlainDate();
  const scope = { context, list, source, zone, today };
  const conditions: Condition[] = [];
  for (const { field, words } of pairs) conditions.push(...(await fieldConditions(scope, field, words)));
  if (list.declared.wordFields) {
    return [...conditions, ...words.map((word) => inSearchColumn(source.searchColumn, word))];
  }
  const { dates, others } = findDates(words, context.visitor.language, today);
  for (const { words, spans } of dates) conditions.push(await anyDate(scope, words, spans));
  for (const word of others) conditions.push(await anyField(scope, word));
  return conditions;
}

/** Requires each word in the field. */
async function fieldConditions(scope: SearchScope, field: string, words: readonly string[]): Promise<Condition[]> {
  const { context, list, source } = scope;
  const kind = kindOf(fieldOf(list.declared, field));
  const isClosed = ['enum', 'boolean'].includes(kind);
  const values = labelledValues(list, field, context.visitor.language);
  // An exact code excludes other values with similar labels: `language:en` does not match French.
  const exact = words.length === 1 ? values?.find(({ code }) => folded(code) === words[0]) : undefined;
  if (exact && kind !== 'array') return [isOneOf(field, [exact.code])];
  if (values && isClosed) {
    // With a closed set of values, the planner knows their frequencies and can use an index.
    const matching = values.filter(({ code, label }) => words.every((word) => has(code, word) || has(label, word)));
    return [
      isOneOf(
        field,
        matching.map(({ code }) => code),
      ),
    ];
  }
  const isDate = ['instant', 'date', 'birthday'].includes(kind);
  const spans = isDate ? spansOf(words, context.visitor.language, scope.today) : undefined;
  if (spans) return [anyOf(spans.map((span) => within(scope, field, span)))];
  const conditions: Condition[] = [];
  for (const word of words) {
    const meanings = [...(await meaningsOf(scope, field, word)), ...shownAs(scope, field, word)];
    const isMore = source.lookups?.[field] !== undefined;
    conditions.push(anyOf(isMore ? meanings : [sql`${textOf(scope, field)} like ${pattern(word)}`, ...meanings]));
  }
  // Implied by the other conditions, but served by the index.
  const stored = source.searchColumn?.of.includes(field)
    ? words.map((word) => inSearchColumn(source.searchColumn, word))
    : [];
  return [...stored, ...conditions];
}

/** Requires that a date lies in one of the spans, or that a text contains all of its words. */
async function anyDate(scope: SearchScope, words: readonly string[], spans: readonly WallSpan[]): Promise<Condition> {
  const texts: Condition[] = [];
  for (const word of words) texts.push(await anyField(scope, word));
  const { declared } = scope.list;
  const dates = Object.keys(declared.row.shape).filter((field) => isDated(scope, field));
  // A long list has an index on the time by which it is limited.
  const fields = scope.source.searchColumn && declared.range ? [declared.range.field] : dates;
  const inSpans = fields.flatMap((field) => spans.map((span) => within(scope, field, span)));
  return anyOf([sql`(${sql.join(texts, sql` and `)})`, ...inSpans]);
}

/** Compares plain bounds, which an index serves. */
function within({ list, zone }: SearchScope, field: string, [from, to]: WallSpan): Condition {
  const at = column(field);
  if (kindOf(fieldOf(list.declared, field)) === 'date') {
    return sql`(${at} >= ${from.toPlainDate().toString()}::date and ${at} < ${to.toPlainDate().toString()}::date)`;
  }
  // Texts, of which those without a year are on no day.
  if (kindOf(fieldOf(list.declared, field)) === 'birthday') {
    return sql`(${at} >= ${from.toPlainDate().toString()} and ${at} < ${to.toPlainDate().toString()})`;
  }
  const [first, end] = [from, to].map((wall) => wall.toZonedDateTime(zone).toInstant());
  return sql`(${at} >= ${first} and ${at} < ${end})`;
}

/** The folded text of a field; an instant's is its wall time. */
function textOf(scope: SearchScope, field: string): Condition {
  if (!isInstant(scope, field)) return foldedColumn(scope.source, field);
  return sql`to_char(wall_time(${column(field)}, ${scope.zone}), 'YYYY-MM-DD HH24:MI:SS')`;
}

/** Requires the word in some column. */
async function anyField(scope: SearchScope, word: string): Promise<Condition> {
  const { declared } = scope.list;
  const fields = Object.entries(declared.row.shape)
    .filter(([field, schema]) => field !== 'version' && kindOf(schema) !== 'id')
    .map(([field]) => field);
  const texts = fields.filter((field) => kindOf(fieldOf(declared, field)) !== 'boolean');
  // In a long list most texts contain a date somewhere: search for the day itself instead.
  if (scope.source.searchColumn && isDay(word) && declared.range)
    return anyOf(await meaningsOf(scope, declared.range.field, word));
  const conditions: Condition[] = [sql`${foldedTexts(scope.source, texts)} like ${pattern(word)}`];
  for (const field of fields) {
    conditions.push(...(await meaningsOf(scope, field, word)));
    // A long list has no index on its numbers.
    if (!scope.source.searchColumn) conditions.push(...shownAs(scope, field, word));
  }
  return anyOf(conditions);
}

/**
 * Matches what a cell shows in other words than its value: a number with its unit, a weekday, the words for no value.
 */
function shownAs({ context, list, zone }: SearchScope, field: string, word: string): Condition[] {
  const { language } = context.visitor;
  const schema = fieldOf(list.declared, field);
  const kind = kindOf(schema);
  const at = column(field);
  const none = emptyLabel(schema, language);
  const conditions = none && has(none, word) ? [sql`coalesce(${at}::text, '') in ('', '0')`] : [];
  if (isShownNumber(kind)) {
    const shown = showsWord(at, kind, word, language);
    const figures = kind === 'number' || kind === 'money' ? digitsOf(word, language) : undefined;
    if (figures) conditions.push(sql`${at}::text like ${pattern(figures)}`);
    if (shown) conditions.push(shown);
  }
  const weekday = kind === 'instant' || kind === 'date' ? spokenWeekday(word, language) : undefined;
  if (weekday !== undefined) {
    const wall = kind === 'instant' ? sql`wall_time(${at}, ${zone})` : at;
    conditions.push(sql`extract(isodow from ${wall}) = ${weekday}::integer`);
  }
  return conditions;
}

/** Matches beside the field's text: a value with this label, a number, a day, a name in another table. */
async function meaningsOf(scope: SearchScope, field: string, word: string): Promise<Condition[]> {
  const { context, list, source } = scope;
  const kind = kindOf(fieldOf(list.declared, field));
  const lookup = source.lookups?.[field];
  if (lookup) {
    const ids = await lookup.ids(context, pattern(word));
    return ids.length ? [sql`${column(lookup.column)} = any(${ids}::uuid[])`] : [];
  }
  const values = labelledValues(list, field, context.visitor.language);
  if (values) {
    // Where the text contains the code, its condition covers values whose code contains the word. Yes and no are short:
    // require the whole word.
    const isInText = source.searchColumn?.of.includes(field) ?? true;
    const matching = values.filter(({ code, label }) => {
      if (kind === 'boolean') return folded(label) === word;
      return has(code, word) ? !isInText : has(label, word);
    });
    const codes = matching.map(({ code }) => code);
    if (codes.length === 0) return [];
    return [kind === 'array' ? sql`${column(field)} && ${codes}::text[]` : isOneOf(field, codes)];
  }
  if (isInstant(scope, field) && isDay(word)) return [day(scope, field, word)];
  if (source.searchColumn && kind === 'number' && /^\d{1,9}$/.test(word)) {
    return [sql`${column(field)} = ${Number(word)}::integer`];
  }
  return [];
}

function day({ zone }: SearchScope, field: string, word: string): Condition {
  const [from, to] = spanOf(word, zone);
  return sql`${column(field)} between ${from} and ${to}`;
}

function isDated({ list }: SearchScope, field: string): boolean {
  return ['instant', 'date', 'birthday'].includes(kindOf(fieldOf(list.declared, field)));
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

function inSearchColumn(searchColumn: RowSource['searchColumn'], word: string): Condition {
  return searchColumn ? sql`${column(searchColumn.column)} like ${pattern(word)}` : sql`true`;
}

function pattern(word: string): string {
  return `%${escaped(word)}%`;
}
