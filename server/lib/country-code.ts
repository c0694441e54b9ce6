// The ISO code of a country that a person has typed in one of the product's languages. Load it on demand: the numbering
// plans are large.
import { type CountryCode, getCountries } from 'libphonenumber-js/min';
import { folded } from '#contract/lib/folded.ts';
import { languageKeys } from './i18n.ts';

let codes: Map<string, CountryCode> | undefined;

/** Takes names and codes; undefined for anything else. */
export function countryCodeOf(name: string): CountryCode | undefined {
  codes ??= new Map(
    languageKeys.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'region' });
      return getCountries().flatMap((code) => [
        [folded(names.of(code) ?? code), code] as const,
        [code.toLowerCase(), code] as const,
      ]);
    }),
  );
  return codes.get(folded(name).trim());
}
