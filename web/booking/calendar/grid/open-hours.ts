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
