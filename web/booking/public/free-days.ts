// Groups free slots by day and part of the day, in the location's zone.
import type { Slot } from '#contract/booking/public.ts';
import { dateIn } from '#web/lib/dates.ts';

/** Slots by date in the zone (`2026-11-23`), in input order. */
export function groupByDay(slots: readonly Slot[], zone: string): Map<string, Slot[]> {
  return Map.groupBy(slots, (slot) => dateIn(slot.start, zone).toString());
}

export const dayParts = ['morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof dayParts)[number];

/** Groups a day's slots into parts of the day by the location's clock. Omits empty parts. */
export function groupByDayPart(slots: readonly Slot[], zone: string): [DayPart, Slot[]][] {
  const groups = Map.groupBy(slots, (slot): DayPart => {
    const { hour } = Temporal.Instant.from(slot.start).toZonedDateTimeISO(zone);
    return hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening';
  });
  return dayParts.flatMap((part): [DayPart, Slot[]][] => {
    const found = groups.get(part);
    return found ? [[part, found]] : [];
  });
}

/** Returns the instants that bound a month in a zone. */
export function monthRange(month: Temporal.PlainYearMonth, zone: string): { start: string; end: string } {
  return daysRange(month.toPlainDate({ day: 1 }), month.add({ months: 1 }).toPlainDate({ day: 1 }), zone);
}

/** Returns the instants at which the days `first` and `after` begin. */
export function daysRange(first: Temporal.PlainDate, after: Temporal.PlainDate, zone: string) {
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).toInstant().toString();
  return { start: startOf(first), end: startOf(after) };
}

/** Returns a month as weeks that begin on `firstWeekday` (1 Monday to 7 Sunday); undefined for days of other months. */
export function weeksOf(month: Temporal.PlainYearMonth, firstWeekday: number): (Temporal.PlainDate | undefined)[][] {
  const first = month.toPlainDate({ day: 1 });
  const before = (first.dayOfWeek - firstWeekday + 7) % 7;
  return Array.from({ length: Math.ceil((before + month.daysInMonth) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => {
      const day = week * 7 + column - before;
      return day >= 0 && day < month.daysInMonth ? first.add({ days: day }) : undefined;
    }),
  );
}

/** Returns the date to which a key moves the focus (ARIA's date grid), or undefined for any other key. */
export function dateForKey(
  key: { key: string; shiftKey: boolean },
  from: Temporal.PlainDate,
  firstWeekday: number,
): Temporal.PlainDate | undefined {
  const column = (from.dayOfWeek - firstWeekday + 7) % 7;
  switch (key.key) {
    case 'ArrowLeft':
      return from.subtract({ days: 1 });
    case 'ArrowRight':
      return from.add({ days: 1 });
    case 'ArrowUp':
      return from.subtract({ weeks: 1 });
    case 'ArrowDown':
      return from.add({ weeks: 1 });
    case 'Home':
      return from.subtract({ days: column });
    case 'End':
      return from.add({ days: 6 - column });
    case 'PageUp':
      return from.subtract(key.shiftKey ? { years: 1 } : { months: 1 });
    case 'PageDown':
      return from.add(key.shiftKey ? { years: 1 } : { months: 1 });
    default:
      return undefined;
  }
}
