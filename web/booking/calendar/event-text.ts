// Formats the time of an event.
import i18next from 'i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { dateIn, longDay, plainDay, shortDay, timeOf } from '#web/lib/dates.ts';

/** `Tuesday 24 November, 10:00 – 11:00`, or the days of an all-day event. */
export function formatTimes(event: CalendarEvent, zone: string): string {
  if (event.allDay && event.startDate && event.endDate) {
    const last = Temporal.PlainDate.from(event.endDate).subtract({ days: 1 });
    const first = plainDay(event.startDate, { weekday: 'long', day: 'numeric', month: 'long' });
    if (last.equals(event.startDate)) return `${first}, ${i18next.t('calendar.allDay')}`;
    return `${plainDay(event.startDate)} – ${plainDay(last)}`;
  }
  const { start, end } = event;
  if (dateIn(start, zone).equals(dateIn(end, zone))) {
    return `${longDay(start, zone)}, ${timeOf(start, zone)}\u00A0–\u00A0${timeOf(end, zone)}`;
  }
  return `${shortDay(start, zone)}, ${timeOf(start, zone)} – ${shortDay(end, zone)}, ${timeOf(end, zone)}`;
}

/** True for a visitor's request that neither the visitor nor an employee has confirmed. */
export function needsAnswer(event: CalendarEvent): boolean {
  return event.type === 'info' && event.userId === null && event.heldUntil === null;
}
