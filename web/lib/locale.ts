// The language of the page and the locale in which dates and numbers are written.

let language = 'en';
let locale = 'en-GB';

/** The language of the page, such as `de`. */
export const currentLanguage = () => language;

/** The locale for `Intl`: the visitor's own region of the language (`en-US`, `de-AT`) where his browser names one. */
export const currentLocale = () => locale;

export function setLocale(key: string): void {
  language = key;
  const regional = navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${key}-`) && isLocale(tag));
  // Plain `en` would write American dates to the whole world.
  locale = regional ?? (key === 'en' ? 'en-GB' : key);
}

/** Some browsers pass on what the operating system says (`en-US@posix`), which `Intl` refuses. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
