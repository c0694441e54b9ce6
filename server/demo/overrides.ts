// Exceptional days of a person in the demo.
import type { Schedule } from '#server/booking/availability/open-intervals.ts';
import type { DemoWork } from './company.ts';

/**
 * A day off and a day of other hours in the next two weeks; `index` varies the days, and a third of the people have
 * none.
 */
export function overridesFor(place: DemoWork, today: Temporal.PlainDate, index: number): Schedule['overrides'] {
  if (index % 3 === 2) return [];
  const closed = workday(place, today.add({ days: 6 + (index % 5) }));
  const other = workday(place, today.add({ days: 2 + (index % 4) }));
  const overrides: Schedule['overrides'] = [{ date: closed.toString(), open: [] }];
  return other.equals(closed) ? overrides : [...overrides, { date: other.toString(), open: otherHours(place, index) }];
}

/** The first day from a date on which the place is open. */
function workday(place: DemoWork, from: Temporal.PlainDate): Temporal.PlainDate {
  let date = from;
  while (!place.weekdays.includes(date.dayOfWeek)) date = date.add({ days: 1 });
  return date;
}

function otherHours({ hours: [start, end] }: DemoWork, index: number): { start: string; end: string }[] {
  const later = (time: string, hours: number) =>
    Temporal.PlainTime.from(time).add({ hours }).toString({ smallestUnit: 'minute' });
  if (index % 2 === 0) return [{ start, end: later(start, 4) }];
  return [
    { start: later(start, 2), end: later(start, 4) },
    { start: later(start, 5), end },
  ];
}
