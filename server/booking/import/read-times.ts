// Reads when an appointment begins and how long it takes, as programs and people write it.
import type { DayOrder } from '#contract/customers/import.ts';
import { folded } from '#contract/lib/folded.ts';
import { dayPartsIn, dayTextOf } from '#server/customers/import/days.ts';

export type ReadTime =
  | { at: Temporal.Instant; shift?: 'hourTwice' | 'hourSkipped'; isNearest?: boolean }
  /** A day without a time. */
  | { day: Temporal.PlainDate; isNearest?: boolean };

/** How times that leave something out are read. */
export interface TimeReading {
  /** Of times that name none. */
  zone: string;
  dayOrder: DayOrder;
  /** `YYYY-MM-DD`: a day without a year is the nearest such one, and says so (`isNearest`). */
  today: string;
}

/** Of a cell with a time (characters). */
const maxText = 80;

/**
 * The time that one or two cells give; undefined for other text. A time that names no zone is that of clocks in `zone`:
 * the first of two that a clock change makes, or the one after the hour that it skips, says so.
 */
export function timeIn(date: string, time: string, reading: TimeReading): ReadTime | undefined {
  const text = date.trim().slice(0, maxText);
  const exact = exactTime(text);
  if (exact && !time) return exact;
  const split = time.trim() ? { day: text, time: time.trim().slice(0, maxText) } : splitTime(text, reading);
  const found = dayIn(split.day, reading);
  if (!found) return undefined;
  if (!split.time) return found;
  const clock = clockIn(split.time);
  return (
    clock && { ...inZone(found.day.toPlainDateTime(clock), reading.zone), ...(found.isNearest && { isNearest: true }) }
  );
}

/** Of a cell with a time of day alone. */
export function clockIn(text: string): Temporal.PlainTime | undefined {
  // A workbook writes a time of day as one of 30 December 1899, or as a fraction of the day.
  const written = folded(text.slice(0, maxText)).replace(/^1899-12-3[01]t/, '');
  const plain = written.replace(before, '').replace(spelled, '$1:$2');
  if (/^0?[.,]\d+$/.test(plain)) {
    const minutes = Math.round(Number(plain.replace(',', '.')) * 1440);
    return minutes < 1440
      ? Temporal.PlainTime.from({ hour: Math.floor(minutes / 60), minute: minutes % 60 })
      : undefined;
  }
  const [, hours, minutes = '0', half] =
    /^(\d{1,2})(?:\s?[:.h]\s?(\d{2})(?:[:.]\d{2}(?:\.\d+)?)?)?\s*(?:([ap])(?:\.?\s?m)?\.?|uhr|uur|h|hrs?|st\.?|godz\.?|val\.?|klo|ч|год\.?|hod\.?)?$/.exec(
      plain,
    ) ?? [];
  // A number alone is an hour where a word before it says so.
  if (hours === undefined || /^\d+$/.test(written)) return undefined;
  const given = Number(hours);
  if (half && (given < 1 || given > 12)) return undefined;
  const hour = half ? (given % 12) + (half === 'p' ? 12 : 0) : given;
  return hour < 24 && Number(minutes) < 60 ? Temporal.PlainTime.from({ hour, minute: Number(minutes) }) : undefined;
}

/** `14 val. 30 min.`, `14 Uhr 30`. */
const spelled = /^(\d{1,2})\s?(?:val|uhr|godz|st|h|hod)\.?\s(\d{2})\s?(?:m|min\p{L}*)?\.?$/u;

/** Words before a time of day. */
const before =
  /^(?:kl|klo|klokken|klockan|um|ab|at|von|ore|alle|a las|a la|a|o|o godz|godz|в|о|об|plkst|pulksten|kell|val)\.?\s*(?=\d)/;

/** Of a cell that holds nothing else: also hours alone, and four figures such as `1430`. */
export function bareClockIn(text: string): Temporal.PlainTime | undefined {
  const plain = text.trim();
  if (!plain) return undefined;
  const [, hours, minutes = '00'] = /^(\d{1,2}?)(\d{2})?$/.exec(plain.length < 3 ? `${plain}00` : plain) ?? [];
  return clockIn(text) ?? (hours ? clockIn(`${hours}:${minutes}`) : undefined);
}

