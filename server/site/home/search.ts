// The search for people who can be booked, by words and by the view of a map.

import type { Output, Parsed } from '#contract/lib/service.ts';
import type { home, SearchHit } from '#contract/site/home.ts';
import type { Context } from '#server/lib/context.ts';
import { searchWords } from '#server/lib/sql/search-words.ts';
import { defaultPlace } from '#server/places/default-place.ts';
import { viewOf } from './map-view.ts';
import { keyOf, nextFreeOf } from './next-free.ts';
import { type FoundPerson, findInView, findPeopleByWords } from './store.ts';

type Hits = Output<typeof home.search>;

/** Maximum number of people on a map. */
const maxOnMap = 200;

/** A page of the people who match every word; without words all people, nearest to the start of the map first. */
export async function searchByWords(context: Context, input: Parsed<typeof home.search>): Promise<Hits> {
  const offset = (input.pageNr - 1) * input.rowsPerPage;
  const page = { limit: input.rowsPerPage, offset };
  const words = searchWords(input.str);
  const middle = words.length > 0 ? context.config.map : await defaultPlace(context);
  return answer(context, await findPeopleByWords(context.db, words, middle, page), words);
}

/** The people within the map's view, nearest to its middle first. */
export async function searchByGeoLocation(
  context: Context,
  input: Parsed<typeof home.searchByGeoLocation>,
): Promise<Hits> {
  return answer(context, await findInView(context.db, input, viewOf(input), maxOnMap), []);
}

async function answer(
  context: Context,
  { totalRows, people }: { totalRows: number; people: FoundPerson[] },
  words: readonly string[],
): Promise<Hits> {
  const free = await nextFreeOf(context, people, words);
  const data = people.map(({ hit, ...person }): SearchHit => ({ ...hit, nextFree: free.get(keyOf(person)) ?? null }));
  return { totalRows, data };
}
