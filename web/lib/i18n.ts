// The words of the page: one chunk per language, loaded before the first screen and when another language is chosen.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { inlinedLanguage } from './inlined.ts';
import { setLanguage } from './locale.ts';

const files = import.meta.glob<Record<string, unknown>>('../../i18n/*.json', { import: 'default' });
const fileOf = (key: string) => files[`../../i18n/${key}.json`];

/** The keys of the languages there are words for. */
export const languageKeys = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, ''));

/** Loads the words of the page's language; called once, before anything is drawn. */
export async function startWords(): Promise<void> {
  const key = inlinedLanguage ?? navigator.languages.map((wish) => wish.split('-')[0] ?? '').find(fileOf) ?? 'en';
  await i18next.use(initReactI18next).init({
    lng: key,
    fallbackLng: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    resources: { [key]: { translation: await words(key) } },
  });
  become(key);
}

/** Shows the page in another language. Throws when its words cannot be loaded; the page then stays as it is. */
export async function speak(key: string): Promise<void> {
  if (!i18next.hasResourceBundle(key, 'translation')) {
    i18next.addResourceBundle(key, 'translation', await words(key));
  }
  await i18next.changeLanguage(key);
  become(key);
}

function words(key: string): Promise<Record<string, unknown>> {
  const load = fileOf(key) ?? fileOf('en');
  if (!load) throw new Error(`No words for the language ${key}`);
  return load();
}

function become(key: string): void {
  setLanguage(key);
  document.documentElement.lang = key;
}