/** ISO 8601 with an offset, or with a zone in brackets. */
function exactTime(text: string): ReadTime | undefined {
  const iso = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text) ? text.replace(' ', 'T') : '';
  try {
    const [, local, zone] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(iso) ?? [];
    if (local && zone) return inZone(Temporal.PlainDateTime.from(local), zone);
    const spaced = iso.replace(/ (?=[+-]\d|UTC|Z)/, '').replace(/UTC$/, 'Z');
    return /(Z|[+-]\d{2}:?\d{2}|[+-]\d{2})$/.test(spaced) ? { at: Temporal.Instant.from(spaced) } : undefined;
  } catch {
    return undefined;
  }
}

function inZone(local: Temporal.PlainDateTime, zone: string): ReadTime {
  const first = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const second = local.toZonedDateTime(zone, { disambiguation: 'later' });
  if (first.epochMilliseconds === second.epochMilliseconds) return { at: first.toInstant() };
  // In a skipped hour, the earlier of the two is before the change: people mean the time after it.
  const isTwice = first.toPlainDateTime().equals(local);
  return isTwice ? { at: first.toInstant(), shift: 'hourTwice' } : { at: second.toInstant(), shift: 'hourSkipped' };
}

/** `12.12.2026 14.30`, `Dec 3, 2026 at 2:30 PM`, `2026-12-03T14:30:00`; the fraction of a spreadsheet's day. */
function splitTime(text: string, reading: TimeReading): { day: string; time: string } {
  const [, days, fraction] = /^(\d{5})([.,]\d+)$/.exec(text) ?? [];
  if (days && fraction) return { day: days, time: `0${fraction}` };
  // `12.12.26` is a day and not a time.
  if (!/\d\s?[:h]\s?\d/i.test(text) && dayIn(text, reading)) return { day: text, time: '' };
  const matches = beforeTime.map((pattern) => pattern.exec(text) ?? []);
  const [, day, time] = matches.find(([, one = '']) => dayIn(one, reading)) ?? [];
  return day && time ? { day, time: time.replace(/\s*[-–].*$/, '') } : { day: text, time: '' };
}

/** A day, a word such as "at", and a time; a short word can be the name of a month. */
const beforeTime = [
  /^(.*?\d.*?)[T,\s]+(\d{1,2}(?:\s?[:.h]\s?\d{2}\S*|(?=\s?[ap]\.?m)).*)$/iu,
  /^(.*?\d.*?)[T,\s]+\p{L}{1,3}\s+(\d{1,2}(?:\s?[:.h]\s?\d{2}\S*|(?=\s?[ap]\.?m)).*)$/iu,
];

interface ReadDay {
  day: Temporal.PlainDate;
  isNearest?: boolean;
}

function dayIn(text: string, { dayOrder, today }: TimeReading): ReadDay | undefined {
  const plain = withoutWeekday(text).replace(/^0{4}-0{2}-0{2}.*$/, '');
  const [year, month, day] = dayPartsIn(dayTextOf(plain), dayOrder) ?? [];
  if (!month || !day) return undefined;
  if (!year) return nearestDay(Number(month), Number(day), Temporal.PlainDate.from(today));
  const found = existingDay(year.length > 2 ? Number(year) : 2000 + Number(year), Number(month), Number(day));
  return found && { day: found };
}

function existingDay(year: number, month: number, day: number): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

/** Months back from which a day without a year is a past one; others are coming. */
const recentMonths = 3;

function nearestDay(month: number, day: number, today: Temporal.PlainDate): ReadDay | undefined {
  const first = today.subtract({ months: recentMonths });
  const days = [first.year, first.year + 1].flatMap((year) => existingDay(year, month, day) ?? []);
  const found = days.find((one) => Temporal.PlainDate.compare(one, first) >= 0);
  return found && { day: found, isNearest: true };
}

let weekdays: Set<string> | undefined;

/** Names of days can begin as those of months do: `mardi`, `Mar`. */
function withoutWeekday(text: string): string {
  weekdays ??= namedWeekdays();
  const [first = ''] = /^\p{L}+\.?/u.exec(text) ?? [];
  if (!weekdays.has(folded(first).replace(/\.$/, ''))) return text;
  return text.slice(first.length).replace(/^[\s,]+(?:den |le |el |the )?/i, '');
}

function namedWeekdays(): Set<string> {
  const names = new Set<string>();
  for (const locale of 'en de fr es lv lt it pl nl pt cs et fi sv da nb'.split(' ')) {
    for (const weekday of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' });
      for (let day = 1; day <= 7; day++) names.add(folded(format.format(Date.UTC(2001, 0, day))).replace(/\.$/, ''));
    }
  }
  // The same as a month: a day begins with either.
  for (const month of ['mar', 'mai', 'may']) names.delete(month);
  return names;
}

