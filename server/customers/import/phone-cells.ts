// The phone numbers in cells, as programs and spreadsheets write them.
import type { CountryCode } from 'libphonenumber-js/min';
import { phone } from '#contract/lib/fields.ts';
import { plainPhone } from '#contract/lib/typed.ts';
import { phoneKeyOf } from '#server/customers/contacts/phone-key.ts';

export interface FoundPhones {
  /** Each once, with the form by which customers are found. */
  numbers: string[];
  keys: string[];
  /** Numbers with an extension, or with words behind them, as they are written. */
  extended: string[];
  isBroken: boolean;
  /** A spreadsheet has rounded one, such as 4.9E+11: its digits are lost. */
  isRounded: boolean;
}

export function phonesIn(cells: readonly string[], country: CountryCode | undefined): FoundPhones {
  const found = new Map<string, string>();
  const extended: string[] = [];
  let isBroken = false;
  let isRounded = false;
  for (const text of cells.flatMap(split)) {
    const [, mantissa = '', fraction = '', exponent] = /^(\d)(?:[.,](\d+))?E\+?(\d+)$/i.exec(text) ?? [];
    // All digits are there when there are as many as the exponent says.
    if (exponent && fraction.length < Number(exponent)) {
      isRounded = true;
      continue;
    }
    const words = wordsAround.exec(text.replace(extension, ''));
    const plain = exponent ? mantissa + fraction : plainPhone(words?.[2] ?? text.replace(extension, ''));
    const number = phone.safeParse(plain.replace(/^\(\+(\d{1,3})\)/, '+$1').replace(/^(\+?\d{5,})[.,]0+$/, '$1')).data;
    const inner = number === undefined ? numbersWithin(text) : [];
    if (number === undefined && inner.length === 0) isBroken = true;
    else if (number === undefined) {
      const [first = ''] = inner;
      const key = phoneKeyOf(first, country);
      if (!found.has(key)) found.set(key, first);
      extended.push(text);
    } else {
      const key = phoneKeyOf(number, country);
      // A number with the code of its country, and without the sign that says so.
      const written = key === `+${number.replace(/\D/g, '')}` && /^\d/.test(number) ? key : number;
      if (!found.has(key)) found.set(key, written);
      if (extension.test(text) || words?.[3]) extended.push(text);
    }
  }
  return { numbers: [...found.values()], keys: [...found.keys()], extended, isBroken, isRounded };
}

/** A name with a number behind it: `Anna Berg 0171 5550101`, `Anna (20000001)`. The number is empty without one. */
export function splitNumber(text: string): { name: string; number: string } {
  const [, name = text, number = ''] =
    /^(.{0,200}?\p{L}.{0,200}?)[\s,;(–-]+(\+?\d[\d ()./-]{5,25}\d)\)?$/u.exec(text) ?? [];
  return phonesIn([number], undefined).numbers.length > 0 ? { name, number } : { name: text, number: '' };
}

/** Of an office. */
const extension = /[ ,;]{0,3}(?:ext\.?|extension|x|#|durchwahl|dw|poste|доб\.?)\s*\d{1,6}$/i;

/** The kind of a number before it, and words such as "Anna" or "(work)" behind it: neither has digits. */
const wordsAround =
  /^(?:(\p{L}[^\d+]{0,30}[.: ])|\p{L}{1,12}[.:]+)?\s*([+(\d][\d ()./+-]{5,28}\d)\s*([(\p{L}][^\d]{0,40})?$/u;

/** Of a cell that is looked at. */
const maxCell = 1_000;

/** Numbers among words that belong to them: `0171 5550101 (Anna: 0171 5550102)`. */
function numbersWithin(text: string): string[] {
  if (!/\p{L}/u.test(text)) return [];
  const numbers = text.match(/[+(]?\d[\d ()./-]{4,28}\d/g) ?? [];
  return numbers.flatMap((number) => phone.safeParse(plainPhone(number)).data ?? []);
}

/** Several numbers in a cell: `20 000 001 / 20 000 002`, `20000001 or 20000002`; `030/5550100` is one. */
function split(cell: string): string[] {
  return (
    cell
      .slice(0, maxCell)
      .replaceAll(/[^\S\n]+/g, ' ')
      // Marks of a spreadsheet, which has kept a number as one with decimals.
      .replace(/^(\+?\d{6,15})[.,]0+$/, '$1')
      .replace(/^(\d),(\d+E)/i, '$1.$2')
      .split(
        / ?(?:[;,|\n]|:::| \/ |(?<=\d) (?:or|oder|und|and|ou|et|o|y|vai|un|ar|arba|ir|lub|i|of|en|или|и) (?=[+\d(])|(?<=\d)(?= \+)|(?<=\d{7}) (?=\d{7})|(?<=\d[\d ]{6,30})\/(?=[\d ]{7,30})) ?(?! ?(?:ext|x|#|доб))/i,
      )
      .map((text) => text.trim())
      .filter(Boolean)
  );
}
