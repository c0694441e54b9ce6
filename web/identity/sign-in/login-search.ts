// What the address of the sign-in page carries: where the person was headed, and how coming in by another site went.
import { readSocialSearch, type SocialSearch } from '#web/identity/social/social-search.ts';

export interface LoginSearch extends SocialSearch {
  /** A path of this site. */
  to?: string;
}

/** Reads the address; a `to` that leads to another site, or back to signing in, is left out. */
export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  const { to } = search;
  return { to: typeof to === 'string' && isLocalPath(to) ? to : undefined, ...readSocialSearch(search) };
}

function isLocalPath(to: string): boolean {
  const base = 'https://here.invalid';
  // The browser's own reading decides: it knows backslashes, tabs and double slashes that lead elsewhere.
  if (!to.startsWith('/') || !URL.canParse(to, base)) return false;
  const url = new URL(to, base);
  return url.origin === base && !url.pathname.startsWith('/user/');
}