const quarters: Record<string, string> = { '¼': '.25', '½': '.5', '¾': '.75' };
const hourWords =
  'h|hr|hrs|hours?|std|stdn|stunden?|heures?|horas?|st|stundas?|val|valandos?|valanda|or[ae]|u|uur|uren|godz\\p{L}*|hod\\p{L}*|t|tim|timm?ar?|ч|час\\p{L}*|год\\p{L}*|tund[i]?|ora';
const minuteWords =
  "m|mn|min|mins|minutes?|minuten?|minutos?|minutes|minute|minut[ey]?|minuut|minut[a-z]*|perc|мин\\p{L}*|хв\\p{L}*|'|′";
const lengths = new RegExp(
  `^(?:(\\d+(?:[.,]\\d+)?)\\s*(?:${hourWords})\\.?)?\\s*(?:(?:u\\.?|und|and|et|y|e|i|a|un|ir|en|og|och|и|,)\\s*)?(?:(\\d+)\\s*(?:${minuteWords})?\\.?)?$`,
  'u',
);

/** Whole minutes of `1h 30m`, `90`, `1:30`, `1,5 Std.`, `PT1H30M`; undefined for other text. */
export function minutesIn(text: string): number | undefined {
  const plain = folded(
    text
      .slice(0, maxText)
      .replace(/(\d) ?1\/2|^1\/2/, '$1½')
      .replace(/(\d?) ?([¼½¾])/, (_, whole: string, part: string) => `${whole || 0}${quarters[part]}`),
  )
    .trim()
    .replace(/^(?:ca|circa|env|environ|ungefahr|approx|about|apie|apmeram|около|~|\+)\.?\s*(?=\d)/, '');
  if (!/\d/.test(plain)) return undefined;
  const [, least] = /^\d+\s*[-–]\s*(\d+\D.*|\d+)$/.exec(plain) ?? [];
  // Of `15-20 min`, the longer one is enough.
  if (least) return minutesIn(least);
  // A workbook keeps a length as a fraction of the day; people write hours and a half.
  if (/^0[.,]\d{3,}$/.test(plain)) return Math.round(Number(plain.replace(',', '.')) * 1440);
  if (/^\d[.,](25|5|75)0?$/.test(plain)) return Math.round(Number(plain.replace(',', '.')) * 60);
  const [, isoHours, isoMinutes] = /^pt(?:(\d+)h)?(?:(\d+)m)?(?:0s)?$/.exec(plain) ?? [];
  if (isoHours || isoMinutes) return 60 * Number(isoHours ?? 0) + Number(isoMinutes ?? 0);
  const [, clockHours, clockMinutes] = /^(?:1899-12-30t)?(\d{1,2}):(\d{2})(?::00)?$/.exec(plain) ?? [];
  if (clockHours) return 60 * Number(clockHours) + Number(clockMinutes);
  const [, hours, minutes] = lengths.exec(plain.replace(/[.,]0+$/, '')) ?? [];
  if (hours === undefined && minutes === undefined) return undefined;
  return Math.round(60 * Number((hours ?? '0').replace(',', '.'))) + Number(minutes ?? 0);
}

/** The first amount of `from €25.00`, `25,00 €`, `1.234,50`, `25 - 40`; 0 for words such as "free"; else undefined. */
export function priceIn(text: string): number | undefined {
  const plain = folded(text.slice(0, maxText));
  const [number] = /\d[\d.,'’\s]*/.exec(plain) ?? [];
  if (!number)
    return /^(free|gratis|kostenlos|gratuito?|gratuit|gratuitement|offerte?|kostenfrei|inklusive|included|inclus|incluido|bezmaksas|nemokama[is]?|darmow[aey]|bezplatn[aey]|zdarma|ilmainen|maksuton|tasuta|ingyenes|brezplacno|бесплатно|безкоштовно)\.?$/.test(
      plain.trim(),
    )
      ? 0
      : undefined;
  const digits = number.replace(/[\s'’]/g, '').replace(/[.,]+$/, '');
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  // Marks between thousands stand before three figures, such as in `1.234`; `14.8631` and `0.125` have decimals.
  const isWhole = last < 0 || /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(digits);
  const cents = isWhole ? '' : digits.slice(last + 1);
  const whole = (isWhole ? digits : digits.slice(0, last)).replace(/[.,]/g, '');
  const price = Number(`${whole || '0'}.${cents || '0'}`);
  return price <= 1e6 ? Math.round(price * 100) / 100 : undefined;
}
