// The weekly hours at a location with other hours on one weekday.
import type { CalendarSettings, WeeklyRange } from '#contract/booking/calendar-setup.ts';

interface Change {
  locationId: string;
  weekday: number;
  ranges: readonly { start: string; end: string }[];
}

/** Breaks of the weekday that fall outside the new hours are left out. */
export function weekWith(
  { hours, breaks }: Pick<CalendarSettings, 'hours' | 'breaks'>,
  { locationId, weekday, ranges }: Change,
): { hours: WeeklyRange[]; breaks: WeeklyRange[] } {
  const here = (list: CalendarSettings['hours']) =>
    list.filter((range) => range.locationId === locationId).map(({ weekday, start, end }) => ({ weekday, start, end }));
  const isInside = (one: WeeklyRange) => ranges.some(({ start, end }) => start < one.end && one.start < end);
  return {
    hours: [
      ...here(hours).filter((range) => range.weekday !== weekday),
      ...ranges.map((range) => ({ weekday, ...range })),
    ],
    breaks: here(breaks).filter((range) => range.weekday !== weekday || isInside(range)),
  };
}
