// The phone numbers in cells, as programs and spreadsheets write them.
import type { CountryCode } from 'libphonenumber-js/min';
import { phone } from '#contract/lib/fields.ts';
import { plainPhone } from '#contract/lib/typed.ts';
import { phoneKeyOf } from '#server/customers/contacts/phone-key.ts';

export interface FoundPhones {
  /** Each once. */
  numbers: string[];
  /** Numbers with an extension, as they are written. */
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
    if (/^\d([.,]\d+)?E\+?\d+$/i.test(text)) {
      isRounded = true;
      continue;
    }
    const plain = plainPhone(text.replace(extension, '')).replace(/^(\+?\d{5,})[.,]0+$/, '$1');
    const number = phone.safeParse(plain).data;
    if (number === undefined) isBroken = true;
    else {
      const key = phoneKeyOf(number, country);
      // A number with the code of its country, and without the sign that says so.
      const written = key === `+${number.replace(/\D/g, '')}` && /^\d/.test(number) ? key : number;
      if (!found.has(key)) found.set(key, written);
      if (extension.test(text)) extended.push(text);
    }
  }
  return { numbers: [...found.values()], extended, isBroken, isRounded };
}

/** Of an office. */
const extension = /[ ,;]{0,3}(?:ext\.?|extension|x|#|durchwahl|poste)\s*\d{1,6}$/i;

/** Of a cell that is looked at. */
const maxCell = 1_000;

/** Several numbers in a cell: `20 000 001 / 20 000 002`, `20000001; 20000002`; `030/5550100` is one. */
function split(cell: string): string[] {
  return cell
    .slice(0, maxCell)
    .replaceAll(/[^\S\n]+/g, ' ')
    .split(/ ?(?:[;,|\n]|:::| \/ |(?<=\d[\d ]{6,30})\/(?=[\d ]{7,30})) ?(?! ?(?:ext|x|#))/i)
    .map((text) => text.trim())
    .filter(Boolean);
}
