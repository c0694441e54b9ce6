// The opening hours of a business: the union of those of its people.

import type { OpenRange } from '#contract/booking/business-page.ts';
import { merged, without } from '#server/booking/availability/intervals.ts';
import { minutesOf } from '#server/booking/availability/open-intervals.ts';

type Weekly = readonly [weekday: number, start: string, end: string][];

/** The usual week of a person: hours and the breaks in them. */
export interface WeeklySchedule {
  weekly: Weekly | null;
  breaks: Weekly | null;
}

/** Returns when at least one of them works, by weekday and time. */
export function joinHours(schedules: readonly WeeklySchedule[]): OpenRange[] {
  return [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
    const open = schedules.flatMap(({ weekly, breaks }) =>
      without(merged(rangesOn(weekday, weekly)), merged(rangesOn(weekday, breaks))),
    );
    return merged(open).map(({ start, end }) => ({ weekday, start: wallTimeAt(start), end: wallTimeAt(end) }));
  });
}

/** In minutes of the day. */
function rangesOn(weekday: number, weekly: Weekly | null) {
  return (weekly ?? [])
    .filter(([day]) => day === weekday)
    .map(([, start, end]) => ({ start: minutesOf(start), end: minutesOf(end) }));
}

function wallTimeAt(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
