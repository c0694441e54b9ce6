// Inserts a placeholder at the cursor of a text.

/**
 * Replaces the selection with `placeholder`. Returns the text and the cursor position. A part gets its own paragraph.
 */
export function insertInto(
  text: string,
  [from, to]: readonly [number, number],
  placeholder: string,
  isPart: boolean,
): { text: string; at: number } {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  if (!isPart) return { text: before + placeholder + after, at: from + placeholder.length };
  const start = before.trimEnd();
  const rest = after.trimStart();
  const head = start ? `${start}\n\n${placeholder}` : placeholder;
  return { text: rest ? `${head}\n\n${rest}` : head, at: head.length };
}
