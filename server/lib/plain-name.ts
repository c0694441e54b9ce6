// Recognizes names that are messages in truth: mail of the installation must not carry the links of others.

/** Whether a name contains what could be an address of a page or a mailbox. */
export function looksLikeLink(name: string): boolean {
  return /\/\/|[:@<>]|www\b|[\p{L}\p{N}]\.\p{L}{2,}/iu.test(name);
}

/** The name without the words that look like links. */
export function plainName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word && !looksLikeLink(word))
    .join(' ');
}
