// Recognizes names that are messages in truth: mail of the installation must not carry the links of others.

/**
 * Whether a name contains an address of a page or a mailbox, or words that mail programs turn into a link to it. Other
 * scripts have full stops of their own, which browsers read as dots.
 */
export function hasWebAddress(name: string): boolean {
  return /\/\/|www\b|@[\p{L}\p{N}]|[\p{L}\p{M}\p{N}][.\u3002\uff0e\uff61]\p{L}{2,}/iu.test(name);
}

/** Whether a name contains what could be such an address. */
export function looksLikeLink(name: string): boolean {
  return hasWebAddress(name) || /[:@<>]/.test(name);
}

/** The name without the words that look like links. */
export function plainName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word && !looksLikeLink(word))
    .join(' ');
}
