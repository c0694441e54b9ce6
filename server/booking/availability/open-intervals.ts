// Converts a schedule of wall times to instants: weekly hours minus breaks, or the override of a date.
import { type Interval, merged, within, without } from './intervals.ts';
import { DAY, dayOfDate, instantAtWallTime, localDay, MINUTE, startOfDay, steadyOffset, weekdayOf } from './zone.ts';

/**
 * Wall times 'HH:MM'; `end` may be '24:00', the end of the day. An interval that does not end after its start is empty.
 */
export interface WallInterval {
  start: string;
  end: string;
}

export interface Schedule {
  /** IANA zone of the location. */
  timeZone: string;
  /** ISO weekday, 1 = Monday to 7; several per day are allowed and may touch or overlap. */
  weekly: readonly ({ weekday: number } & WallInterval)[];
  breaks: readonly ({ weekday: number } & WallInterval)[];
  /** `date` is 'YYYY-MM-DD'. Replaces the weekly hours and the breaks of that date; an empty `open` means closed. */
  overrides: readonly { date: string; open: readonly WallInterval[] }[];
}

/**
 * The opening hours of a schedule in [from, to) (epoch milliseconds), in order. Intervals are split at local midnight,
 * because slots restart every day. Throws RangeError for an unknown zone, an invalid wall time or an invalid date.
 */
export function openIntervals(schedule: Schedule, from: number, to: number): Interval[] {
  if (!(from < to)) return [];
  const openOn = openingHours(schedule);
  const result: Interval[] = [];
  for (let day = localDay(schedule.timeZone, from); startOfDay(schedule.timeZone, day) < to; day++)
    result.push(...within(openOn(day), from, to));
  return result;
}

/**
 * Parses a schedule once. The returned function maps a local day (a day number, see zone.ts) to its open intervals in
 * epoch milliseconds: sorted, disjoint, within that day.
 *
 * The two ends of an opening or break are converted to instants and time is counted between those, so a day of 23 or 25
 * hours has that length. An interval that lies wholly in a gap is empty instead of moving behind the gap. An interval
 * that a gap would push past midnight ends there: one day's hours never open the next, which may be closed.
 */
export function openingHours(schedule: Schedule): (day: number) => Interval[] {
  const zone = schedule.timeZone;
  const overrides = new Map(schedule.overrides.map(({ date, open }) => [dayOfDate(date), open.map(wallClock)]));
  const openings = byWeekday(schedule.weekly);
  const breaks = byWeekday(schedule.breaks);
  const steadyWeek: Interval[][] = [];

  return function openOn(day) {
    const weekday = weekdayOf(day);
    const override = overrides.get(day);
    const offset = steadyOffset(zone, day);
    if (offset === undefined) {
      const instants = (walls: Interval[]) => merged(walls.map((wall) => elapsing(zone, day, wall)));
      const open = override ? instants(override) : without(instants(openings(weekday)), instants(breaks(weekday)));
      return within(open, startOfDay(zone, day), startOfDay(zone, day + 1));
    }
    // Without a clock change, wall time and instants differ by a constant: the set is computed once per weekday.
    const midnight = day * DAY - offset;
    let hours = override ? merged(override) : steadyWeek[weekday];
    if (!hours) hours = steadyWeek[weekday] = without(merged(openings(weekday)), merged(breaks(weekday)));
    return hours.map(({ start, end }) => ({ start: midnight + start, end: midnight + end }));
  };
}

function elapsing(zone: string, day: number, wall: Interval): Interval {
  const never = { start: 0, end: 0 };
  // Compare wall times: 03:00 to 02:30 would be a valid interval of instants if a gap moved 02:30.
  if (wall.start >= wall.end) return never;
  const start = instantAtWallTime(zone, day * DAY + wall.start);
  const end = instantAtWallTime(zone, day * DAY + wall.end);
  if (!start.exists && !end.exists) return never;
  return { start: start.instant, end: end.instant };
}

function byWeekday(entries: Schedule['weekly']): (weekday: number) => Interval[] {
  const walls = entries.map(({ weekday, ...wall }) => {
    if (![1, 2, 3, 4, 5, 6, 7].includes(weekday)) throw new RangeError(`not an ISO weekday: ${weekday}`);
    return { weekday, ...wallClock(wall) };
  });
  return (weekday) => walls.filter((wall) => wall.weekday === weekday);
}

/** Milliseconds on a clock that starts at 00:00 and never changes. */
function wallClock({ start, end }: WallInterval): Interval {
  return { start: minutesOf(start) * MINUTE, end: minutesOf(end) * MINUTE };
}

/** Minutes after midnight. Throws `RangeError` unless it is written as HH:MM. */
export function minutesOf(wall: string): number {
  if (!/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(wall)) throw new RangeError(`not a wall time HH:MM: ${wall}`);
  return Number(wall.slice(0, 2)) * 60 + Number(wall.slice(3));
}
