// `{{name}}` in texts that people edit: names are replaced, once, and nothing else is read into them.

const pattern = /\{\{\s*(\w+)\s*\}\}/g;

/** The names in a text, each once, in order of the alphabet. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();
}

/** The text with its names replaced; what a value contains stays as it is, and a name without one becomes nothing. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(pattern, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''));
}

/** What still looks like the beginning or end of a placeholder: a slip in typing. */
export function hasBrokenPlaceholder(text: string): boolean {
  return /\{\{|\}\}|\{%|%\}/.test(text.replace(pattern, ''));
}
