// Normalises place names for comparison: without case, accents or punctuation.

const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ŋ: 'n',
  ħ: 'h',
};

/**
 * The form in which names are stored and searched: "Rīga" and "RIGA" become "riga", "St. John's" becomes "st johns",
 * "Baden-Baden" becomes "baden baden". Scripts other than Latin keep their letters.
 */
export function foldName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþıŋħ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’ʻʼ`´.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
