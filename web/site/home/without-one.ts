/** Longer searches offer only as many. */
const maxOffered = 5;

/** Returns the text without each of its words in turn; none for a single word. */
export function withoutOne(text: string): string[] {
  const words = text.trim().split(/\s+/);
  if (words.length < 2) return [];
  const rests = words.map((_, left) => words.filter((_, index) => index !== left).join(' '));
  return [...new Set(rests)].slice(0, maxOffered);
}
