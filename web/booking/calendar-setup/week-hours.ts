// The week of working hours as it is edited: ranges with a mark of their own, and how they travel.
import type { WeeklyRange } from '#contract/booking/calendar-setup.ts';

export interface EditedRange extends WeeklyRange {
  key: string;
  isBreak: boolean;
}

let lastKey = 0;

/** A range as a time field shows it: the midnight that ends a day is `00:00` there. */
export function toEditedRange(range: WeeklyRange, isBreak: boolean): EditedRange {
  lastKey += 1;
  return { ...range, end: range.end === '24:00' ? '00:00' : range.end, key: String(lastKey), isBreak };
}

/** As the contract takes them; the place of a range in its list is the place in the server's messages. */
export function toWireRanges(ranges: readonly EditedRange[], isBreak: boolean): WeeklyRange[] {
  return ranges
    .filter((range) => range.isBreak === isBreak)
    .map(({ weekday, start, end }) => ({ weekday, start, end: end === '00:00' ? '24:00' : end }));
}

/** Where the message about `Hours[2].End` belongs: the range's key and which of its ends; undefined for anything else. */
export function errorKeyOf(ranges: readonly EditedRange[], wireKey: string): string | undefined {
  const [, list, index, end] = /^(Hours|Breaks)\[(\d+)\](?:\.(Start|End))?/.exec(wireKey) ?? [];
  if (!list) return undefined;
  const range = ranges.filter(({ isBreak }) => isBreak === (list === 'Breaks'))[Number(index)];
  return range && `${range.key}.${end === 'End' ? 'end' : 'start'}`;
}

/** What can be said before asking the server: a time that is missing, an end that does not come after its start. */
export function validateRanges(
  ranges: readonly EditedRange[],
): Record<string, 'field.required' | 'hours.endBeforeStart'> {
  const errors: Record<string, 'field.required' | 'hours.endBeforeStart'> = {};
  for (const { key, start, end } of ranges) {
    if (!start) errors[`${key}.start`] = 'field.required';
    else if (!end) errors[`${key}.end`] = 'field.required';
    else if (end !== '00:00' && end <= start) errors[`${key}.end`] = 'hours.endBeforeStart';
  }
  return errors;
}

/** The ranges with a new one on that day: after the last, or a break in the middle of the day's first. */
export function addRange(ranges: readonly EditedRange[], weekday: number, isBreak: boolean): EditedRange[] {
  const day = ranges.filter((range) => range.weekday === weekday && !range.isBreak);
  const last = day.at(-1);
  const [start, end] = isBreak
    ? ['12:00', '13:00']
    : last
      ? [addMinutes(last.end, 60), addMinutes(last.end, 180)]
      : ['09:00', '18:00'];
  return [...ranges, toEditedRange({ weekday, start, end }, isBreak)];
}

/** Every other day with working time gets the hours and breaks of this one. */
export function copyDay(ranges: readonly EditedRange[], weekday: number): EditedRange[] {
  const day = ranges.filter((range) => range.weekday === weekday);
  const others = new Set(
    ranges.filter((range) => range.weekday !== weekday && !range.isBreak).map((one) => one.weekday),
  );
  return [
    ...ranges.filter((range) => !others.has(range.weekday)),
    ...[...others].flatMap((other) =>
      day.map(({ start, end, isBreak }) => toEditedRange({ weekday: other, start, end }, isBreak)),
    ),
  ];
}

/** So many minutes later, at most at midnight. */
function addMinutes(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const total = hour * 60 + minute + minutes;
  if (total >= 24 * 60 || time === '00:00') return '00:00';
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}
