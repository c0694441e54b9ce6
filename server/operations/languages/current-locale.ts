// Determines the locale for the caller's dates and numbers.
import type { Context } from '#server/lib/context.ts';
import { readCallerLanguage } from './read-languages.ts';

/**
 * The browser's preferred culture of the caller's language (`en-US` writes dates unlike `en-GB`), else the language's
 * default.
 */
export async function readCallerLocale(context: Context): Promise<{ value: string }> {
  const language = await readCallerLanguage(context);
  const cultures = splitList(language.cultures);
  const acceptedTags = splitList(context.header('accept-language') ?? '').map((tag) =>
    tag.split(';')[0]?.toLowerCase(),
  );
  const matching = acceptedTags.flatMap((tag) => cultures.filter((culture) => culture.toLowerCase() === tag));
  return { value: matching[0] ?? splitList(language.locales)[0] ?? language.key };
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
