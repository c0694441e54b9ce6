// The hours of a day, put into the weekly hours at a location, or into a day of its own.
import type { CalendarSettings, WeeklyRange } from '#contract/booking/calendar-setup.ts';

interface Range {
  start: string;
  end: string;
}

export interface ShiftHours {
  open: readonly Range[];
  breaks: readonly Range[];
}

interface Change extends ShiftHours {
  locationId: string;
  weekday: number;
}

/** The weekly hours at a location with other hours and breaks on one weekday. */
export function weekWith(
  { hours, breaks }: Pick<CalendarSettings, 'hours' | 'breaks'>,
  { locationId, weekday, ...day }: Change,
): { hours: WeeklyRange[]; breaks: WeeklyRange[] } {
  const withDay = (list: CalendarSettings['hours'], ranges: readonly Range[]) => [
    ...list
      .filter((range) => range.locationId === locationId && range.weekday !== weekday)
      .map(({ weekday, start, end }) => ({ weekday, start, end })),
    ...ranges.map((range) => ({ weekday, ...range })),
  ];
  return { hours: withDay(hours, day.open), breaks: withDay(breaks, day.breaks) };
}

/** The ranges between the breaks: a day of its own has no others. Times are `HH:MM`, which sort as texts. */
export function withoutBreaks({ open, breaks }: ShiftHours): Range[] {
  return breaks.reduce<Range[]>(
    (rest, one) =>
      rest.flatMap(({ start, end }) => {
        if (one.end <= start || end <= one.start) return [{ start, end }];
        return [
          { start, end: one.start },
          { start: one.end, end },
        ].filter((part) => part.start < part.end);
      }),
    [...open],
  );
}

/** The breaks that lie outside of the hours, by their place in the list. */
export function breaksOutside({ open, breaks }: ShiftHours): number[] {
  return breaks.flatMap((one, index) =>
    open.some(({ start, end }) => start < one.end && one.start < end) ? [] : [index],
  );
}
