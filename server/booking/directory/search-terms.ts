// The words by which people are found: documents and searches read texts in the same way.
import { folded } from '#contract/lib/folded.ts';

/** Longer ones are cut: a lexeme of PostgreSQL has at most 2 KB. */
const maxLetters = 100;

/**
 * The words of a text in order, folded: letters and digits, everything else separates. None has a meaning in a
 * `tsquery`, a `tsvector` or a pattern of LIKE.
 */
export function searchTermsOf(text: string): string[] {
  const words = folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  // By code points: half of one is no text.
  return words.map((word) => (word.length > maxLetters ? [...word].slice(0, maxLetters).join('') : word));
}
