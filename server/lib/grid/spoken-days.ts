// Reads days and times as lists show them in the reader's language: `22 Nov`, `Nov 22, 2026`, `22. Nov. 2026 14:05`.
import { folded } from '#contract/lib/folded.ts';

/** The first wall time of a span and the first one after it. */
export type WallSpan = readonly [from: Temporal.PlainDateTime, to: Temporal.PlainDateTime];

/** Cells omit the current year only, but `22 Nov` is also part of `22 Nov 2024`. */
const yearsBack = 9;
const yearsAhead = 1;

/** Words between the figures of a date: Spanish `de`, Latvian `2026. g.`, Lithuanian `2026 m. lapkričio 22 d.` */
const fillers = new Set(['de', 'del', 'g', 'gada', 'm', 'd', 'at', 'um']);

interface Parts {
  day?: number;
  month?: number;
  year?: number;
  time?: { hour: number; minute: number; second?: number };
}

/** Returns the spans that all the words together mean; undefined unless they are a date, a month or a year. */
export function spansOf(words: readonly string[], language: string, today: Temporal.PlainDate): WallSpan[] | undefined {
  const parts = partsOf(words, language);
  if (!parts || (parts.month === undefined && parts.year === undefined)) return undefined;
  const { year, month, day, time } = parts;
  // A day needs its month, a time needs its day.
  if ((day !== undefined && month === undefined) || (time && day === undefined)) return undefined;
  const first = today.year - yearsBack;
  const years = year === undefined ? Array.from({ length: yearsBack + 1 + yearsAhead }, (_, n) => first + n) : [year];
  return years.flatMap((one): WallSpan[] => spanIn(one, parts));
}

function spanIn(year: number, { month, day, time }: Parts): WallSpan[] {
  if (month === undefined) return [lasting(new Temporal.PlainDate(year, 1, 1), { years: 1 })];
  if (day === undefined) return [lasting(new Temporal.PlainDate(year, month, 1), { months: 1 })];
  // 29 February exists in some years only.
  if (day > Temporal.PlainYearMonth.from({ year, month }).daysInMonth) return [];
  const date = new Temporal.PlainDate(year, month, day);
  if (!time) return [lasting(date, { days: 1 })];
  const from = date.toPlainDateTime(time);
  return [[from, from.add(time.second === undefined ? { minutes: 1 } : { seconds: 1 })]];
}

function lasting(date: Temporal.PlainDate, duration: Temporal.DurationLike): WallSpan {
  return [date.toPlainDateTime(), date.add(duration).toPlainDateTime()];
}

/**
 * Splits words into runs that are a day with its month, or a month with its year, and the other words. `may` or `2026`
 * alone stay words: names and numbers look the same.
 */
export function findDates(
  words: readonly string[],
  language: string,
  today: Temporal.PlainDate,
): { dates: { words: string[]; spans: WallSpan[] }[]; others: string[] } {
  const dates: { words: string[]; spans: WallSpan[] }[] = [];
  const others: string[] = [];
  for (let at = 0; at < words.length; ) {
    const length = runAt(words, at, language);
    const run = words.slice(at, at + length);
    const spans = length > 0 ? spansOf(run, language, today) : undefined;
    if (spans) dates.push({ words: run, spans });
    else others.push(...words.slice(at, at + 1));
    at += spans ? length : 1;
  }
  return { dates, others };
}

/** The length of the longest date of several words that begins here; 0 for none. */
function runAt(words: readonly string[], at: number, language: string): number {
  for (let length = words.length - at; length > 1; length--) {
    const run = words.slice(at, at + length);
    // A filler at either end belongs to other words.
    if (fillers.has(stripped(run[0])) || (length < words.length - at && fillers.has(stripped(run.at(-1))))) continue;
    const parts = partsOf(run, language);
    if (parts?.month !== undefined && (parts.day !== undefined || parts.year !== undefined)) {
      if (!parts.time || parts.day !== undefined) return length;
    }
  }
  return 0;
}

const stripped = (word = '') => word.replace(/[.,]+$/, '');

