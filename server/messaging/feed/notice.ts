// A reminder for several people, each of whom reads it in their own language.
import type { ReminderType } from '#contract/messaging/feed.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { languageKeys, translate } from '#server/lib/i18n.ts';

type Params = Record<string, string>;

export interface Notice {
  type: ReminderType;
  words: MessageKey;
  /** Of the words; a function when they depend on the language, such as an amount. */
  params?: Params | ((language: string) => Params);
  /** The route that the reminder links to. */
  link?: string;
}

/** The text in each language, as JSON. */
export function textsOf({ words, params }: Pick<Notice, 'words' | 'params'>): string {
  const paramsIn = (language: string) => (typeof params === 'function' ? params(language) : params);
  const texts = languageKeys.map((language) => [language, translate(language, words, paramsIn(language))]);
  return JSON.stringify(Object.fromEntries(texts));
}
