// Decodes the text of a file. Where the bytes do not state the encoding, the letters show it: the right one gives words
// of one language; others give symbols, capitals within words, and letters that no language has together.
import { analyse } from 'chardet';
import iconv from 'iconv-lite';

export interface Decoded {
  charset: string;
  text: string;
  /** Encodings that give different texts, the likeliest first, each with words that show it. */
  charsets: { charset: string; sample: string }[];
}

/** The letters beyond a to z of each language, and all letters of other scripts. */
const letters: Record<string, string> = {
  // Of names and words that came from elsewhere: they count only in a company of this language.
  en: 'áâçèéêëíïñóôöü',
  de: 'äöüß',
  fr: 'àâçéèêëîïôùûüÿœæ',
  es: 'áéíñóúüªº',
  pt: 'ãõáâàçéêíóôúªº',
  it: 'àèéìòùªº',
  nl: 'ëïéèöüáó',
  cs: 'áčďéěíňóřšťúůýž',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  pl: 'ąćęłńóśźż',
  hu: 'áéíóöőúüű',
  sl: 'čšž',
  hr: 'čćđšž',
  ro: 'ăâîșțşţ',
  sv: 'åäöé',
  da: 'åæøé',
  fi: 'äöå',
  et: 'äõöüšž',
  lv: 'āčēģīķļņōŗšūž',
  lt: 'ąčęėįšųūž',
  tr: 'âçğıİöşü',
  is: 'áæðéíóöþúý',
  ru: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  bg: 'абвгдежзийклмнопрстуфхцчшщъьюя',
  sr: 'абвгдђежзијклљмнњопрстћуфхцчџш',
  el: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ',
};
const languages = Object.entries(letters).map(([key, all]) => ({ key, letters: new Set(all) }));

/** Encodings of Windows, of old Macs and of DOS; the earlier of two that are as likely is chosen. */
const encodings = [
  ...['windows-1252', 'windows-1250', 'windows-1257', 'windows-1251', 'windows-1253', 'windows-1254'],
  ...['iso-8859-2', 'iso-8859-15', 'iso-8859-5', 'macroman', 'maccenteuro', 'maccyrillic', 'macgreek', 'macturkish'],
  ...['maccroatian', 'macromania', 'maciceland'],
  ...['cp850', 'cp852', 'cp775', 'cp866', 'cp857', 'cp737', 'cp860', 'koi8-r', 'koi8-u'],
];

/** Of the lines by which an encoding is guessed. */
const maxSampled = 64 * 1024;
/** Encodings that a person can choose from: the likeliest ones, and those that owners have most. */
const maxLikely = 6;
const usual = new Set(['windows-1252', 'windows-1250', 'windows-1257', 'macroman']);
/** Of a sample. */
const maxSample = 60;

/** `preferred` are languages of the company, `charset` the choice of the person; without one it is guessed. */
export function decode(bytes: Buffer, preferred: readonly string[], charset?: string): Decoded {
  const marked = markedCharset(bytes);
  const known = marked ?? (isUtf8(bytes) ? 'utf-8' : undefined);
  if (known) return { charset: known, text: textIn(bytes, known), charsets: [] };
  const latin = bytes.toString('latin1');
  const isMixed = mostlyUtf8(sampleOf(latin));
  const guessed = guess(isMixed ? latin.replaceAll(utf8Letter, '') : latin, preferred);
  const given = charset && isText(charset) ? charset : undefined;
  if (isMixed && (!given || given === 'utf-8')) {
    const [other = { charset: 'windows-1252' }] = guessed;
    return { charset: 'utf-8', text: decodeMixed(latin, other.charset), charsets: [] };
  }
  const chosen = given ?? guessed[0]?.charset ?? 'windows-1252';
  return {
    charset: chosen,
    text: textIn(bytes, chosen),
    charsets: guessed.filter(({ charset }, index) => index < maxLikely || usual.has(charset)),
  };
}

/** Whether it is an encoding of text; the library also knows those of bytes, such as base64. */
export function isText(charset: string): boolean {
  return !/^(base64|hex|binary|ucs|utf-?7)/i.test(charset) && iconv.encodingExists(charset);
}

/** The encoding that a byte order mark or every second byte says. */
function markedCharset(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 20;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : undefined;
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function textIn(bytes: Buffer, charset: string): string {
  return lettersIn(bytes, charset).replace(/^\ufeff/, '');
}

/** Encodings that the platform knows in the version with the sign of the euro, and the library without. */
const onPlatform: Record<string, string> = { macroman: 'macintosh', maccyrillic: 'x-mac-cyrillic' };

function lettersIn(bytes: Buffer, charset: string): string {
  const label = onPlatform[charset];
  return label ? new TextDecoder(label).decode(bytes) : iconv.decode(bytes, charset);
}

/** A letter of several bytes in UTF-8, where each character stands for a byte. */
const utf8Letter =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf4][\x80-\xbf]{3}/g;

