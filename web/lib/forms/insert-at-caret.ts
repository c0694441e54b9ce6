// Inserts a placeholder at the caret of a field.

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Changes the text of the field by `onChange`, and then puts the caret behind the placeholder. */
export function insertAtCaret(
  field: Field | null,
  placeholder: string,
  onChange: (text: string) => void,
  { isPart = false } = {},
): void {
  if (!field) return;
  const { value } = field;
  const [from, to] = [field.selectionStart ?? value.length, field.selectionEnd ?? value.length];
  const { text, at } = insertInto(value, [from, to], placeholder, isPart);
  onChange(text);
  // React must render the text first.
  requestAnimationFrame(() => {
    field.focus();
    field.setSelectionRange(at, at);
  });
}

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
