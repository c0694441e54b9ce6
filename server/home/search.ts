// The search for people who can be booked, by words and by what a map shows.
import type { home, SearchHit } from '#contract/home.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import type { Context } from '#server/lib/context.ts';
import { searchWords } from '#server/lib/search-words.ts';
import { viewOf } from './map-view.ts';
import { keyOf, nextFreeOf } from './next-free.ts';
import { type Found, findByWords, findInView } from './store.ts';

type Hits = Output<typeof home.search>;

/** At most so many people are shown on a map. */
const mostOnMap = 200;

/** A page of the people who match every word; all of them without words. */
export async function searchByWords(context: Context, input: Parsed<typeof home.search>): Promise<Hits> {
  const offset = (input.pageNr - 1) * input.rowsPerPage;
  return answer(context, await findByWords(context.db, searchWords(input.str), { limit: input.rowsPerPage, offset }));
}

/** The people within the map's view, nearest to its middle first. */
export async function searchByGeoLocation(
  context: Context,
  input: Parsed<typeof home.searchByGeoLocation>,
): Promise<Hits> {
  return answer(context, await findInView(context.db, input, viewOf(input), mostOnMap));
}

async function answer(context: Context, { totalRows, people }: { totalRows: number; people: Found[] }): Promise<Hits> {
  const free = await nextFreeOf(context, people);
  const data = people.map(({ hit, ...whose }): SearchHit => ({ ...hit, nextFree: free.get(keyOf(whose)) ?? null }));
  return { totalRows, data };
}
