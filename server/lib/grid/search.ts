// Parses the search of lists: `field:value, field:value`, or plain words over all columns.
import { continuesDate } from '#contract/lib/date-format.ts';
import { type AnyList, fieldOf } from '#contract/lib/resource.ts';
import { kindOf, wireName } from '#contract/lib/wire.ts';
import { searchWords } from '#server/lib/sql/search-words.ts';
import { continuesNumber, isShownNumber } from './shown-numbers.ts';

export interface Search {
  /** Each value must match its field. */
  pairs: { field: string; words: string[] }[];
  /** Each word must match some column. */
  words: string[];
}

/**
 * Parses a search. Names are wire names or aliases, case-insensitive; parts that are not pairs are plain text. A date
 * and a number may contain commas.
 */
export function parseSearch(list: AnyList, text: string): Search {
  const fields = searchableFields(list);
  const search: Search = { pairs: [], words: [] };
  const plain: string[] = [];
  let date: { words: string[] } | undefined;
  for (const part of joinNumbers(text.split(','), (start) => isNumeric(list, fields, start))) {
    if (date && continuesDate.test(part)) {
      date.words = searchWords(`${date.words.join(' ')} ${part}`);
      continue;
    }
    date = undefined;
    const { field, value } = pairOf(fields, part);
    if (!field) plain.push(part);
    else if (value.trim()) {
      const pair = { field, words: searchWords(value) };
      search.pairs.push(pair);
      if (kindOf(fieldOf(list.declared, field)) === 'instant') date = pair;
    }
  }
  search.words = searchWords(plain.join(' '));
  return search;
}

function pairOf(fields: ReadonlyMap<string, string>, part: string): { field: string | undefined; value: string } {
  const [, name = '', value = ''] = /^\s*([\w.]+)\s*:(.*)$/s.exec(part) ?? [];
  return { field: fields.get(name.toLowerCase()), value };
}

/** Whether a part is the value of a field that is shown as a number, or plain text. */
function isNumeric(list: AnyList, fields: ReadonlyMap<string, string>, part: string): boolean {
  const { field } = pairOf(fields, part);
  return field === undefined || isShownNumber(kindOf(fieldOf(list.declared, field)));
}

/** Joins parts that a comma within a number divided. */
function joinNumbers(parts: readonly string[], mayContinue: (start: string) => boolean): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before !== undefined && /\d$/.test(before) && continuesNumber.test(part) && mayContinue(before)) {
      joined[joined.length - 1] = `${before},${part}`;
    } else joined.push(part);
  }
  return joined;
}

/** The searchable fields by the lower-case name that can precede the colon. */
export function searchableFields({ declared }: AnyList): Map<string, string> {
  const names = Object.entries(declared.row.shape)
    .filter(([field]) => field !== 'id' && field !== 'version')
    .map(([field, schema]): [string, string] => [wireName(field, schema).toLowerCase(), field]);
  return new Map([...names, ...Object.entries(declared.search ?? {})]);
}
