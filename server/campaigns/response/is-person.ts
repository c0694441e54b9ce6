// Tells people who follow a link from programs that do: scanners of mail, previews, and browsers that load ahead.
import { isbot } from 'isbot';

interface LinkRequest {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Whether a browser navigated there because a person asked for it. `says`: its headers say so (Fetch Metadata).
 * `seems`: it sends none of these, as over plain HTTP and from old versions of Safari, and otherwise looks like a
 * browser.
 */
export type Navigation = 'says' | 'seems' | 'none';

export function navigationOf({ method, headers }: LinkRequest): Navigation {
  if (method !== 'GET') return 'none';
  const header = (name: string) => String(headers[name] ?? '').toLowerCase();
  const agent = header('user-agent');
  if (!isBrowser(agent)) return 'none';
  if (/prefetch|prerender|preview/.test(header('sec-purpose') || header('purpose') || header('x-moz'))) return 'none';
  if (header('sec-fetch-mode') !== '' || header('sec-fetch-dest') !== '') {
    return header('sec-fetch-mode') === 'navigate' && header('sec-fetch-dest') === 'document' ? 'says' : 'none';
  }
  const looksLikeBrowser = agent.startsWith('mozilla/5.0 (') && header('accept').includes('text/html');
  return looksLikeBrowser && header('accept-language') !== '' ? 'seems' : 'none';
}

/** Whether a program does not name itself as one. */
export function isBrowser(agent: string): boolean {
  return agent !== '' && !isbot(agent);
}
