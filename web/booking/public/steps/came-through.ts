// The visit to a link of a campaign from which this tab came: a booking names it. Without a cookie, it ends with the
// tab.
import { idPattern } from '#contract/lib/fields.ts';

const key = 'daybook-via';

/** Where the browser blocks storage, it ends with the document. */
let inMemory: string | undefined;

/** Remembers the visit that the address names, if any. */
export function rememberCameThrough(): void {
  const given = new URLSearchParams(location.search).get('via');
  if (!given || !idPattern.test(given)) return;
  inMemory = given;
  try {
    sessionStorage.setItem(key, given);
  } catch {
    // Kept in memory.
  }
}

export function cameThrough(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? inMemory;
  } catch {
    return inMemory;
  }
}
