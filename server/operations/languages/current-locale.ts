// The locale in which the caller reads dates and numbers.
import type { Context } from '#server/lib/context.ts';
import { currentLanguage } from './read-languages.ts';

/** What the browser prefers among the cultures of the caller's language (`en-US` writes dates unlike `en-GB`), else the language's own. */
export async function currentLocale(context: Context): Promise<{ value: string }> {
  const language = await currentLanguage(context);
  const cultures = listed(language.cultures);
  const wishes = listed(context.header('accept-language') ?? '').map((wish) => wish.split(';')[0]?.toLowerCase());
  const wished = wishes.flatMap((wish) => cultures.filter((culture) => culture.toLowerCase() === wish));
  return { value: wished[0] ?? listed(language.locales)[0] ?? language.key };
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
