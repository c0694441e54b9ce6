// The ISO code of a country that a person typed by name, in any of the product's languages.
import { languageKeys } from '#server/lib/i18n.ts';

let names: Map<string, string> | undefined;

/** Undefined for an unknown name. */
export function countryCode(country: string): string | undefined {
  const typed = country.trim();
  if (/^[A-Za-z]{2}$/.test(typed)) return typed.toUpperCase();
  names ??= readNames();
  return names.get(fold(typed));
}

/** Of the prefix of a VAT id; Greece has one of its own. */
export function countryOfVatId(vatId: string): string | undefined {
  const [prefix] = /^[A-Z]{2}/i.exec(vatId.trim()) ?? [];
  return prefix?.toUpperCase().replace('EL', 'GR');
}

function readNames(): Map<string, string> {
  const found = new Map<string, string>();
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  // Codes of former countries have the names of present ones.
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => new Intl.Locale(`und-${code}`).region === code);
  for (const language of languageKeys) {
    const shown = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of codes) {
      const name = shown.of(code);
      if (name && !found.has(fold(name))) found.set(fold(name), code);
    }
  }
  return found;
}

const fold = (name: string) => name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
