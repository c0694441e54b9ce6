// Normalises place names for comparison: without case, accents or punctuation.
import { plainLetters } from '#contract/lib/plain-letters.ts';

/**
 * The form in which names are stored and searched: "Rīga" and "RIGA" become "riga", "St. John's" becomes "st johns",
 * "Baden-Baden" becomes "baden baden". Scripts other than Latin keep their letters.
 */
export function foldName(text: string): string {
  return plainLetters(text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, ''))
    .replace(/['’ʻʼ`´.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
