// The keys of every message, read by the compiler from the English file.
import type english from './en.json';

/** The dotted path of each text in `Words`; the plural forms of a text count as one key, as they are called. */
type KeysOf<Words> = {
  [Key in keyof Words & string]: Words[Key] extends string ? BaseOf<Key> : `${Key}.${KeysOf<Words[Key]>}`;
}[keyof Words & string];

type BaseOf<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;

/** The key of a message, such as `field.required`. */
export type MessageKey = KeysOf<typeof english>;

/**
 * A key that the compiler cannot check: part of it is the name of a list, a field or a job, or it stands in a template of mails or
 * in a check of zod. Such a key may have no words; tests go through each of these families.
 */
export function uncheckedKey(key: string): MessageKey {
  return key as MessageKey;
}
