// The address of an outside calendar, as a person types it.
import type { RequestLimits } from '#server/lib/http/request-out.ts';
import { invalid } from '#server/lib/refusal.ts';
import { ReadingFailed } from '#server/links/outside/client/why-failed.ts';

/** Bounds of each request: a person may wait for the first ones. */
export const outsideLimits = { maxBytes: 10 * 1024 * 1024, timeout: 20_000 } satisfies Omit<RequestLimits, 'allowed'>;

/** `webcal:` is a page's way to say that a program should subscribe; `anna@example.org` names the server of the mail. */
export function outsideAddress(typed: string): URL {
  const text = typed.trim();
  const [, host] = /^[^\s/@:]+@([^\s/@:]+)$/.exec(text) ?? [];
  const address = host ?? text.replace(/^webcals?:\/\//i, 'https://');
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw invalid('Address', 'outside.address');
  url.hash = '';
  return url;
}

/** Throws for a password over a connection that others can read, unless the operator allows the host. */
export function assertSecure(url: URL, password: string, allowed: readonly string[]): void {
  if (password && !isSecure(url, allowed)) throw new ReadingFailed('plain');
}

/** Whether a person may be asked to enter an address to which their server leads. */
export function canBeEntered(url: URL, allowed: readonly string[]): boolean {
  return isSecure(url, allowed) && !url.username && !url.password && url.href.length <= maxAddress;
}

/** The length of an address (characters). */
const maxAddress = 2_000;

function isSecure({ protocol, hostname }: URL, allowed: readonly string[]): boolean {
  return protocol === 'https:' || allowed.some((entry) => entry.toLowerCase() === hostname.toLowerCase());
}
