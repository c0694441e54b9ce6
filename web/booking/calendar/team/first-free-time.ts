// The default time of a new event of a person: their first free half-hour of a day.
import type { Times } from '#web/booking/calendar/events/move-event.ts';
import { now } from '#web/lib/dates.ts';
import { clickedTimes, type DayScale, minuteOfDay } from './day-scale.ts';
import { isWholeDay } from './place-events.ts';
import type { ShownPerson } from './team-people.ts';

/** From now on, or of a day that is not today from its first open time; 9:00 or later if there is none. */
export function freeTimes({ member, open }: ShownPerson, scale: DayScale, at = now()): Times {
  const present = Math.ceil(minuteOfDay(scale, at.toString()) / 15) * 15;
  const earliest = present > 0 && present < scale.minutes ? present : 0;
  const taken = [...member.events.filter((event) => !isWholeDay(event)), ...member.outside].map((event) => ({
    from: minuteOfDay(scale, event.start),
    to: minuteOfDay(scale, event.end),
  }));
  for (const { start, end } of open ?? []) {
    const last = Math.min(scale.minutes, minuteOfDay(scale, end)) - 30;
    for (let minute = Math.max(earliest, minuteOfDay(scale, start)); minute <= last; minute += 15) {
      if (!taken.some(({ from, to }) => from < minute + 30 && minute < to)) return clickedTimes(scale, minute);
    }
  }
  return clickedTimes(scale, Math.max(earliest, 9 * 60));
}
