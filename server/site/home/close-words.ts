// Words that differ from another by typing errors.

const alphabets = ['abcdefghijklmnopqrstuvwxyz0123456789', 'абвгдежзиклмнопрстуфхцчшщъыьэюя'] as const;

/** The number of changes that may be a typing error: none in short words, one from 4 letters, two from 8. */
export function allowedChanges(word: string): 0 | 1 | 2 {
  if (word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/** All words at one change from a word: a letter more, less, other, or two neighbours swapped. */
export function wordsOneChangeAway(word: string): string[] {
  const alphabet = /[а-я]/.test(word) ? alphabets[1] : alphabets[0];
  const words = new Set<string>();
  const letters = [...word];
  for (let at = 0; at <= letters.length; at++) {
    const before = letters.slice(0, at).join('');
    const [first = '', second = '', ...others] = letters.slice(at);
    const rest = second + others.join('');
    if (first) words.add(before + rest);
    if (second) words.add(before + second + first + others.join(''));
    for (const letter of alphabet) {
      words.add(before + letter + first + rest);
      if (first) words.add(before + letter + rest);
    }
  }
  words.delete(word);
  return [...words];
}

/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
export function changesBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= one.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let changes = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) changes = Math.min(changes, cell(row - 2, column - 2) + 1);
      rows[row]?.push(changes);
    }
  }
  return cell(one.length, other.length);
}
