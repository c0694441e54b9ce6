// Turns the text of a search box into patterns for PostgreSQL.
import { plainLetters } from '#server/lib/plain-letters.ts';

/** Each word costs one comparison per row. */
const maxWords = 8;

/** The words of a search without duplicates, at most eight, folded like the SQL function `folded`. */
export function searchWords(search: string): string[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, maxWords);
}

/** Equivalent to the SQL function of this name: lower case, no accents, plain letters. */
export function folded(text: string): string {
  return plainLetters(
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]+/g, ''),
  );
}

/** Escapes a text for a LIKE pattern: its wildcards match only themselves. */
export function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
