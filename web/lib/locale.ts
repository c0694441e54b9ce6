// The page's language and the locale for dates and numbers.

let language = 'en';
let locale = 'en-GB';

/** The language of the page, such as `de`. */
export const currentLanguage = () => language;

/** The locale for `Intl`: the visitor's region of the language (`en-US`, `de-AT`) if their browser names one. */
export const currentLocale = () => locale;

export function setLocale(key: string): void {
  language = key;
  const regional = navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${key}-`) && isLocale(tag));
  // Plain `en` would format dates the American way for everyone.
  locale = regional ?? (key === 'en' ? 'en-GB' : key);
}

/** Some browsers pass on the operating system's locale (`en-US@posix`), which `Intl` rejects. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
