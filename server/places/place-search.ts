// Parses a typed text and searches the gazetteer: which part is the city, and which places have that name.
import { foldName } from './fold.ts';
import type { PlaceColumns } from './place-data.ts';
import { distanceTo } from './place-grid.ts';

/** One reading of a text. `city` is folded; `whole` matches the full name only, where a prefix would match too much. */
export type PlaceQuery = { city: string; within: Area[]; street?: string; zipCode?: string; whole: boolean };

/** A country, or a state of one, that the place must lie in. */
type Area = { country: string; state?: string };

const MAX_TEXT_LENGTH = 200;
const MAX_WORDS = 12;
const AREA_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pl', 'lv', 'lt', 'et', 'ru'];
const TAB = 9;
const SPACE = 32;
const BAR = 124;
/** Added to the logarithm of the population for a match on the main name, on another spelling. */
const SCORES = { full: [2.5, 2], beginning: [1, -0.7], word: [-0.3, -1.5] } as const;

/** The readings of a text, the likeliest first; the first one with results wins. */
export function* readQuery(text: string, states: Record<string, string>): Generator<PlaceQuery> {
  const areas = areasByName(states);
  const parts = text
    .slice(0, MAX_TEXT_LENGTH)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => foldName(part) !== '');
  // "street, city", "city, country", "street, zip city, state, country": takes as many areas from the end as there are.
  let last = parts.length;
  while (last > 1 && areas.has(foldName(withoutZip(parts[last - 1] ?? '').rest || 'zip'))) last--;
  for (let cityAt = last; cityAt <= parts.length; cityAt++) {
    const within = parts.slice(cityAt).map((part) => areas.get(foldName(withoutZip(part).rest)) ?? []);
    const { rest, zipCode } = withoutZip(parts[cityAt - 1] ?? '');
    const street = parts.slice(0, cityAt - 1).join(', ');
    for (const choice of choices(within)) yield { city: foldName(rest), within: choice, street, zipCode, whole: false };
  }
  for (const area of areas.get(foldName(text)) ?? []) yield { city: '', within: [area], whole: true };
  yield* readWords(text, areas);
}

/** "10 downing street london", "riga latvia": whole words are dropped from either end. */
function* readWords(text: string, areas: Map<string, Area[]>): Generator<PlaceQuery> {
  const words = text
    .slice(0, MAX_TEXT_LENGTH)
    .split(/[\s,]+/)
    .filter((word) => foldName(word) !== '')
    .slice(0, MAX_WORDS);
  for (const tail of [1, 2, 3]) {
    const area = tail < words.length ? areas.get(foldName(words.slice(-tail).join(' '))) : undefined;
    for (const within of area ?? [])
      yield { city: foldName(words.slice(0, -tail).join(' ')), within: [within], whole: true };
  }
  for (let first = 1; first < words.length; first++) {
    const city = foldName(words.slice(first).join(' '));
    yield { city, within: [], street: words.slice(0, first).join(' '), whole: city.length < 4 };
  }
  for (let end = words.length - 1; end > 0; end--) {
    const rest = words.slice(end).join(' ');
    const city = foldName(words.slice(0, end).join(' '));
    yield { city, within: [], street: /\d/.test(rest) ? rest : undefined, whole: true };
  }
}

/**
 * Rows whose names match, best first. The data is sorted by population, so the first matches are the most populous
 * ones, and the search of a common beginning ends early. Without a city: the most populous places within the area.
 */
