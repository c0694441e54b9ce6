// Formats the time of an event.
import i18next from 'i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { dateIn, dayRange, longDay, minuteRange, plainDay, shortDay, timeOf } from '#web/lib/dates.ts';
import { currentLocale } from '#web/lib/locale.ts';

const shortDays = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** `Tuesday 24 November, 10:00 – 11:00`, or the days of an all-day event. */
export function formatTimes(event: CalendarEvent, zone: string): string {
  if (event.allDay && event.startDate && event.endDate) {
    const last = Temporal.PlainDate.from(event.endDate).subtract({ days: 1 });
    const first = plainDay(event.startDate, { weekday: 'long', day: 'numeric', month: 'long' });
    if (last.equals(event.startDate)) return `${first}, ${i18next.t('calendar.allDay')}`;
    return dayRange(event.startDate, last, shortDays);
  }
  const { start, end } = event;
  if (dateIn(start, zone).equals(dateIn(end, zone))) {
    return `${longDay(start, zone)}, ${timeOf(start, zone)}\u00A0–\u00A0${timeOf(end, zone)}`;
  }
  return minuteRange(start, end, zone, shortDays);
}

/** `Tue 24 Nov, 10:00 – 11:00`, both days of one that ends on another, or the first day of an all-day event. */
export function formatShortTimes(
  { start, end, allDay }: Pick<CalendarEvent, 'start' | 'end' | 'allDay'>,
  zone: string,
) {
  if (allDay) return `${shortDay(start, zone)}, ${i18next.t('calendar.allDay')}`;
  if (!dateIn(start, zone).equals(dateIn(end, zone))) return minuteRange(start, end, zone, shortDays);
  return `${shortDay(start, zone)}, ${timeOf(start, zone)} – ${timeOf(end, zone)}`;
}

/** The customer's name, or the title of an event without a customer. */
export function eventHeading({ name, title }: Pick<CalendarEvent, 'name' | 'title'>): string {
  return name || title;
}

/** The title below the customer's name; empty when the title is the heading. */
export function eventSubtitle({ name, title }: Pick<CalendarEvent, 'name' | 'title'>): string {
  return name && name !== title ? title : '';
}

/** `Sanita Rudzīte, Blow-dry, 10:00 to 10:30, confirmed`, for screen readers and voice control. */
export function spokenEvent(event: CalendarEvent, zone: string, more: readonly string[] = []): string {
  const { start, end, allDay, type } = event;
  const time = allDay
    ? i18next.t('calendar.allDay')
    : i18next.t('calendar.spokenTime', { start: timeOf(start, zone), end: timeOf(end, zone) });
  const words = [time, i18next.t(`calendar.type.${type}`), ...more].map((word) =>
    word.toLocaleLowerCase(currentLocale()),
  );
  return [eventHeading(event), eventSubtitle(event), ...words].filter(Boolean).join(', ');
}
