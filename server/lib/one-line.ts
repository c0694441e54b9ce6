// Reduces text to one line for headers and calendar properties, so that it cannot start another line.

/** Replaces control and bidirectional characters with spaces and shortens the text to `maxLength` characters. */
export function oneLine(text: string, maxLength = 200): string {
  const line = text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= maxLength ? line : `${[...line].slice(0, maxLength - 1).join('')}…`;
}

/** Whether a text is one plain mail address that a server accepts as a recipient. */
export function isAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.?[^\s@<>()[\]\\,;:"\p{Cc}]*$/u.test(text)
  );
}

/** Splits `Name <address>` or a bare address. */
export function parseSender(text: string): { name: string; address: string } {
  const found = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(text);
  return found
    ? { name: oneLine(found[1] ?? ''), address: (found[2] ?? '').trim() }
    : { name: '', address: text.trim() };
}