/** Programs that join files write lines in different encodings: most letters, or most lines, are of UTF-8. */
function mostlyUtf8(latin: string): boolean {
  const whole = latin.match(utf8Letter)?.length ?? 0;
  const other = latin.replaceAll(utf8Letter, '').match(/[\x80-\xff]/g)?.length ?? 0;
  if (whole === 0 || whole > other) return whole > 0;
  const lines = latin.split('\n').filter((line) => /[\x80-\xff]/.test(line));
  return lines.filter((line) => !/[\x80-\xff]/.test(line.replaceAll(utf8Letter, ''))).length > lines.length / 2;
}

/** Decodes letters of UTF-8 as such, and each other byte in `charset`. */
function decodeMixed(latin: string, charset: string): string {
  const pieces: string[] = [];
  let start = 0;
  const add = (end: number) => pieces.push(Buffer.from(latin.slice(start, end), 'latin1').toString());
  for (const { 0: bytes, index } of latin.matchAll(new RegExp(`${utf8Letter.source}|[\\x80-\\xff]`, 'g'))) {
    if (bytes.length > 1) continue;
    add(index);
    pieces.push(lettersIn(Buffer.from(bytes, 'latin1'), charset));
    start = index + 1;
  }
  add(latin.length);
  return pieces.join('').replace(/^\ufeff/, '');
}

