// The week of working hours as it is edited: ranges with a mark of their own, and how they travel.
import type { WeeklyRange } from '#contract/booking/calendar-setup.ts';

export interface EditedRange extends WeeklyRange {
  key: string;
  isBreak: boolean;
}

let made = 0;

/** A range as a time field shows it: the midnight that ends a day is `00:00` there. */
export function edited(range: WeeklyRange, isBreak: boolean): EditedRange {
  made += 1;
  return { ...range, end: range.end === '24:00' ? '00:00' : range.end, key: String(made), isBreak };
}

/** As the contract takes them; the place of a range in its list is the place in the server's messages. */
export function wireRanges(ranges: readonly EditedRange[], isBreak: boolean): WeeklyRange[] {
  return ranges
    .filter((range) => range.isBreak === isBreak)
    .map(({ weekday, start, end }) => ({ weekday, start, end: end === '00:00' ? '24:00' : end }));
}

/** Where the message about `Hours[2].End` belongs: the range's key and which of its ends; undefined for anything else. */
export function whereOf(ranges: readonly EditedRange[], wireKey: string): string | undefined {
  const [, list, index, end] = /^(Hours|Breaks)\[(\d+)\](?:\.(Start|End))?/.exec(wireKey) ?? [];
  if (!list) return undefined;
  const range = ranges.filter(({ isBreak }) => isBreak === (list === 'Breaks'))[Number(index)];
  return range && `${range.key}.${end === 'End' ? 'end' : 'start'}`;
}

/** What can be said before asking the server: a time that is missing, an end that does not come after its start. */
export function slipsIn(ranges: readonly EditedRange[]): Record<string, 'field.required' | 'hours.endBeforeStart'> {
  const slips: Record<string, 'field.required' | 'hours.endBeforeStart'> = {};
  for (const { key, start, end } of ranges) {
    if (!start) slips[`${key}.start`] = 'field.required';
    else if (!end) slips[`${key}.end`] = 'field.required';
    else if (end !== '00:00' && end <= start) slips[`${key}.end`] = 'hours.endBeforeStart';
  }
  return slips;
}

/** The ranges with a new one on that day: after the last, or a break in the middle of the day's first. */
export function withRange(ranges: readonly EditedRange[], weekday: number, isBreak: boolean): EditedRange[] {
  const day = ranges.filter((range) => range.weekday === weekday && !range.isBreak);
  const last = day.at(-1);
  const [start, end] = isBreak
    ? ['12:00', '13:00']
    : last
      ? [later(last.end, 60), later(last.end, 180)]
      : ['09:00', '18:00'];
  return [...ranges, edited({ weekday, start, end }, isBreak)];
}

/** Every other day with working time gets the hours and breaks of this one. */
export function copiedTo(ranges: readonly EditedRange[], weekday: number): EditedRange[] {
  const day = ranges.filter((range) => range.weekday === weekday);
  const others = new Set(
    ranges.filter((range) => range.weekday !== weekday && !range.isBreak).map((one) => one.weekday),
  );
  return [
    ...ranges.filter((range) => !others.has(range.weekday)),
    ...[...others].flatMap((other) =>
      day.map(({ start, end, isBreak }) => edited({ weekday: other, start, end }, isBreak)),
    ),
  ];
}

/** So many minutes later, at most at midnight. */
function later(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const total = hour * 60 + minute + minutes;
  if (total >= 24 * 60 || time === '00:00') return '00:00';
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}
