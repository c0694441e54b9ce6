// The search for people who can be booked, by words and by the view of a map.

import type { Output, Parsed } from '#contract/lib/service.ts';
import type { home, SearchHit } from '#contract/site/home.ts';
import { searchTermsOf } from '#server/booking/directory/search-terms.ts';
import type { AskedTime } from '#server/booking/directory/word-lists.ts';
import type { Context } from '#server/lib/context.ts';
import { defaultPlace } from '#server/places/default-place.ts';
import type { FoundWord } from './expand-words.ts';
import { viewOf } from './map-view.ts';
import { type Asker, freeAt, keyOf, nextFreeOf } from './next-free.ts';
import {
  type Condition,
  type FoundPerson,
  findCards,
  findInView,
  findPersonsAtPlaces,
  findPins,
  type OfferedService,
} from './store.ts';
import { type UnderstoodSearch, understandSearch } from './understand-search.ts';

type Hits = Output<typeof home.search>;

/** Maximum number of people on a map. */
const maxOnMap = 200;
/** Maximum number of matches whose free times are read, when a search asks for a time. */
const maxAsked = 200;

/** The people and their free times; others are read for them. */
interface Answer {
  totalRows: number;
  people: FoundPerson[];
  free?: Map<string, string[]>;
}

/**
 * A page of the people who match every word that finds something, each once; without words all people, nearest to the
 * start of the map first.
 */
export async function searchByWords(context: Context, input: Parsed<typeof home.search>): Promise<Hits> {
  const understood = await understandSearch(context, input.str);
  const condition = await conditionOf(context, understood);
  const page = { limit: input.rowsPerPage, offset: (input.pageNr - 1) * input.rowsPerPage };
  return answer(context, understood, await cardsFor(context, understood, condition, page));
}

/**
 * The people within the map's view, nearest to its middle first, each at each place; with a text those whom
 * `searchByWords` finds.
 */
export async function searchByGeoLocation(
  context: Context,
  input: Parsed<typeof home.searchByGeoLocation>,
): Promise<Hits> {
  const view = viewOf(input);
  if (input.str === '') {
    const everyone = { words: [], time: undefined, near: undefined, unmatched: [], isNobody: false };
    return answer(context, everyone, await findInView(context.db, input, view, maxOnMap));
  }
  const understood = await understandSearch(context, input.str);
  if (understood.isNobody) return answer(context, understood, { totalRows: 0, people: [] });
  const condition = { words: understood.words, near: understood.near, middle: input };
  if (!understood.time) return answer(context, understood, await findPins(context.db, condition, view, maxOnMap));
  const { people, free } = await peopleFreeAt(context, understood.words, condition, understood.time);
  const shown = people.filter(({ hit: { location } }) => isShown(location.geoLocation, view));
  return answer(context, understood, { totalRows: shown.length, people: shown.slice(0, maxOnMap), free });
}

async function conditionOf(context: Context, { words, near }: UnderstoodSearch): Promise<Condition> {
  const isByDistance = words.length === 0 && !near;
  return { words, near, middle: isByDistance ? await defaultPlace(context) : context.config.map };
}

async function cardsFor(
  context: Context,
  { words, time, isNobody }: UnderstoodSearch,
  condition: Condition,
  page: { limit: number; offset: number },
): Promise<Answer> {
  if (isNobody) return { totalRows: 0, people: [] };
  if (!time) return findCards(context.db, condition, page);
  const { people, free } = await peopleFreeAt(context, words, condition, time);
  const cards = asCards(people);
  return { totalRows: cards.length, people: cards.slice(page.offset, page.offset + page.limit), free };
}

/** Of the best matches, those at places where they are free at that time, in the order of cards. */
async function peopleFreeAt(context: Context, words: readonly FoundWord[], condition: Condition, time: AskedTime) {
  const { people } = await findPersonsAtPlaces(context.db, condition, maxAsked);
  const free = await freeAt(
    context,
    people.map((person) => askerFor(person, words)),
    time,
  );
  return { people: people.filter((person) => free.has(keyOf(person))), free };
}

/** Each person once, at the first of their places; the others are named. */
function asCards(people: readonly FoundPerson[]): FoundPerson[] {
  const byPerson = Map.groupBy(people, ({ companyId, userId }) => `${companyId}/${userId}`);
  return [...byPerson.values()].flatMap(([first, ...others]) => {
    const otherLocations = others.map(({ hit }) => hit.location);
    return first ? [{ ...first, hit: { ...first.hit, otherLocations } }] : [];
  });
}

function isShown(place: { latitude: number; longitude: number } | null, view: ReturnType<typeof viewOf>): boolean {
  if (!place || place.latitude < view.south || place.latitude > view.north) return false;
  return view.longitudes.some(([west, east]) => place.longitude >= west && place.longitude <= east);
}

async function answer(context: Context, understood: UnderstoodSearch, found: Answer): Promise<Hits> {
  const { words, time, near, unmatched } = understood;
  const free =
    found.free ??
    (await nextFreeOf(
      context,
      found.people.map((person) => askerFor(person, words)),
    ));
  const data = found.people.map((person): SearchHit => {
    const times = free.get(keyOf(person)) ?? [];
    const service = serviceFor(person, words);
    return {
      ...person.hit,
      priceFrom: person.services.length > 0 ? Math.min(...person.services.map(({ price }) => price)) : null,
      service: service ? { id: service.id, name: service.name } : null,
      nextFree: times[0] ?? null,
      nextFreeTimes: times,
    };
  });
  return {
    totalRows: found.totalRows,
    data,
    time: time ?? null,
    near: near?.name ?? null,
    unmatched,
    corrected: words.flatMap(({ typed, correctedTo }) => (correctedTo.length > 0 ? { typed, words: correctedTo } : [])),
  };
}

function askerFor(person: FoundPerson, words: readonly FoundWord[]): Asker {
  return { ...person, serviceId: serviceFor(person, words)?.id ?? null };
}

/** The service whose name has most of the words; of these the shortest. */
function serviceFor({ services }: FoundPerson, words: readonly FoundWord[]): OfferedService | undefined {
  let best: { service: OfferedService; count: number } | undefined;
  for (const service of services) {
    const terms = searchTermsOf(service.name);
    const count = words.filter(({ phrases }) => phrases.some((phrase) => isIn(phrase, terms))).length;
    if (!best || count > best.count) best = { service, count };
  }
  return best?.service;
}

function isIn({ terms: phrase, isBeginning }: FoundWord['phrases'][number], terms: readonly string[]): boolean {
  const matches = (term: string | undefined, at: number) =>
    isBeginning && at === phrase.length - 1 ? term?.startsWith(phrase[at] ?? '') : term === phrase[at];
  return terms.some((_, start) => phrase.every((_word, at) => matches(terms[start + at], at)));
}