/** The likeliest first; one of those that give the same text. `latin` has a character for each byte. */
function guess(latin: string, preferred: readonly string[]): Decoded['charsets'] {
  const bytes = Buffer.from(sampleOf(latin), 'latin1');
  const words = sampleOf(latin)
    .split(/[\s;,|"<>@]+/)
    .filter((word) => /[\x80-\xff]/.test(word));
  const shown = Buffer.from([...new Set(words)].join(', ').slice(0, maxSample), 'latin1');
  const found = new Map<string, { charset: string; score: number }>();
  for (const charset of encodings) {
    const text = lettersIn(bytes, charset);
    if (!found.has(text)) found.set(text, { charset, score: scoreOf(text, preferred) + usualness(charset, text) });
  }
  const ordered = [...found.values()].sort((a, b) => b.score - a.score).map(({ charset }) => charset);
  const best = Math.max(...[...found.values()].map(({ score }) => score));
  const isWords = best > (latin.match(/[\x80-\xff]/g)?.length ?? 0) / 3;
  return [...(isWords ? [] : otherScripts(bytes)), ...ordered].map((charset) => ({
    charset,
    sample: lettersIn(shown, charset).replaceAll('\n', ' ').trim(),
  }));
}

/**
 * Files of Windows are the most usual ones, those of DOS the least: of two encodings in which each letter fits a
 * language, that counts more than the language of the company.
 */
function usualness(charset: string, text: string): number {
  const weight = charset.startsWith('windows') ? 3 : /^(mac|iso)/.test(charset) ? 1 : 0;
  return weight * (0.05 * (text.match(/\P{ASCII}/gu)?.length ?? 0) + 0.3);
}

/** Encodings of Asia and of the Near East, whose bytes give no words in any of the others. */
function otherScripts(bytes: Buffer): string[] {
  const names = analyse(bytes).map(({ name }) => name.toLowerCase());
  const others = names.filter((name) => /^(shift|euc|gb|big5|windows-125[5-8])/.test(name) && isText(name));
  return others.filter((name) => {
    const text = iconv.decode(bytes, name);
    // Names of several countries fit no language: between letters of Latin, those of another script are mistakes.
    return (text.match(amongLatin)?.length ?? 0) * 4 < (text.match(/(?=\P{Script=Latin})\p{L}/gu)?.length ?? 0);
  });
}

const amongLatin = /(?<=\p{Script=Latin})(?=\P{Script=Latin})\p{L}|(?=\P{Script=Latin})\p{L}(?=\p{Script=Latin})/gu;

/** The lines with letters beyond ASCII. */
function sampleOf(latin: string, max = maxSampled): string {
  const lines: string[] = [];
  let length = 0;
  for (const line of latin.split(/[\r\n]+/)) {
    if (!/[\x80-\xff]/.test(line)) continue;
    lines.push(line.slice(0, max));
    length += line.length + 1;
    if (length > max) break;
  }
  return lines.join('\n').slice(0, max);
}

/** Marks that people type or that programs put in their place. */
const usualMarks = new Set('“”‘’„‚«»–—…€£§°·´`•№\u00a0');

/** Places where people type such marks: a text that has them there is right, as with its letters. */
const usualPlaces = [
  // `O’Brien`, `D´Angelo`, `dell’Acqua`.
  /(?<!\p{L})(?:[ODLMNÓ]|Mc|De|Dell|Dall|Sant|d|dell|dall|l)[’´](?=\p{Lu})/gu,
  // `l’eau`, `qu’il`; `Anna’s`, `don’t`.
  /(?<!\p{L})(?:[cdjlmnst]|qu)[’´](?=[aeiouyhéèê]\p{Ll}{2})|(?<=\p{Ll})[’´](?=(?:s|t|d|m|ll|re|ve)(?!\p{L}))/gu,
  // Quotes around words, both of them.
  /(?<![\p{L}\p{N}])[“„”«»‘‚](?=[^“”„«»‘‚’\n]{1,80}[“”«»‘’](?![\p{L}\p{N}]))/gu,
  /[“”«»‘’](?<=(?<![\p{L}\p{N}])[“„”«»‘‚][^“”„«»‘‚’\n]{1,80}.)(?![\p{L}\p{N}])/gu,
  // Dashes between words and figures, and a sentence that does not end.
  /(?<=[\s\d])[–—](?=[\s\d])|(?<=[\p{Ll}\d])…(?!\p{L})/gu,
];

/** Letters of other scripts that few words have. */
const rare = new Set('ёжфхцчшщъыэюґєїђјљњћџζθξφχψώϊϋΐΰ');
const mistakes = [
  // Capitals within words.
  /\p{Ll}(?=\P{ASCII})\p{Lu}|\p{Lu}(?=\P{ASCII})\p{Lu}(?=\p{Ll})/gu,
  // A letter in the place of an apostrophe: `OíBrien`.
  /(?<!\p{L})[ODLMN](?=\P{ASCII})\p{L}(?=\p{Lu}\p{Ll})/gu,
  // A letter alone beside a figure: an amount has a sign of its currency there.
  /(?<!\p{L})(?=\P{ASCII})\p{L}(?!\p{L})(?=[\s\u00a0]?\d)|(?<=\d[\s\u00a0]?)(?=\P{ASCII})\p{L}(?!\p{L})/gu,
  // Letters of two scripts in a word.
  /\p{Script=Latin}(?=[\p{Script=Cyrillic}\p{Script=Greek}])|[\p{Script=Cyrillic}\p{Script=Greek}](?=\p{Script=Latin})/gu,
];

/** Few words have so many one after the other: the letter of one is that of a vowel in another encoding, `Jźrgen`. */
const consonants = /(?:(?![aeiouyßàáâãäåāăąæèéêëēėęěìíîïīįıòóôõöøōőœùúûüūůűųýÿ])\p{Script=Latin}){4,}/giu;

/** In a list of names, such a word begins with a wrong letter. */
const smallName = /(?<!\p{L})(?=\P{ASCII})\p{Ll}(?=\p{L})/gu;

/** Whether nearly all words that begin with a letter of ASCII have a capital there; addresses have none. */
function areNames(text: string): boolean {
  const words = text.replaceAll(/[^\s@;,]{0,64}@[^\s@;,]{0,99}/g, ' ');
  const capitals = words.match(/(?<!\p{L})[A-Z]/gu)?.length ?? 0;
  return capitals >= 4 * (words.match(/(?<!\p{L})[a-z]/gu)?.length ?? 0);
}

/** How well a text fits the language that it fits best; 1 for each letter that is right. */
function scoreOf(text: string, preferred: readonly string[]): number {
  let marks = 0;
  let count = 0;
  const found = new Map<string, number>();
  for (const [character] of text.matchAll(/\P{ASCII}/gu)) {
    if (/\p{L}/u.test(character)) {
      const small = character.toLowerCase();
      found.set(small, (found.get(small) ?? 0) + 1);
      count++;
    } else marks += /[€£]/.test(character) ? 0.5 : usualMarks.has(character) ? -0.5 : -3;
  }
  for (const place of usualPlaces) marks += 1.5 * (text.match(place)?.length ?? 0);
  for (const [run] of text.matchAll(consonants)) if (/\P{ASCII}/u.test(run)) marks -= 1;
  if (areNames(text)) marks -= 2 * (text.match(smallName)?.length ?? 0);
  for (const mistake of mistakes) marks -= 3 * (text.match(mistake)?.length ?? 0);
  const fits = languages.map(({ key, letters }) => {
    if (key === 'en' && !preferred.includes(key)) return Number.NEGATIVE_INFINITY;
    let sum = preferred.includes(key) ? 0.05 * count + 0.4 : 0;
    for (const [letter, times] of found) sum += times * (letters.has(letter) ? (rare.has(letter) ? 0.4 : 1) : -1.5);
    return sum;
  });
  return marks + Math.max(...fits);
}
