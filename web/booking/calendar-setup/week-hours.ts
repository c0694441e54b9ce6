// The working week while it is edited: ranges with a React key, and their conversion to the wire format.
import type { WeeklyRange } from '#contract/booking/calendar-setup.ts';

export interface EditedRange extends WeeklyRange {
  key: string;
  isBreak: boolean;
}

let lastKey = 0;

/** Converts a range for time fields, which show the end of the day as `00:00`. */
export function toEditedRange(range: WeeklyRange, isBreak: boolean): EditedRange {
  lastKey += 1;
  return { ...range, end: range.end === '24:00' ? '00:00' : range.end, key: String(lastKey), isBreak };
}

/** Converts ranges to the wire format. The server's messages refer to a range by its index in this list. */
export function toWireRanges(ranges: readonly EditedRange[], isBreak: boolean): WeeklyRange[] {
  return ranges
    .filter((range) => range.isBreak === isBreak)
    .map(({ weekday, start, end }) => ({ weekday, start, end: end === '00:00' ? '24:00' : end }));
}

/** Maps a message's key such as `Hours[2].End` to the range's key and end; undefined for any other key. */
export function errorKeyOf(ranges: readonly EditedRange[], wireKey: string): string | undefined {
  const [, list, index, end] = /^(Hours|Breaks)\[(\d+)\](?:\.(Start|End))?/.exec(wireKey) ?? [];
  if (!list) return undefined;
  const range = ranges.filter(({ isBreak }) => isBreak === (list === 'Breaks'))[Number(index)];
  return range && `${range.key}.${end === 'End' ? 'end' : 'start'}`;
}

/** Checks ranges before the server does: missing times, and an end at or before its start. */
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

/** Adds a range to a day: hours after its last range, or a break from 12:00 to 13:00. */
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

/** Copies a day's hours and breaks to every other day with working hours. */
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

/** Adds minutes to a time, up to midnight. */
function addMinutes(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const total = hour * 60 + minute + minutes;
  if (total >= 24 * 60 || time === '00:00') return '00:00';
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}
