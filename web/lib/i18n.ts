// The page's texts: one chunk per language, loaded before the first screen and on a change of language.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { MessageKey } from '#i18n/keys.ts';
import { numberWords } from '#i18n/number-words.ts';
import type { MessagesPart } from '#i18n/parts.ts';
import { inlinedLanguage, inlinedWords } from './client/inlined.ts';
import { setLocale } from './locale.ts';

// Lets the compiler check the key of each `t('…')`. The keys are declared flat: i18next's own types would walk the
// nested file and its plural forms again for every call.
declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: { translation: Record<MessageKey, string> };
  }
}

type Messages = Record<string, unknown>;

// `vite.config.ts` splits each file: texts of every page, and texts of the signed-in area.
const parts = {
  public: import.meta.glob<Messages>('../../i18n/*.json', { import: 'default', query: '?public' }),
  app: import.meta.glob<Messages>('../../i18n/*.json', { import: 'default', query: '?app' }),
};
const wantedParts = new Set<MessagesPart>(['public']);

/** The keys of the available languages. */
export const bundledLanguages = Object.keys(parts.public).map((path) => path.replace(/^.*\/|\.json$/g, ''));

/** Loads the texts of the page's language; called once, before the first render. */
export async function initI18n(): Promise<void> {
  const preferred = [inlinedLanguage ?? '', ...navigator.languages.map((tag) => tag.split('-')[0] ?? '')];
  const key = preferred.find((tag) => bundledLanguages.includes(tag)) ?? 'en';
  await i18next
    .use(initReactI18next)
    .use(numberWords)
    .init({
      lng: key,
      fallbackLng: false,
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false },
      resources: {},
    });
  await loadMessages(key);
  applyLocale(key);
}

/** Also loads the texts of the signed-in area, now and for every language chosen later. */
export async function loadAppMessages(): Promise<void> {
  wantedParts.add('app');
  await enqueue(async () => {
    if (i18next.language) await loadMessages(i18next.language);
  });
}

/** Switches the page to another language. Throws if its texts fail to load; the page then stays unchanged. */
export async function setLanguage(key: string): Promise<void> {
  await enqueue(async () => {
    await loadMessages(key);
    // Set the locale first: the re-render formats its dates with it.
    applyLocale(key);
    await i18next.changeLanguage(key);
  });
}

/**
 * Serializes loads. Signing in changes the language and adds the signed-in area; in parallel, each would miss texts.
 */
let queue: Promise<void> = Promise.resolve();

function enqueue(task: () => Promise<void>): Promise<void> {
  const result = queue.then(task);
  queue = result.catch(() => undefined);
  return result;
}

const loaded = new Set<string>();

async function loadMessages(key: string): Promise<void> {
  await Promise.all(
    [...wantedParts].map(async (part) => {
      const importPart = parts[part][`../../i18n/${key}.json`];
      if (!importPart || loaded.has(`${key} ${part}`)) return;
      const inlined = part === 'public' && key === inlinedLanguage ? inlinedWords : undefined;
      i18next.addResourceBundle(key, 'translation', inlined ?? (await importPart()), true);
      loaded.add(`${key} ${part}`);
    }),
  );
}

function applyLocale(key: string): void {
  setLocale(key);
  document.documentElement.lang = key;
}
