// Translations of the server: refusals, mails and page heads in every language of `i18n/`.
import { readdirSync, readFileSync } from 'node:fs';
import { createInstance } from 'i18next';
import type { MessageKey } from '#i18n/keys.ts';
import { numberWords } from '#i18n/number-words.ts';
import { pickPart } from '#i18n/parts.ts';

const folder = new URL('../../i18n/', import.meta.url);

/** The keys of the languages that have a file, such as `en`. */
export const languageKeys: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

const instance = createInstance({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  interpolation: { escapeValue: false, alwaysFormat: true },
  resources: { en: { translation: wordsOf('en') } },
});
void instance.use(numberWords).init();

function wordsOf(language: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'));
}

/** Reads the file of a language at its first use: each takes half a megabyte of memory. */
function load(language: string): string {
  if (!instance.hasResourceBundle(language, 'translation') && languageKeys.includes(language)) {
    instance.addResourceBundle(language, 'translation', wordsOf(language));
  }
  return language;
}

/** The text of a code in a language; English where the language lacks it, the code itself where English does. */
export function translate(language: string, code: MessageKey, params: Record<string, unknown> = {}): string {
  return instance.t(code, { lng: load(language), ...params });
}

/** The untranslated templates of one area by code, in a language; English for missing ones. */
export function messagesUnder(language: string, area: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const collect = (words: unknown, code: string) => {
    if (typeof words === 'string') found.set(code, words);
    else for (const [key, value] of Object.entries(words ?? {})) collect(value, `${code}.${key}`);
  };
  for (const key of ['en', language]) collect(instance.getResource(load(key), 'translation', area), area);
  return found;
}

/**
 * The texts directly below a code by their last key, such as those of `app.menuName`; English when the language has
 * none.
 */
export function messagesBelow(language: string, code: string): Record<string, string> {
  const found: unknown =
    instance.getResource(load(language), 'translation', code) ?? instance.getResource('en', 'translation', code);
  return Object.fromEntries(
    Object.entries(found ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The texts of every page in a language, as the browser loads them. */
export function publicWords(language: string): Record<string, unknown> {
  return pickPart(instance.getResourceBundle(load(language), 'translation'), 'public');
}

/** The best supported language for stored choices and Accept-Language headers, in order of preference. */
export function negotiateLanguage(...candidates: (string | undefined)[]): string {
  for (const candidate of candidates) {
    for (const part of (candidate ?? '').split(',')) {
      const key = part.split(';')[0]?.trim().split('-')[0]?.toLowerCase();
      if (key && languageKeys.includes(key)) return key;
    }
  }
  return 'en';
}

/** A stored language while the product has it, else English. */
export function supportedLanguage(key: string | null | undefined): string {
  return key && languageKeys.includes(key) ? key : 'en';
}

/** Plain `en` means American English, whose dates most readers misread. */
const locales: Record<string, string> = { en: 'en-GB', pt: 'pt-PT' };

/** The locale for dates and numbers in a language. */
export function localeOf(language: string): string {
  return locales[language] ?? language;
}
