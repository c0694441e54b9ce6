// Tells people who follow a link from programs that do: scanners of mail, previews, and browsers that load ahead.
import { isbot } from 'isbot';

interface LinkRequest {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Whether a browser navigated there because a person asked for it, as far as its headers say (Fetch Metadata). */
export function isNavigation({ method, headers }: LinkRequest): boolean {
  if (method !== 'GET') return false;
  const header = (name: string) => String(headers[name] ?? '').toLowerCase();
  if (header('sec-fetch-mode') !== 'navigate' || header('sec-fetch-dest') !== 'document') return false;
  const purpose = header('sec-purpose') || header('purpose') || header('x-moz');
  if (/prefetch|prerender|preview/.test(purpose)) return false;
  const agent = header('user-agent');
  return agent !== '' && !isbot(agent);
}
