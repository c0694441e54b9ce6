// What a person typed into a search box, as patterns for PostgreSQL.

/** More words than anybody types; each costs a comparison per row. */
const maxWords = 8;

/** The words of a search, folded like the SQL function `folded` (lower case, no accents), each once, at most eight. */
export function searchWords(search: string): string[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, maxWords);
}

/** As the SQL function of that name: lower case, no accents. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '');
}

/** The text as part of a LIKE pattern that matches only itself: its wildcards are letters. */
export function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
