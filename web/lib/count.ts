// Counts in the notation of the person's language.
import { currentLocale } from './locale.ts';

/** `1,234` */
export function formatCount(value: number): string {
  return new Intl.NumberFormat(currentLocale()).format(value);
}
