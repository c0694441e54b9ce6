// Reads days as programs and people write them. Days and months of a column have one order.
import type { DayOrder } from '#contract/customers/import.ts';
import { folded } from '#contract/lib/folded.ts';

/** The countries that write the month first. */
const monthFirst = new Set(['US', 'PH', 'FM', 'MH', 'PW', 'GU', 'PR', 'AS', 'MP', 'VI']);

/** The countries that write the year first, and days without it as `12-04`. */
const yearFirst = new Set(['LT', 'SE']);
const yearless = /^\d{2}-\d{2}$/;

/** Of a cell with a day (characters). */
const maxDay = 60;

/** The order that the unambiguous days of a column show, else that of the country. */
export function dayOrderOf(cells: readonly string[], country: string | undefined): DayOrder {
  const pairs = cells.flatMap((cell) => {
    const [, first, second] = numeric.exec(dayTextOf(cell)) ?? [];
    return first && second ? [[Number(first), Number(second)] as const] : [];
  });
  const dayFirst = pairs.filter(([first, second]) => first > 12 && second <= 12).length;
  const monthsFirst = pairs.filter(([first, second]) => second > 12 && first <= 12).length;
  if (dayFirst !== monthsFirst) return dayFirst > monthsFirst ? 'dayFirst' : 'monthFirst';
  const texts = cells.map(dayTextOf).filter((text) => numeric.test(text));
  const isYearFirst = yearFirst.has(country ?? '') && texts.length > 0 && texts.every((text) => yearless.test(text));
  return isYearFirst || monthFirst.has(country ?? '') ? 'monthFirst' : 'dayFirst';
}

/** Whether a day is read by the order of its column. */
export function needsOrder(cell: string): boolean {
  return numeric.test(dayTextOf(cell));
}

export type DayParts = [year: string | undefined, month: string, day: string];

const numeric = /^(\d{1,2})\s*[-./ ]\s*(\d{1,2})(?:\s*[-./ ]\s*(\d{4}|\d{2})?)?\.?$/;

/** Without a time of day, and without words and marks around it: `geb. 7.3.1985`, `7.3.1985 (41)`, `7.3.1985 г.`, `1985-03-07 d.`. */
export function dayTextOf(cell: string): string {
  return cell
    .slice(0, maxDay)
    .normalize('NFKC')
    .replace(/(?<=\d)[T ]+\d{1,2}(?::\d{2}|\.\d{2}\.\d{2}).*$|(?<=^\d{8})T\d{6}Z?$/, '')
    .replace(/^\p{L}+[.,:]+\s*(?=\d)/u, '')
    .replace(/\s*(?:\([^()]*\)|(?<=\d\s?)[гd]\.?|[;,])\s*$/, '')
    .trim();
}

/** The parts of a day as they are written; undefined for other text. */
export function dayPartsIn(text: string, order: DayOrder): DayParts | undefined {
  const [, y, , m, d] = /^(\d{4}|(?=3[2-9]|[4-9]\d)\d{2})\s*([-./ ])\s*(\d{1,2})\s*\2\s*(\d{1,2})\.?$/.exec(text) ?? [];
  if (y && m && d) return [y, m, d];
  const whole = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (whole) return whole.slice(1) as DayParts;
  const [, month, day] = /^--(\d{2})-?(\d{2})$/.exec(text) ?? [];
  if (month && day) return [undefined, month, day];
  const [, first, second, year] = numeric.exec(text) ?? [];
  if (first && second) {
    const [one, other] = order === 'dayFirst' ? [second, first] : [first, second];
    // A single row in the other order than its column is still a day.
    return Number(one) > 12 && Number(other) <= 12 ? [year, other, one] : [year, one, other];
  }
  return serialDay(text) ?? romanMonth(text) ?? namedMonth(text);
}

/** The days since the end of 1899, by which spreadsheets count. */
function serialDay(text: string): DayParts | undefined {
  const [, days] = /^(\d{4,5})([.,]\d+)?$/.exec(text) ?? [];
  if (!days || Number(days) < 3_000) return undefined;
  const { year, month, day } = Temporal.PlainDate.from('1899-12-30').add({ days: Number(days) });
  return [String(year), String(month), String(day)];
}

const romans = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];

/** `7.III.1985`. */
function romanMonth(text: string): DayParts | undefined {
  const [, day, roman = '', year] = /^(\d{1,2})[. /-]+([IVX]{1,4})\.?[. /-]*(\d{4}|\d{2})?$/i.exec(text) ?? [];
  const month = romans.indexOf(roman.toUpperCase()) + 1;
  return day && month > 0 ? [year, String(month), day] : undefined;
}

/** `7. März 1985`, `7-Mar-85`, `March 7, 1985`, `7 de marzo de 1985`. */
function namedMonth(text: string): DayParts | undefined {
  const [name] = text.match(/\p{L}{3,}/gu)?.filter((word) => monthOf(word)) ?? [];
  const numbers = text.match(/\d+/g) ?? [];
  const month = name && monthOf(name);
  if (!month || numbers.length === 0 || numbers.length > 2) return undefined;
  const [first = '', second] = numbers;
  if (first.length === 4 && second) return [first, month, second];
  return [second, month, first];
}

const monthLocales = 'en de fr es lv lt it pl nl pt cs sk et fi sv da nb hu hr sl ro ru uk bg tr el'.split(' ');
/** Languages whose names of months people also shorten by themselves. */
const shortened = 'en de fr es lv lt'.split(' ');
let months: Map<string, string | null> | undefined;

/** By the names of months in the languages of Europe; undefined for one that means two months, such as `listopada`. */
function monthOf(word: string): string | undefined {
  months ??= namedMonths();
  const key = folded(word);
  for (const part of [key, key.slice(0, 4), key.slice(0, 3)]) {
    const found = months.get(part);
    if (found !== undefined) return found ?? undefined;
  }
  return undefined;
}

function namedMonths(): Map<string, string | null> {
  const [whole, parts] = [new Map<string, string | null>(), new Map<string, string | null>()];
  const add = (names: Map<string, string | null>, key: string, month: string) => {
    if (key.length >= 3) names.set(key, (names.get(key) ?? month) === month ? month : null);
  };
  for (const locale of monthLocales) {
    for (const options of [{ month: 'long' }, { month: 'long', day: 'numeric' }, { month: 'short' }] as const) {
      const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
      for (let month = 1; month <= 12; month++) {
        const name = format.formatToParts(Date.UTC(2001, month - 1, 1)).find(({ type }) => type === 'month')?.value;
        const key = folded(name ?? '').replace(/[^\p{L}]/gu, '');
        add(whole, key, String(month));
        if (shortened.includes(locale))
          for (const part of [key.slice(0, 4), key.slice(0, 3)]) add(parts, part, String(month));
      }
    }
  }
  return new Map([...parts, ...whole]);
}
