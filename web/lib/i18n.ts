// The words of the page: one chunk per language, loaded before the first screen and when another language is chosen.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { WordsPart } from '#web/words.ts';
import { inlinedLanguage } from './client/inlined.ts';
import { setLanguage } from './locale.ts';

type Words = Record<string, unknown>;

// `vite.config.ts` gives each file's part: what every page says, and what only the logged-in area says.
const parts = {
  public: import.meta.glob<Words>('../../i18n/*.json', { import: 'default', query: '?public' }),
  app: import.meta.glob<Words>('../../i18n/*.json', { import: 'default', query: '?app' }),
};
const wanted = new Set<WordsPart>(['public']);

/** The keys of the languages there are words for. */
export const languageKeys = Object.keys(parts.public).map((path) => path.replace(/^.*\/|\.json$/g, ''));

/** Loads the words of the page's language; called once, before anything is drawn. */
export async function startWords(): Promise<void> {
  const wishes = [inlinedLanguage ?? '', ...navigator.languages.map((wish) => wish.split('-')[0] ?? '')];
  const key = wishes.find((wish) => languageKeys.includes(wish)) ?? 'en';
  await i18next.use(initReactI18next).init({
    lng: key,
    fallbackLng: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    resources: {},
  });
  await load(key);
  become(key);
}

/** Loads the words of the logged-in area as well, now and in every language chosen later. */
export async function startAppWords(): Promise<void> {
  wanted.add('app');
  await inTurn(async () => {
    if (i18next.language) await load(i18next.language);
  });
}

/** Shows the page in another language. Throws when its words cannot be loaded; the page then stays as it is. */
export async function speak(key: string): Promise<void> {
  await inTurn(async () => {
    await load(key);
    // What is drawn anew writes its dates in the new locale.
    become(key);
    await i18next.changeLanguage(key);
  });
}

/** Signing in changes the language and opens the logged-in area at once: side by side, each would miss the other's words. */
let turn: Promise<void> = Promise.resolve();

function inTurn(work: () => Promise<void>): Promise<void> {
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

const loaded = new Set<string>();

async function load(key: string): Promise<void> {
  await Promise.all(
    [...wanted].map(async (part) => {
      const read = parts[part][`../../i18n/${key}.json`];
      if (!read || loaded.has(`${key} ${part}`)) return;
      i18next.addResourceBundle(key, 'translation', await read(), true);
      loaded.add(`${key} ${part}`);
    }),
  );
}

function become(key: string): void {
  setLanguage(key);
  document.documentElement.lang = key;
}
