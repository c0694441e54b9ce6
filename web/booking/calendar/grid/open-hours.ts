// The hours that the grid leaves unshaded, in FullCalendar's format.
import type { Calendar } from '#contract/booking/calendar.ts';
import { wallOf } from '#web/lib/dates.ts';

interface OpenHours {
  daysOfWeek: number[];
  startTime: string;
  endTime: string;
  /** Of hours on a single day: that day, and the day after. */
  startRecur?: string;
  endRecur?: string;
}

/** The weekly hours. Defaults to Monday to Saturday, 9 to 18 (specification, "Business hours"). */
export function weeklyHours(hours: Calendar['businessHours']): OpenHours[] {
  if (hours.length === 0) return [{ daysOfWeek: [1, 2, 3, 4, 5, 6], startTime: '09:00', endTime: '18:00' }];
  return hours.map(({ weekday, start, end }) => ({ daysOfWeek: [weekday % 7], startTime: start, endTime: end }));
}

/** When the day begins at a desk that is open around the clock. */
const usualOpening = '08:00';

/**
 * The time to which the grid scrolls: an hour before the earliest opening, and on the day of `now` an hour before it
 * while it is open.
 */
export function firstShownTime(hours: Calendar['businessHours'], now?: Temporal.PlainTime): string {
  const opening = hours.map(({ start }) => start).sort()[0] ?? '09:00';
  const closing =
    hours
      .map(({ end }) => (end === '00:00' ? '24:00' : end))
      .sort()
      .at(-1) ?? '18:00';
  const time = now?.toString().slice(0, 5);
  const isOpen = time !== undefined && opening <= time && time < closing;
  const first = isOpen ? time : opening === '00:00' ? usualOpening : opening;
  const hour = Math.max(0, Number(first.slice(0, 2)) - 1);
  return `${String(hour).padStart(2, '0')}:00`;
}

/** The hours of single days in `zone`: breaks, days off and other hours are in them. */
export function hoursOfDays(open: readonly { start: string; end: string }[], zone: string): OpenHours[] {
  const hours = open.flatMap(({ start, end }) => {
    const after = wallOf(end, zone);
    const parts: OpenHours[] = [];
    let from = wallOf(start, zone);
    while (Temporal.PlainDateTime.compare(from, after) < 0) {
      const day = from.toPlainDate();
      const isLastDay = day.equals(after.toPlainDate());
      parts.push(hoursOn(day, clock(from), isLastDay ? clock(after) : '24:00'));
      from = day.add({ days: 1 }).toPlainDateTime();
    }
    return parts;
  });
  // FullCalendar shades nothing when it has no hours at all: an hour of the past stands for "always closed".
  return hours.length > 0 ? hours : [hoursOn(Temporal.PlainDate.from('1970-01-01'), '00:00', '00:15')];
}

function hoursOn(day: Temporal.PlainDate, startTime: string, endTime: string): OpenHours {
  return {
    daysOfWeek: [day.dayOfWeek % 7],
    startTime,
    endTime,
    startRecur: day.toString(),
    endRecur: day.add({ days: 1 }).toString(),
  };
}

const clock = (at: Temporal.PlainDateTime) => at.toPlainTime().toString().slice(0, 5);
