// `{{name}}` in texts that people edit: names are replaced, once, and nothing else is read into them.

const pattern = /\{\{\s*(\w+)\s*\}\}/g;

/** The text with its names replaced; what a value contains stays as it is, and a name without one becomes nothing. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(pattern, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''));
}
