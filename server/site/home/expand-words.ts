// Finds the words of documents for those of a search: the same or its beginning, another word for the same thing, two
// words joined or one split; only then parts of words and typing errors.
import { sql } from 'kysely';
import { maxPhraseTerms, otherPhrasesFor } from '#server/booking/directory/word-lists.ts';
import type { Db } from '#server/db/pool.ts';
import { escaped } from '#server/lib/sql/search-words.ts';
import { allowedChanges, changesBetween, wordsOneChangeAway } from './close-words.ts';
import type { TypedWord } from './read-search.ts';

/** Terms that follow each other. */
export interface Phrase {
  terms: string[];
  /** The last term may be the beginning of a longer one. */
  isBeginning: boolean;
}

/** A word of the search with the phrases of documents that it finds. */
export interface FoundWord {
  typed: string;
  phrases: Phrase[];
  /** Words that are found in place of a typing error. */
  correctedTo: string[];
}

/** The most words that take the place of another one. */
const maxCorrections = 5;
const maxParts = 20;
const maxNear = 60;
/** The letters of the shortest word that is found inside others. */
const minPart = 5;

/** The words that documents have as they are, and the others. */
export async function findWords(
  db: Db,
  words: readonly TypedWord[],
): Promise<{ found: FoundWord[]; others: TypedWord[] }> {
  const existing =
    words.length > 0
      ? await existingOf(
          db,
          words.map((_, at) => candidatesFor(words, at)),
        )
      : [];
  const found: FoundWord[] = [];
  const others: TypedWord[] = [];
  for (const [at, word] of words.entries()) {
    const phrases = existing[at] ?? [];
    if (phrases.length > 0) found.push({ typed: word.typed, phrases, correctedTo: [] });
    else others.push(word);
  }
  return { found, others };
}

/** The phrase as a `tsquery`, of these weights only. */
export function asQuery({ terms, isBeginning }: Phrase, weights: string): string {
  const written = terms.map((term, at) => `'${term}':${isBeginning && at === terms.length - 1 ? '*' : ''}${weights}`);
  return written.length > 1 ? `(${written.join(' <-> ')})` : written.join();
}

function candidatesFor(words: readonly TypedWord[], at: number): Phrase[] {
  const terms = words[at]?.terms ?? [];
  const [term = ''] = terms;
  const phrases: Phrase[] = [{ terms, isBeginning: true }];
  if (terms.length > 1) phrases.push({ terms: [terms.join('')], isBeginning: true });
  else {
    for (const [first, second] of [
      [at - 1, at],
      [at, at + 1],
    ] as const) {
      const joined = [...(words[first]?.terms ?? []), ...(words[second]?.terms ?? [])];
      if (joined.length === 2) phrases.push({ terms: [joined.join('')], isBeginning: true });
    }
    const letters = [...term];
    for (let split = 1; split < letters.length; split++)
      phrases.push({ terms: [letters.slice(0, split).join(''), letters.slice(split).join('')], isBeginning: false });
  }
  for (const other of phrasesAround(words, at)) phrases.push({ terms: other, isBeginning: true });
  return phrases;
}

/** Other phrases for each phrase of the lists in which the word stands. */
function phrasesAround(words: readonly TypedWord[], at: number): string[][] {
  const phrases: string[][] = [];
  for (let first = Math.max(0, at - maxPhraseTerms + 1); first <= at; first++) {
    for (let end = at + 1; end <= Math.min(words.length, first + maxPhraseTerms); end++)
      phrases.push(...otherPhrasesFor(words.slice(first, end).flatMap(({ terms }) => terms)));
  }
  return phrases;
}

/** Returns the candidates that documents have. */
async function existingOf(db: Db, candidates: readonly Phrase[][]): Promise<Phrase[][]> {
  const asked = candidates.flatMap((phrases, word) =>
    phrases.map((phrase, number) => ({
      ...{ word, number, query: asQuery(phrase, '') },
      whole: phrase.isBeginning ? phrase.terms.slice(0, -1) : phrase.terms,
      beginning: phrase.isBeginning ? phrase.terms.at(-1) : null,
      is_long: phrase.terms.length > 1,
    })),
  );
  const { rows } = await sql<{ word: number; number: number }>`
    select c.word, c.number
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as c (word int, number int, query text, whole text[], beginning text, is_long boolean)
    where not exists (
        select from unnest(c.whole) w (word)
        where not exists (select from search_vocabulary v where v.word = w.word collate "C"))
      and (c.beginning is null or exists (
        select from search_vocabulary v
        where v.word >= c.beginning collate "C" and v.word < (c.beginning || chr(1114111)) collate "C"))
      and case when c.is_long then exists (
        select from search_documents d where d.document @@ c.query::tsquery) else true end`.execute(db);
  const result = candidates.map((): Phrase[] => []);
  for (const { word, number } of rows) {
    const phrase = candidates[word]?.[number];
    if (phrase) result[word]?.push(phrase);
  }
  return result;
}

/** The words that contain it, else those that differ by typing errors; undefined without any. */
export async function findSimilar(db: Db, { typed, terms }: TypedWord): Promise<FoundWord | undefined> {
  const [term = '', more] = terms;
  const changes = allowedChanges(term);
  if (more !== undefined || changes === 0) return undefined;
  const parts = sql`(
    select word from search_vocabulary where word like ${`%${escaped(term)}%`} limit ${term.length < minPart ? 0 : maxParts})`;
  const close = sql`(
    select found.word from unnest(${wordsOneChangeAway(term)}::text[]) tried (word), lateral (
      -- Written so that the primary key answers: the index of letters also knows equality, and is slow.
      select v.word from search_vocabulary v
      where v.word >= tried.word collate "C" and v.word <= tried.word collate "C" limit 1) found)`;
  const near = sql`(select word from search_vocabulary order by word <-> ${term} limit ${changes > 1 ? maxNear : 0})`;
  const { rows } = await sql<{ word: string }>`${parts} union ${close} union ${near}`.execute(db);
  const words = rows.map(({ word }) => word);
  const whole = (list: string[]): Phrase[] => list.map((word) => ({ terms: [word], isBeginning: false }));
  const containing = words.filter((word) => term.length >= minPart && word.includes(term));
  if (containing.length > 0) return { typed, phrases: whole(containing), correctedTo: [] };
  const distances = words
    .map((word) => ({ word, distance: changesBetween(term, word) }))
    .filter(({ distance }) => distance <= changes)
    .sort((one, other) => one.distance - other.distance || (one.word < other.word ? -1 : 1));
  const nearest = distances.filter(({ distance }) => distance === distances[0]?.distance).slice(0, maxCorrections);
  if (nearest.length === 0) return undefined;
  const correctedTo = nearest.map(({ word }) => word);
  return { typed, phrases: whole(correctedTo), correctedTo };
}
