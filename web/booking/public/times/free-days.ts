// Groups free slots by day and part of the day, in the location's zone.
import type { Slot } from '#contract/booking/public.ts';
import { dateIn, wallOf } from '#web/lib/dates.ts';
import { dayStart } from '#web/lib/zones.ts';

/** Slots by date in the zone (`2026-11-23`), in input order. */
export function groupByDay(slots: readonly Slot[], zone: string): Map<string, Slot[]> {
  return Map.groupBy(slots, (slot) => dateIn(slot.start, zone).toString());
}

export const dayParts = ['morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof dayParts)[number];

/** Groups a day's slots into parts of the day by the location's clock. Omits empty parts. */
export function groupByDayPart(slots: readonly Slot[], zone: string): [DayPart, Slot[]][] {
  const groups = Map.groupBy(slots, (slot): DayPart => {
    const { hour } = wallOf(slot.start, zone);
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
  const startOf = (date: Temporal.PlainDate) => dayStart(date, zone).toString();
  return { start: startOf(first), end: startOf(after) };
}
