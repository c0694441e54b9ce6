// Counts the SMS of a text, and cuts it: one holds 160 characters of the GSM 03.38 alphabet or 70 of Unicode, each of
// several holds fewer.

/** By their codes. ESC, which begins a character of two units, is no character. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const esc = 0x1b;
/** These take two units: ESC and the code of another character. */
const extension: Readonly<Record<string, number>> = {
  ...{ '\f': 0x0a, '^': 0x14, '{': 0x28, '}': 0x29, '\\': 0x2f, '[': 0x3c, '~': 0x3d, ']': 0x3e, '|': 0x40, '€': 0x65 },
};
const codes = new Map([...basic].map((sign, code) => [sign, [code]]));
codes.delete('\x1b');
for (const [sign, code] of Object.entries(extension)) codes.set(sign, [esc, code]);
const extended = new Map(Object.entries(extension).map(([sign, code]) => [code, sign]));

/** `characters` counts units of an SMS. A character of two units is never split between two SMS. */
export function smsParts(text: string): { characters: number; parts: number; isUnicode: boolean } {
  const isUnicode = needsUnicode(text);
  const sizes = sizesOf(text, isUnicode);
  return { characters: sum(sizes), parts: startsOf(sizes, isUnicode).length, isUnicode };
}

/** The text of each SMS. */
export function cutSms(text: string, isUnicode: boolean): string[] {
  const signs = [...text];
  const starts = startsOf(sizesOf(text, isUnicode), isUnicode);
  return starts.map((start, index) => signs.slice(start, starts[index + 1]).join(''));
}

/** One octet for each unit; characters outside of the alphabet become `?`. */
export function encodeGsm(text: string): Buffer {
  return Buffer.from([...text].flatMap((sign) => codes.get(sign) ?? codes.get('?') ?? []));
}

export function decodeGsm(octets: Uint8Array): string {
  let text = '';
  let isEscaped = false;
  for (const octet of octets) {
    const code = octet & 0x7f;
    if (!isEscaped && code === esc) {
      isEscaped = true;
      continue;
    }
    text += (isEscaped ? extended.get(code) : undefined) ?? basic[code] ?? '';
    isEscaped = false;
  }
  return text;
}

export function needsUnicode(text: string): boolean {
  return [...text].some((sign) => !codes.has(sign));
}

/**
 * Returns `write(words)`, with plain letters in these words where that alone saves Unicode: one letter of a date, as in
 * "sáb" or "août", more than halves what an SMS holds.
 */
export function inGsmWherePossible(write: (words: string) => string, words: string): string {
  const plain = write(withGsmLetters(words));
  return needsUnicode(plain) ? write(words) : plain;
}

/** Replaces characters that need Unicode by a plain letter, space or dash, where there is one. */
function withGsmLetters(text: string): string {
  const plain = (sign: string) => {
    const base = sign
      .replace(/\s/u, ' ')
      .replace(/\p{Pd}/u, '-')
      .normalize('NFD')
      .replace(/\p{M}/gu, '');
    return needsUnicode(base) ? sign : base;
  };
  return [...text].map((sign) => (codes.has(sign) ? sign : plain(sign))).join('');
}

function sizesOf(text: string, isUnicode: boolean): number[] {
  return [...text].map((sign) => (isUnicode ? sign.length : (codes.get(sign)?.length ?? 1)));
}

/** The character that each SMS begins with, by its position. */
function startsOf(sizes: readonly number[], isUnicode: boolean): number[] {
  const [alone, each] = isUnicode ? [70, 67] : [160, 153];
  const starts = [0];
  if (sum(sizes) <= alone) return starts;
  let room = each;
  for (const [index, size] of sizes.entries()) {
    if (size > room) {
      starts.push(index);
      room = each;
    }
    room -= size;
  }
  return starts;
}

const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
