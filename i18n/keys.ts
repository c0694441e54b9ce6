// The type of message keys, which the compiler derives from the English file.
import type english from './en.json';

/** The dotted path of each text in `Words`; the plural forms of a text share one key. */
type KeysOf<Words> = {
  [Key in keyof Words & string]: Words[Key] extends string ? BaseOf<Key> : `${Key}.${KeysOf<Words[Key]>}`;
}[keyof Words & string];

type BaseOf<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;

/** The key of a message, such as `field.required`. */
export type MessageKey = KeysOf<typeof english>;

/**
 * Marks a key that the compiler cannot check: it contains the name of a list, a field or a job, or comes from a mail
 * template or a zod check. Its message may be missing; tests cover each of these groups.
 */
export function uncheckedKey(key: string): MessageKey {
  return key as MessageKey;
}
