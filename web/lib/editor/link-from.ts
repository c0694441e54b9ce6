// Reads the address of a link as people type it.
import { isSafeTextLink } from '#contract/lib/links.ts';

const host = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/u;
const mailAddress = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;

/**
 * Returns the link for what was typed: `www.example.com` and `anna@example.com` get what they lack. Empty for no link,
 * undefined for what is none.
 */
export function linkFrom(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '' || isSafeTextLink(text)) return text;
  if (mailAddress.test(text)) return `mailto:${text}`;
  return host.test(text) && isSafeTextLink(`https://${text}`) ? `https://${text}` : undefined;
}
