// The days that a report covers, and those of the period before.
import { isDay } from '#contract/lib/fields.ts';
import { maxReportDays } from '#contract/reports/range.ts';
import { callerZone } from '#server/lib/caller-zone.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';

/** Days as `YYYY-MM-DD`, both inclusive. */
export interface Days {
  first: string;
  last: string;
}

/** Throws 417 for more than three years, and for days that, by the zone or in the period before, no answer can hold. */
export async function readRange(context: SignedIn, { start, end }: { start: string; end: string }): Promise<Days> {
  const isDate = (text: string) => text.length === 10;
  const zone = isDate(start) && isDate(end) ? 'UTC' : await callerZone(context);
  const dayOf = (text: string) =>
    isDate(text) ? Temporal.PlainDate.from(text) : Temporal.Instant.from(text).toZonedDateTimeISO(zone).toPlainDate();
  const [first, last] = [dayOf(start), dayOf(end)].sort(Temporal.PlainDate.compare) as [
    Temporal.PlainDate,
    Temporal.PlainDate,
  ];
  if (first.until(last).days >= maxReportDays) throw invalid('End', 'reports.tooLong');
  const days = { first: first.toString(), last: last.toString() };
  if (!isDay(daysBefore(days).first)) throw invalid('Start', 'field.date');
  if (!isDay(days.last)) throw invalid('End', 'field.date');
  return days;
}

/** The previous months of whole months, the previous years of whole years, else as many days before. */
export function daysBefore({ first, last }: Days): Days {
  const start = Temporal.PlainDate.from(first);
  const next = Temporal.PlainDate.from(last).add({ days: 1 });
  const isWhole = start.day === 1 && next.day === 1;
  const length = start.until(next, { largestUnit: isWhole ? 'months' : 'days' });
  return { first: start.subtract(length).toString(), last: start.subtract({ days: 1 }).toString() };
}

/** Every day of the range. */
export function eachDay({ first, last }: Days): string[] {
  const days: string[] = [];
  const end = Temporal.PlainDate.from(last);
  for (
    let day = Temporal.PlainDate.from(first);
    Temporal.PlainDate.compare(day, end) <= 0;
    day = day.add({ days: 1 })
  ) {
    days.push(day.toString());
  }
  return days;
}
