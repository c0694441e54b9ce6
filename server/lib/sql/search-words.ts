// Turns the text of a search box into patterns for PostgreSQL.
import { folded } from '#contract/lib/folded.ts';

/** Each word costs one comparison per row. */
const maxWords = 8;

/** The words of a search without duplicates, at most eight, folded like the SQL function `folded`. */
export function searchWords(search: string): string[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, maxWords);
}

/** Escapes a text for a LIKE pattern: its wildcards match only themselves. */
export function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
