// The days of a month on which people are busy elsewhere: one mark a day, which says when.
import { dayScale, timesOnDay } from '#web/booking/calendar/team/day-scale.ts';
import type { OutsideTime } from '#web/booking/calendar/view/use-shown-events.ts';
import { dateIn } from '#web/lib/dates.ts';

interface MonthMark {
  /** `Outside; Busy elsewhere, Berta` */
  title: string;
  /** `Outside 10:00 – 12:00, 15:00 – 16:00; Busy elsewhere, Berta All day` */
  spoken: string;
}

/** `titleOf` names the calendar of a time. Returns the marks by days (`2026-03-10`). */
export function monthMarks(
  outside: readonly OutsideTime[],
  zone: string,
  { titleOf, allDay }: { titleOf: (calendarId: string) => string; allDay: string },
): Map<string, MonthMark> {
  const days = new Map<string, Map<string, string[]>>();
  for (const time of outside) {
    const after = Temporal.Instant.from(time.end).subtract({ nanoseconds: 1 });
    const last = dateIn(after, zone);
    for (
      let date = dateIn(time.start, zone);
      Temporal.PlainDate.compare(date, last) <= 0;
      date = date.add({ days: 1 })
    ) {
      const calendars = days.get(date.toString()) ?? new Map<string, string[]>();
      days.set(date.toString(), calendars);
      const title = titleOf(time.calendarId);
      const times = timesOnDay(time, dayScale(date, zone), zone) ?? allDay;
      calendars.set(title, [...(calendars.get(title) ?? []), times]);
    }
  }
  return new Map(
    [...days].map(([date, calendars]) => {
      const spoken = [...calendars].map(([title, times]) => `${title} ${times.join(', ')}`).join('; ');
      return [date, { title: [...calendars.keys()].join('; '), spoken }];
    }),
  );
}
