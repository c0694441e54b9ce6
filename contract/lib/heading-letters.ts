// The letters of the serif, which headings of public pages are set in: server, browser and font have the same.

/** First and last code points: ASCII and Latin-1, then dashes, quotation marks and signs of text. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x152, 0x153],
  [0x2010, 0x2011],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2032, 0x2033],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
] as const;

/** Of Latvian and Lithuanian; Latin-1 has those of the other four languages. */
const baltic = 'ĀāĄąČčĒēĖėĘęĢģĪīĮįĶķĻļŅņŠšŪūŲųŽž';

/** Every character that the font of headings must have. */
export const headingLetters =
  ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .map((code) => String.fromCodePoint(code))
    .join('') + baltic;

/** Narrow spaces between figures, which browsers derive from the space of the font. */
const spaces = '\u2009\u202f';
const letters = new Set(headingLetters + spaces);

/** True if the serif has every letter of the text. */
export function isInHeadingLetters(text: string): boolean {
  for (const letter of text) if (!letters.has(letter)) return false;
  return true;
}
