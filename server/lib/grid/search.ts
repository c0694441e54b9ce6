// Parses the search of lists: `field:value, field:value`, or plain words over all columns.
import type { AnyList } from '#contract/lib/resource.ts';
import { wireName } from '#contract/lib/wire.ts';
import { searchWords } from '#server/lib/sql/search-words.ts';

export interface Search {
  /** Each value must match its field. */
  pairs: { field: string; words: string[] }[];
  /** Each word must match some column. */
  words: string[];
}

/** Parses a search. Names are wire names or aliases, case-insensitive; parts that are not pairs are plain text. */
export function parseSearch(list: AnyList, text: string): Search {
  const fields = searchableFields(list);
  const search: Search = { pairs: [], words: [] };
  const plain: string[] = [];
  for (const part of text.split(',')) {
    const [, name = '', value = ''] = /^\s*([\w.]+)\s*:(.*)$/s.exec(part) ?? [];
    const field = fields.get(name.toLowerCase());
    if (!field) plain.push(part);
    else if (value.trim()) search.pairs.push({ field, words: searchWords(value) });
  }
  search.words = searchWords(plain.join(' '));
  return search;
}

/** The searchable fields by the lower-case name that can precede the colon. */
export function searchableFields({ declared }: AnyList): Map<string, string> {
  const names = Object.entries(declared.row.shape)
    .filter(([field]) => field !== 'id' && field !== 'version')
    .map(([field, schema]): [string, string] => [wireName(field, schema).toLowerCase(), field]);
  return new Map([...names, ...Object.entries(declared.search ?? {})]);
}
