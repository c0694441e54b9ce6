// Formats every date and time that people read: an instant, in a zone, in the page's locale. A text with an offset says
// its wall time itself, by the server's rules: a browser's own rules of the zone may be older.
import { dateFormat } from '#contract/lib/date-format.ts';
import { currentLocale } from './locale.ts';
import { zonedAt } from './zones.ts';

/**
 * An instant, or its text as answers contain it (ISO 8601). The offset in a text, unless it is `Z` or `+00:00`, is that
 * of the zone that a function is given: pass an instant for any other zone. Lists answer every instant with `+00:00`.
 */
export type When = Temporal.Instant | string;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${currentLocale()} ${zone} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    format = dateFormat(currentLocale(), { timeZone: zone, ...options });
    formats.set(key, format);
  }
  return format;
}

// Pass milliseconds: `Intl` does not accept a polyfilled Temporal.
const formatWhen = (when: When, zone: string, options: Intl.DateTimeFormatOptions) =>
  formatIn('UTC', options).format(wallOf(when, zone).toZonedDateTime('UTC').epochMilliseconds);

/** Returns what a clock in the zone shows. */
export function wallOf(when: When, zone: string): Temporal.PlainDateTime {
  return typeof when === 'string' && hasOffset(when)
    ? Temporal.PlainDateTime.from(when)
    : zonedAt(instantOf(when), zone).toPlainDateTime();
}

const hasOffset = (text: string) => /[+-](?!00:00)\d\d:\d\d$/.test(text);

/** The text of an instant with its offset in a zone. */
export function inZone(when: When, zone: string): string {
  return zonedAt(instantOf(when), zone).toString({ timeZoneName: 'never' });
}

export function instantOf(when: When): Temporal.Instant {
  return typeof when === 'string' ? Temporal.Instant.from(when) : when;
}

export const now = (): Temporal.Instant => Temporal.Now.instant();

/** The zone of the visitor's device. */
export const visitorZone = (): string => Temporal.Now.timeZoneId();

/** The calendar date of an instant in a zone. */
export function dateIn(when: When, zone: string): Temporal.PlainDate {
  return wallOf(when, zone).toPlainDate();
}

/** `09:30` or `9:30 AM`, depending on the locale. */
export function timeOf(when: When, zone: string): string {
  return formatWhen(when, zone, { timeStyle: 'short' });
}

/** `Mon 23 Nov`; adds the year unless it is the current one. */
export function shortDay(when: When, zone: string): string {
  return formatWhen(when, zone, { weekday: 'short', day: 'numeric', month: 'short', ...yearIfDifferent(when, zone) });
}

/** `Monday 23 November`; adds the year unless it is the current one. */
export function longDay(when: When, zone: string): string {
  return formatWhen(when, zone, { weekday: 'long', day: 'numeric', month: 'long', ...yearIfDifferent(when, zone) });
}

/** Returns `today`, `tomorrow` or `yesterday` in the page's language, or undefined for any other day. */
export function relativeDay(when: When, zone: string): string | undefined {
  const days = dateIn(now(), zone).until(dateIn(when, zone), { largestUnit: 'day' }).days;
  if (Math.abs(days) > 1) return undefined;
  return new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' }).format(days, 'day');
}

/** `tomorrow, 09:30` or `Wed 25 Nov, 09:30`, within a sentence. */
export function dayAndTimeWithin(when: When, zone: string): string {
  return `${relativeDay(when, zone) ?? shortDay(when, zone)}, ${timeOf(when, zone)}`;
}

/** `Tomorrow, 09:30` or `Wed 25 Nov, 09:30`, for short texts such as the next free time. */
export function dayAndTime(when: When, zone: string): string {
  const day = relativeDay(when, zone);
  return `${day ? capitalize(day) : shortDay(when, zone)}, ${timeOf(when, zone)}`;
}

/** `23 Nov, 09:30:05`, for log entries; adds the year unless it is the current one. */
export function momentOf(when: When, zone: string): string {
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return formatWhen(when, zone, { day: '2-digit', month: 'short', ...yearIfDifferent(when, zone), ...clock });
}

/** `23 Nov, 09:30`; adds the year unless it is the current one. */
export function minuteOf(when: When, zone: string): string {
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  return formatWhen(when, zone, { day: '2-digit', month: 'short', ...yearIfDifferent(when, zone), ...clock });
}

/** A date without a zone: `Mon 23 Nov`, or as `options` specify. */
export function plainDay(
  date: Temporal.PlainDate | string,
  options: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' },
): string {
  return formatWhen(Temporal.PlainDate.from(date).toZonedDateTime('UTC').toInstant(), 'UTC', options);
}

/** Dates from the first to the last: `1 – 3 Nov 2026`, or as `options` specify. A single day is written once. */
export function dayRange(
  first: Temporal.PlainDate | string,
  last: Temporal.PlainDate | string,
  options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' },
): string {
  const at = (day: Temporal.PlainDate | string) => Temporal.PlainDate.from(day).toPlainDateTime();
  return formatRange(at(first), at(last), options);
}

/** `23 Nov, 09:30 – 24 Nov, 18:00`, or the days as `options` specify; has the years if one is not the current one. */
export function minuteRange(
  start: When,
  end: When,
  zone: string,
  options: Intl.DateTimeFormatOptions = { day: '2-digit', month: 'short' },
): string {
  const year = { ...yearIfDifferent(start, zone), ...yearIfDifferent(end, zone) };
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  return formatRange(wallOf(start, zone), wallOf(end, zone), { ...options, ...year, ...clock });
}

function formatRange(
  start: Temporal.PlainDateTime,
  end: Temporal.PlainDateTime,
  options: Intl.DateTimeFormatOptions,
): string {
  const at = (wall: Temporal.PlainDateTime) => wall.toZonedDateTime('UTC').epochMilliseconds;
  return formatIn('UTC', options).formatRange(at(start), at(end));
}

/** The zone's name at that moment: `Eastern European Standard Time`, or `GMT+2` with `shortOffset`. */
export function zoneName(zone: string, when: When = now(), style: 'long' | 'shortOffset' = 'long'): string {
  const at = instantOf(when);
  const offset = typeof when === 'string' && hasOffset(when) ? when.slice(-6) : zonedAt(at, zone).offset;
  // A browser with another offset would name the other half of the year.
  if (style === 'shortOffset' || offset !== at.toZonedDateTimeISO(zone).offset) return shortOffset(offset);
  const parts = formatIn(zone, { timeZoneName: style }).formatToParts(at.epochMilliseconds);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

/** `+02:00` -> `GMT+2`. */
function shortOffset(offset: string): string {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset) ?? [];
  if (Number(hours) === 0 && Number(minutes) === 0) return 'GMT';
  return `GMT${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
}

/** The city in the zone's id: `Europe/Riga` -> `Riga`. */
export function zoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/**
 * True when the clocks of two zones differ at that moment, which makes a second time worth showing. The offset of a
 * text is that of the first one.
 */
export function clocksDiffer(zone: string, other: string, when: When): boolean {
  return zone !== other && !wallOf(when, zone).equals(wallOf(instantOf(when), other));
}

/** The locale's first day of the week, from 1 (Monday) to 7 (Sunday). */
export function firstWeekday(): number {
  const locale = new Intl.Locale(currentLocale()) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  }; // Not yet in TypeScript's types; older browsers have an accessor in place of the method.
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

function yearIfDifferent(when: When, zone: string): Intl.DateTimeFormatOptions {
  return dateIn(when, zone).year === dateIn(now(), zone).year ? {} : { year: 'numeric' };
}

function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase(currentLocale()) + text.slice(1);
}
