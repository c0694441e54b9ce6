// What the columns of a list and their values are called in a language.
import type { AnyResource } from '#contract/lib/resource.ts';
import { say } from '#server/lib/words.ts';

/** What a value of a field of few values is called: by the list, or by all lists. */
export function optionLabel(
  { name }: AnyResource,
  field: string,
  option: string,
  language: string,
): string | undefined {
  const keys = [`list.${name}.option.${field}.${option}`, `grid.option.${field}.${option}`];
  return keys.map((key) => (say(language, key) === key ? undefined : say(language, key))).find(Boolean);
}

/** What a column is called: the list's own word, else the word that all lists share. */
export function labelOf({ name }: AnyResource, field: string, language: string): string {
  const own = `list.${name}.field.${field}`;
  const said = say(language, own);
  return said === own ? say(language, `grid.field.${field}`) : said;
}
