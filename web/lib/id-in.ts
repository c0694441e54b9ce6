// Reads an id from the search parameters of an address.
import { idPattern } from '#contract/lib/fields.ts';

/** Undefined for what is no id: the address may have been edited. */
export function idIn(value: unknown): string | undefined {
  return typeof value === 'string' && idPattern.test(value) ? value : undefined;
}
