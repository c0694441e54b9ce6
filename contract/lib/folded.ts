// The key by which names are found and stand in order, in lists of the database, answers of the server and pages.
import { plainLetters } from './plain-letters.ts';

/** Equivalent to the SQL function of this name: lower case, no accents, plain letters. */
export function folded(text: string): string {
  if (!otherLetters.test(text)) return text.toLowerCase();
  return plainLetters(
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]+/g, ''),
  );
}

/** Beyond those without accents. */
const otherLetters = /[^\t\n\r -~]/;

/** The order of names, for `sort`: that of the database by `folded`, equal keys by their letters. */
export function compareNames(one: string, other: string): number {
  const [a, b] = [folded(one), folded(other)];
  if (a !== b) return a < b ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
}
