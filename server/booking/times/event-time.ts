// Computes the time of an event: instants, or dates for all-day events, converted to instants in the calendar's zone.
import { isDay } from '#contract/lib/fields.ts';
import { invalid } from '#server/lib/refusal.ts';

export interface EventTime {
  start: Temporal.Instant;
  end: Temporal.Instant;
  /** The first day and the day after the last; only for all-day events. */
  startDate: string | null;
  endDate: string | null;
}

/** Maximum length of an event (days). */
const maxDays = 366;

/**
 * Parses Start, End and the dates of an all-day event. Missing dates are derived from Start and End in the zone; an End
 * at midnight does not add a day. Start and End may be dates themselves, the end exclusive. Throws 417 when the end is
 * not after the start, the event is longer than a year, or an event with times has a date.
 */
export function eventTime(
  input: { start: string; end: string; allDay: boolean; startDate?: string; endDate?: string },
  timeZone: string,
): EventTime {
  const time = input.allDay ? allDay(input, timeZone) : timed(input);
  if (Temporal.Instant.compare(time.start, time.end) >= 0) throw invalid('End', 'booking.endBeforeStart');
  if (time.start.until(time.end).total('hours') > maxDays * 24)
    throw invalid('End', 'calendar.tooLong', { days: maxDays });
  return time;
}

function timed({ start, end }: { start: string; end: string }): EventTime {
  if (isDay(start)) throw invalid('Start', 'field.instant');
  if (isDay(end)) throw invalid('End', 'field.instant');
  // Occupied ranges are in whole milliseconds.
  const whole = (instant: string) =>
    Temporal.Instant.from(instant).round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
  return { start: whole(start), end: whole(end), startDate: null, endDate: null };
}

function allDay(input: { start: string; end: string; startDate?: string; endDate?: string }, timeZone: string) {
  const local = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  const startDate = isDay(input.start) ? input.start : input.startDate;
  const endDate = isDay(input.end) ? input.end : input.endDate;
  const first = startDate ? Temporal.PlainDate.from(startDate) : local(input.start).toPlainDate();
  const after = endDate ? Temporal.PlainDate.from(endDate) : dayAfter(local(input.end), first);
  return {
    start: first.toZonedDateTime(timeZone).toInstant(),
    end: after.toZonedDateTime(timeZone).toInstant(),
    startDate: first.toString(),
    endDate: after.toString(),
  };
}

function dayAfter(end: Temporal.ZonedDateTime, first: Temporal.PlainDate): Temporal.PlainDate {
  const date = end.toPlainDate();
  const atMidnight = end.equals(end.startOfDay());
  return atMidnight && Temporal.PlainDate.compare(date, first) > 0 ? date : date.add({ days: 1 });
}
