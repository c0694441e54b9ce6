// Countries by their names in the language of the page.
import { countries } from '#contract/lib/countries.ts';
import { currentLocale } from './locale.ts';

/** The name of a country; nothing for an empty code. */
export function countryName(code: string): string {
  return code && (new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(code) ?? code);
}

/** All countries in the order of their names, for a select. */
export function countryOptions(): { value: string; label: string }[] {
  const options = countries.map((value) => ({ value, label: countryName(value) }));
  return options.toSorted((a, b) => a.label.localeCompare(b.label, currentLocale()));
}
