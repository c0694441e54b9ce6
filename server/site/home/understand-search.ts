// Finds out what a search asks for: words of documents, a time, a place nearby.
import { renewDocuments } from '#server/booking/directory/renew-documents.ts';
import { searchTermsOf } from '#server/booking/directory/search-terms.ts';
import type { AskedTime } from '#server/booking/directory/word-lists.ts';
import type { Context } from '#server/lib/context.ts';
import { placesNamed } from '#server/places/gazetteer.ts';
import { type FoundWord, findSimilar, findWords } from './expand-words.ts';
import { readSearch, type TypedWord } from './read-search.ts';
import { type Circle, hasSearchChanges, isSomeoneWithin } from './store.ts';

export interface UnderstoodSearch {
  /** Each finds something; a person is found by all of them. Without words: everyone. */
  words: FoundWord[];
  time: AskedTime | undefined;
  near: NamedCircle | undefined;
  /** As they were typed. */
  unmatched: string[];
  /** Nothing of what was typed finds anyone. */
  isNobody: boolean;
}

type NamedCircle = Circle & { name: string };

/** A search renews at most as many people and companies before it answers; the job "tidy" does the others. */
const maxRenewed = 200;
/** Unknown words that are corrected, each by a query. */
const maxCorrected = 3;
/** How far from a place people are found (km). */
const reach = 50;
/** Several places have the same name: the first of them that has people nearby. */
const maxPlaces = 3;
/** "New York City"; each run of words is a search of the gazetteer, so only the first unknown words are tried. */
const maxPlaceWords = 3;

/** Reads the text against documents that have every change until now. */
export async function understandSearch(context: Context, text: string): Promise<UnderstoodSearch> {
  await renewMarked(context);
  const { words, time, signs } = readSearch(text);
  if (words.length === 0 && time) {
    // "Rit" is tomorrow, and the beginning of "Rita".
    const { found, others } = await findWords(context.db, [{ typed: text, terms: searchTermsOf(text) }]);
    if (others.length === 0) return { words: found, time: undefined, near: undefined, unmatched: [], isNobody: false };
  }
  const { found, others } = await findWords(context.db, words);
  const { near, rest } = await takePlace(context, others);
  const all = [...found];
  const unmatched = [...signs];
  // One after the other: a search takes no second connection.
  for (const [index, word] of rest.entries()) {
    const similar = index < maxCorrected ? await findSimilar(context.db, word) : undefined;
    if (similar) all.push(similar);
    else unmatched.push(word.typed);
  }
  const isNobody = unmatched.length > 0 && all.length === 0 && !near;
  return { words: all, time, near, unmatched, isNobody };
}

/** A server that only reads answers from the documents as they are. */
async function renewMarked(context: Context): Promise<void> {
  if (!(await hasSearchChanges(context.db))) return;
  try {
    await renewDocuments(context, maxRenewed);
  } catch (error) {
    context.log.warn({ err: error }, 'documents of the search were not renewed');
  }
}

/** The place that the longest run of the words names, where someone can be booked nearby, and the other words. */
async function takePlace(
  context: Context,
  words: TypedWord[],
): Promise<{ near: NamedCircle | undefined; rest: TypedWord[] }> {
  for (let length = Math.min(maxPlaceWords, words.length); length > 0; length--) {
    for (let at = 0; at + length <= Math.min(maxPlaceWords, words.length); at++) {
      const name = words
        .slice(at, at + length)
        .map(({ typed }) => typed)
        .join(' ');
      for (const place of placesNamed(name, maxPlaces)) {
        const near = { name: place.name, latitude: place.latitude, longitude: place.longitude, kilometres: reach };
        if (await isSomeoneWithin(context.db, near)) return { near, rest: words.toSpliced(at, length) };
      }
    }
  }
  return { near: undefined, rest: words };
}