/** Returns what each word says; undefined when one of them says nothing, or two say the same. */
function partsOf(words: readonly string[], language: string): Parts | undefined {
  const parts: Parts = {};
  for (const word of words) {
    const read = readWord(stripped(word), language, parts);
    if (!read || Object.keys(read).some((name) => name !== 'time' && parts[name as keyof Parts] !== undefined)) {
      return undefined;
    }
    Object.assign(parts, read);
  }
  return parts;
}

function readWord(word: string, language: string, { day, time }: Parts): Parts | undefined {
  // Cells show the weekday beside a date, which says which day it is.
  if (fillers.has(word) || weekdayNames(language).has(word)) return {};
  const half = /^([ap])\.?m$/.exec(word)?.[1];
  if (half) {
    if (!time || time.hour > 12 || time.hour === 0) return undefined;
    return { time: { ...time, hour: (time.hour % 12) + (half === 'p' ? 12 : 0) } };
  }
  const clock = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(word);
  if (clock) {
    const [hour = 0, minute = 0, second] = clock.slice(1).map((figures) => (figures ? Number(figures) : undefined));
    if (time || hour > 23 || minute > 59 || (second ?? 0) > 59) return undefined;
    return { time: { hour, minute, second } };
  }
  if (/^(19|20|21)\d\d$/.test(word)) return { year: Number(word) };
  if (/^\d{1,2}$/.test(word)) {
    return day === undefined && Number(word) >= 1 && Number(word) <= 31 ? { day: Number(word) } : undefined;
  }
  const [, year, yearFirstMonth, lastDay] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(word) ?? [];
  if (year) return dated(Number(year), Number(yearFirstMonth), Number(lastDay));
  const [, first, second, last] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(word) ?? [];
  if (last) return dated(Number(last), Number(second), Number(first));
  const month = monthOf(word, language);
  return month === undefined ? undefined : { month };
}

function dated(year: number, month: number, day: number): Parts | undefined {
  const isDate = /^(19|20|21)/.test(String(year)) && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isDate ? { year, month, day } : undefined;
}

/** The number of a month by its short or long name, or the first three or more letters of one month only. */
function monthOf(word: string, language: string): number | undefined {
  if (!/^\p{L}{3,}$/u.test(word)) return undefined;
  const names = monthNames(language);
  const exact = names.findIndex((month) => month.includes(word));
  if (exact >= 0) return exact + 1;
  const [only, ...more] = names.flatMap((month, index) => (month.some((name) => name.startsWith(word)) ? [index] : []));
  return only === undefined || more.length ? undefined : only + 1;
}

/** The number of a weekday, 1 for Monday, by its short or long name; undefined for other words. */
export function spokenWeekday(word: string, language: string): number | undefined {
  return weekdayNames(language).get(stripped(word));
}

const weekdaysByLanguage = new Map<string, ReadonlyMap<string, number>>();

/** The numbers of the weekdays by their folded names, short and long. */
function weekdayNames(language: string): ReadonlyMap<string, number> {
  const found = weekdaysByLanguage.get(language);
  if (found) return found;
  const days = Array.from({ length: 7 }, (_, index) => Date.UTC(2026, 0, 5 + index));
  const names = (['short', 'long'] as const).flatMap((weekday) => {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
    return days.map((day, index) => [stripped(folded(format.format(day))), index + 1] as const);
  });
  const numbers = new Map(names);
  weekdaysByLanguage.set(language, numbers);
  return numbers;
}

const namesByLanguage = new Map<string, string[][]>();

/** The folded names of each month: alone and beside a day, which differ in Latvian and Lithuanian. */
function monthNames(language: string): string[][] {
  const found = namesByLanguage.get(language);
  if (found) return found;
  const formats = (['short', 'long'] as const).flatMap((month) =>
    [{ month }, { month, day: 'numeric' } as const].map(
      (options) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }),
    ),
  );
  const names = Array.from({ length: 12 }, (_, index) => {
    const at = Date.UTC(2026, index, 15);
    const parts = formats.flatMap((format) => format.formatToParts(at));
    const texts = parts.filter(({ type }) => type === 'month').map(({ value }) => stripped(folded(value)));
    return [...new Set(texts.filter((text) => /^\p{L}/u.test(text)))];
  });
  namesByLanguage.set(language, names);
  return names;
}