export function findByName(
  places: PlaceColumns,
  query: PlaceQuery,
  limit: number,
  near?: { latitude: number; longitude: number },
): number[] {
  const { city, within } = query;
  if (city === '') return largestWithin(places, within, limit);
  const enough = within.length > 0 || near ? 2000 : Math.max(limit * 6, 60);
  const scores = new Map<number, number>();
  let found = 0;
  // Full names come first where only they count, and also where so many names share the beginning that the scan stops
  // early.
  const collect = (needle: Buffer, isAsked: (before: number, after: number) => boolean) => {
    found = 0;
    for (let at = places.names.indexOf(needle); at >= 0 && found < enough; at = places.names.indexOf(needle, at + 1)) {
      const start = needle[0] === BAR ? at + 1 : at;
      const before = places.names[start - 1] ?? 0;
      const after = places.names[at + needle.length - (needle.at(-1) === BAR ? 1 : 0)] ?? 0;
      if (!isAsked(before, after)) continue;
      const row = rowAt(places.nameStarts, at);
      if (!within.every((area) => isWithin(places, row, area))) continue;
      const lineStart = places.nameStarts[row] ?? 0;
      const isMain = places.names.indexOf(BAR, lineStart + 1) >= start;
      const score = SCORES[before === SPACE ? 'word' : after === BAR ? 'full' : 'beginning'][isMain ? 0 : 1];
      const known = scores.get(row);
      if (known === undefined || known < score) scores.set(row, score);
      found++;
    }
  };
  const isBeginning = (before: number) => before === BAR || (before === SPACE && city.length > 2);
  if (!query.whole) collect(Buffer.from(city), isBeginning);
  if (query.whole || found === enough) collect(Buffer.from(`|${city}|`), () => true);
  const rank = (row: number, score: number) => {
    const nearness = near ? Math.max(0, 1.5 - distanceTo(places, row, near) / 200) : 0;
    return score + nearness + Math.log10(1 + (places.populations[row] ?? 0)) - (places.parts[row] ?? 0);
  };
  return [...scores]
    .map(([row, score]) => ({ row, rank: rank(row, score) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, limit)
    .map(({ row }) => row);
}

function largestWithin(places: PlaceColumns, within: Area[], limit: number): number[] {
  const rows: number[] = [];
  if (within.length === 0) return rows;
  for (let row = 0; row < places.count && rows.length < limit; row++)
    if (within.every((area) => isWithin(places, row, area))) rows.push(row);
  return rows;
}

/** The line that contains a byte of a text, by binary search. */
function rowAt(starts: Uint32Array, at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}

function isWithin(places: PlaceColumns, row: number, area: Area): boolean {
  const tab = places.labels.indexOf(TAB, places.labelStarts[row]);
  const code = places.labels.toString('latin1', tab + 1, (places.labelStarts[row + 1] ?? 1) - 1);
  return area.state ? code === `${area.country}\t${area.state}` : code.startsWith(area.country);
}

/** Every choice of one area from each list: "Georgia" is a country and a state. */
function choices(lists: Area[][]): Area[][] {
  return lists.reduce<Area[][]>((picks, list) => list.flatMap((area) => picks.map((pick) => [...pick, area])), [[]]);
}

/** Postal codes such as "LV-1010", "10115" or "SW1A 2AA" beside a city's name. */
function withoutZip(part: string): { rest: string; zipCode?: string } {
  const zip = part.match(/\b(?:[A-Z]{1,3}[- ])?\d{3,6}(?:[- ]\d{2,4})?\b|\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/i)?.[0];
  return zip ? { rest: part.replace(zip, '').trim(), zipCode: zip } : { rest: part };
}

let areasCache: Map<string, Area[]> | undefined;

/** Countries by code and by their names in the product's languages, states by name and, in the Americas, by code. */
function areasByName(states: Record<string, string>): Map<string, Area[]> {
  if (areasCache) return areasCache;
  const areas = new Map<string, Area[]>();
  const add = (name: string, area: Area) => {
    const folded = foldName(name);
    const known = areas.get(folded) ?? [];
    if (!known.some((one) => one.country === area.country && one.state === area.state))
      areas.set(folded, [...known, area]);
  };
  const countries = new Set(Object.keys(states).map((code) => code.slice(0, 2)));
  for (const language of AREA_LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    for (const country of countries) add(names.of(country) ?? country, { country });
  }
  for (const [name, country] of [
    ['usa', 'US'],
    ['uk', 'GB'],
    ['england', 'GB'],
  ] as const)
    add(name, { country });
  for (const [code, name] of Object.entries(states)) {
    const [country = '', state = ''] = code.split('.');
    add(name, { country, state });
    if (country === 'US' && /^[A-Z]{2}$/.test(state)) add(state, { country, state });
  }
  for (const country of countries) add(country, { country });
  areasCache = areas;
  return areas;
}
