// Reads the text of a search: its words, and the time for which it asks.
import { searchTermsOf } from '#server/booking/directory/search-terms.ts';
import { type AskedTime, askedTimeOf, isJoiningTerm, maxPhraseTerms } from '#server/booking/directory/word-lists.ts';

/** Each word costs a part of the query. */
const maxWords = 8;

/** A word as it was typed, and the terms in it: "hair-cut" has two. */
export interface TypedWord {
  typed: string;
  terms: string[];
}

export interface ReadSearch {
  words: TypedWord[];
  time: AskedTime | undefined;
  /** Typed signs without a letter or a digit. */
  signs: string[];
}

/** At most eight words. Words that only join others are left out unless there is no other. */
export function readSearch(text: string): ReadSearch {
  const typed = text.split(/\s+/).filter(Boolean);
  const words = typed.map((one) => ({ typed: one, terms: searchTermsOf(one) }));
  const signs = words.filter(({ terms }) => terms.length === 0).map((word) => word.typed);
  const { time, rest } = takeTime(words.filter(({ terms }) => terms.length > 0));
  const telling = rest.filter(({ terms }) => terms.some((term) => !isJoiningTerm(term)));
  const kept = telling.length > 0 || time ? telling : rest;
  const once = new Map(kept.map((word) => [word.terms.join(' '), word]));
  return { words: [...once.values()].slice(0, maxWords), time, signs };
}

/** The first time that is asked for, in the longest phrase that says it, and the other words. */
function takeTime(words: TypedWord[]): { time: AskedTime | undefined; rest: TypedWord[] } {
  for (let length = Math.min(maxPhraseTerms, words.length); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const time = askedTimeOf(words.slice(at, at + length).flatMap(({ terms }) => terms));
      if (time) return { time, rest: words.toSpliced(at, length) };
    }
  }
  return { time: undefined, rest: words };
}
