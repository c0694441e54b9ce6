// `{{name}}` in editable texts: names are replaced once; values are never parsed again.

const pattern = /\{\{\s*(\w+)\s*\}\}/g;

/** Returns the names in a text, each once, sorted alphabetically. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();
}

/** Replaces the names in the text. Values are inserted verbatim; an unknown name becomes an empty string. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(pattern, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''));
}

/** True if the text contains an unfinished placeholder, usually a typing error. */
export function hasBrokenPlaceholder(text: string): boolean {
  return /\{\{|\}\}|\{%|%\}/.test(text.replace(pattern, ''));
}
