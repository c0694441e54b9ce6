// Text that goes into a header or a calendar property: one line, and nothing in it that could begin another.

/** Control and direction-changing characters become spaces; at most `most` characters. */
export function oneLine(text: string, maxLength = 200): string {
  const line = text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= maxLength ? line : `${[...line].slice(0, maxLength - 1).join('')}…`;
}

/** Whether a text is one plain mail address that a server can be given as a recipient. */
export function isAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.?[^\s@<>()[\]\\,;:"\p{Cc}]*$/u.test(text)
  );
}

/** The address and the name of `Name <address>` or of a bare address. */
export function parseSender(text: string): { name: string; address: string } {
  const found = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(text);
  return found
    ? { name: oneLine(found[1] ?? ''), address: (found[2] ?? '').trim() }
    : { name: '', address: text.trim() };
}
