// The state of the sign-in page in its address: return address and outcome of a sign-in by another site.
import { readSocialSearch, type SocialSearch } from '#web/identity/social/social-search.ts';

export interface LoginSearch extends SocialSearch {
  /** A path of this site. */
  to?: string;
}

/** Reads the address. Ignores a `to` that leads to another site or back to the sign-in pages. */
export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  const { to } = search;
  return { to: typeof to === 'string' && isLocalPath(to) ? to : undefined, ...readSocialSearch(search) };
}

function isLocalPath(to: string): boolean {
  const base = 'https://here.invalid';
  // Parse it as a browser would: backslashes, tabs and double slashes can lead to another site.
  if (!to.startsWith('/') || !URL.canParse(to, base)) return false;
  const url = new URL(to, base);
  return url.origin === base && !url.pathname.startsWith('/user/');
}
