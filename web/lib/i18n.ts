// The words of the page: one chunk per language, loaded before the first screen and when another language is chosen.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { MessagesPart } from '#web/i18n-parts.ts';
import { inlinedLanguage } from './client/inlined.ts';
import { setLocale } from './locale.ts';

type Messages = Record<string, unknown>;

// `vite.config.ts` gives each file's part: what every page says, and what only the logged-in area says.
const parts = {
  public: import.meta.glob<Messages>('../../i18n/*.json', { import: 'default', query: '?public' }),
  app: import.meta.glob<Messages>('../../i18n/*.json', { import: 'default', query: '?app' }),
};
const wantedParts = new Set<MessagesPart>(['public']);

/** The keys of the languages there are words for. */
export const languageKeys = Object.keys(parts.public).map((path) => path.replace(/^.*\/|\.json$/g, ''));

/** Loads the words of the page's language; called once, before anything is drawn. */
export async function initI18n(): Promise<void> {
  const preferred = [inlinedLanguage ?? '', ...navigator.languages.map((tag) => tag.split('-')[0] ?? '')];
  const key = preferred.find((tag) => languageKeys.includes(tag)) ?? 'en';
  await i18next.use(initReactI18next).init({
    lng: key,
    fallbackLng: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    resources: {},
  });
  await loadMessages(key);
  applyLocale(key);
}

/** Loads the words of the logged-in area as well, now and in every language chosen later. */
export async function loadAppMessages(): Promise<void> {
  wantedParts.add('app');
  await enqueue(async () => {
    if (i18next.language) await loadMessages(i18next.language);
  });
}

/** Shows the page in another language. Throws when its words cannot be loaded; the page then stays as it is. */
export async function setLanguage(key: string): Promise<void> {
  await enqueue(async () => {
    await loadMessages(key);
    // What is drawn anew writes its dates in the new locale.
    applyLocale(key);
    await i18next.changeLanguage(key);
  });
}

/** Signing in changes the language and opens the logged-in area at once: side by side, each would miss the other's words. */
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
      i18next.addResourceBundle(key, 'translation', await importPart(), true);
      loaded.add(`${key} ${part}`);
    }),
  );
}

function applyLocale(key: string): void {
  setLocale(key);
  document.documentElement.lang = key;
}
