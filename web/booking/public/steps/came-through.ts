// The visit to a link of a campaign from which this tab came: a booking names it. Without a cookie, it ends with the
// tab.
import { idPattern } from '#contract/lib/fields.ts';

const key = 'daybook-via';

/** Remembers the visit that the address names, if any. */
export function rememberCameThrough(): void {
  const given = new URLSearchParams(location.search).get('via');
  if (given && idPattern.test(given)) sessionStorage.setItem(key, given);
}

export function cameThrough(): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}
