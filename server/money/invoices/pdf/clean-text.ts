// Prepares texts that people typed for a document: removes what has no look, and marks what its fonts cannot show.

/** Stands for a letter that is drawn as a box. */
export const box = '\uE000';

/** One line; also for XML, which has no control characters. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Co}\p{Cn}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .trim();
}

/** The lines of an address, without empty ones. */
export function cleanLines(text: string): string[] {
  return text
    .split(/[\r\n\u2028]+/)
    .map(cleanText)
    .filter((line) => line !== '');
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Replaces what is not in `letters` by boxes, and adds the code of its script to `scripts`. */
export function boxUnknown(text: string, letters: ReadonlySet<number>, scripts: Set<string>): string {
  if (isKnown(text, letters)) return text;
  return Array.from(graphemes.segment(text), ({ segment }) => {
    if (isKnown(segment, letters)) return segment;
    scripts.add(scriptOf(segment));
    return box;
  }).join('');
}

function isKnown(text: string, letters: ReadonlySet<number>): boolean {
  for (const letter of text) {
    if (!letters.has(letter.codePointAt(0) ?? 0)) return false;
  }
  return true;
}

/** `Zsye` are emoji, `Zsym` other symbols. */
const scripts: readonly [code: string, pattern: RegExp][] = [
  ['Arab', /\p{Script=Arabic}/u],
  ['Hebr', /\p{Script=Hebrew}/u],
  ['Hani', /\p{Script=Han}/u],
  ['Jpan', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Kore', /\p{Script=Hangul}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Deva', /\p{Script=Devanagari}/u],
  ['Armn', /\p{Script=Armenian}/u],
  ['Geor', /\p{Script=Georgian}/u],
  ['Beng', /\p{Script=Bengali}/u],
  ['Taml', /\p{Script=Tamil}/u],
  ['Zsye', /\p{Extended_Pictographic}|\p{Regional_Indicator}/u],
];

function scriptOf(segment: string): string {
  return scripts.find(([, pattern]) => pattern.test(segment))?.[0] ?? 'Zsym';
}
