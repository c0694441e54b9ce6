// The title and time of an appointment, in a reader's language and in the location's zone.
import { dateFormat } from '#contract/lib/date-format.ts';
import { euroFormat } from '#contract/lib/money.ts';
import { localeOf, translate } from '#server/lib/i18n.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { looksLikeLink } from '#server/lib/plain-name.ts';
import type { NotifiedAppointment } from './read-appointment.ts';

/**
 * The service, otherwise the title given by staff. Text typed by the visitor never goes into mail to the address they
 * typed: that could be another person's, and the text an advertisement. Nor does that of staff whose company has not
 * proved who it is.
 */
export function appointmentTitle(appointment: NotifiedAppointment, language: string): string {
  const { serviceName, madeBy, title, companyEMail } = appointment;
  const ofStaff = madeBy !== null && companyEMail !== '' && title;
  return oneLine(serviceName || ofStaff || translate(language, 'mail.appointment'), 120);
}

/** The employee and the company that the visitor meets. */
export function appointmentWith(appointment: NotifiedAppointment): string {
  return [appointment.employee, appointment.company].filter(Boolean).join(', ');
}

/** The visitor's name for the greeting; empty when it looks like a message rather than a name. */
export function greetedName(appointment: NotifiedAppointment): string {
  const name = oneLine(appointment.name, 60);
  return looksLikeLink(name) ? '' : name;
}

/** The price in euro; empty when it is free or has no price. */
export function priceText(price: number | null, language: string): string {
  if (!price) return '';
  return euroFormat(localeOf(language)).format(price);
}

const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const;

export interface WhenText {
  /** `Tuesday, 3 March 2026` */
  date: string;
  /** `10:00–10:30`, or `03:30 GMT+3 – 03:00 GMT+2` when the clocks change meanwhile; empty for all-day events. */
  time: string;
  /** `Eastern European Time, Riga (GMT+2)`; empty for all-day events. */
  zone: string;
  /** `Tue 3 Mar, 10:00`, for subjects; with the offset when the hour is repeated. */
  short: string;
}

/** The time of the appointment, in the location's zone. */
export function whenText(
  appointment: Pick<NotifiedAppointment, 'startAt' | 'endAt' | 'startDate' | 'endDate' | 'timeZone'>,
  language: string,
): WhenText {
  const { startAt, endAt, startDate, endDate, timeZone } = appointment;
  if (startDate !== null && endDate !== null) return daysText(startDate, endDate, language);
  const format = (options: Intl.DateTimeFormatOptions) => formatFor(language, { timeZone, ...options });
  const [first, last] = [startAt.toZonedDateTimeISO(timeZone), endAt.toZonedDateTimeISO(timeZone)];
  const sameDay = first.toPlainDate().equals(last.toPlainDate());
  const day = format({ dateStyle: 'full' });
  const [start, end] = [startAt.epochMilliseconds, endAt.epochMilliseconds];
  const clock = { hour: 'numeric', minute: '2-digit' } as const;
  const style = sameDay ? clock : { ...shortDay, ...clock };
  const changesOffset = first.offsetNanoseconds !== last.offsetNanoseconds;
  const withOffset = format({ ...style, timeZoneName: 'shortOffset' });
  const hour = isRepeated(first) ? format({ ...clock, timeZoneName: 'shortOffset' }) : format({ timeStyle: 'short' });
  return {
    date: day.format(start),
    time: changesOffset
      ? `${withOffset.format(start)} – ${withOffset.format(end)}`
      : format(sameDay ? { timeStyle: 'short' } : style).formatRange(start, end),
    zone: zoneText(start, timeZone, language),
    short: `${format(shortDay).format(start)}, ${hour.format(start)}`,
  };
}

/** Whether the clock shows this time twice on the day, before and after it is set back. */
function isRepeated(time: Temporal.ZonedDateTime): boolean {
  const wall = time.toPlainDateTime();
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    wall.toZonedDateTime(time.timeZoneId, { disambiguation }),
  );
  return earlier !== undefined && later !== undefined && !earlier.equals(later);
}

function daysText(startDate: string, endDate: string, language: string): WhenText {
  const day = (options: Intl.DateTimeFormatOptions) => formatFor(language, { timeZone: 'UTC', ...options });
  const at = (date: Temporal.PlainDate) => date.toZonedDateTime('UTC').epochMilliseconds;
  const first = Temporal.PlainDate.from(startDate);
  const last = Temporal.PlainDate.from(endDate).subtract({ days: 1 });
  return {
    date: day({ dateStyle: 'full' }).formatRange(at(first), at(last)),
    time: '',
    zone: '',
    short: day(shortDay).format(at(first)),
  };
}

/**
 * The zone's usual name, its city and its current offset, which alone distinguishes the repeated hour in autumn. Of an
 * offset such as `-08:00`, the offset.
 */
function zoneText(instant: number, timeZone: string, language: string): string {
  const part = (timeZoneName: Intl.DateTimeFormatOptions['timeZoneName']) =>
    formatFor(language, { timeZone, timeZoneName })
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  if (/^[+-]/.test(timeZone)) return part('shortOffset');
  const city = timeZone.includes('/') ? timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ') : '';
  return `${[part('long'), city].filter(Boolean).join(', ')} (${part('shortOffset')})`;
}

// Creating a format costs more than the rest of a mail.
const formats = new Map<string, Intl.DateTimeFormat>();
const maxFormats = 500;

function formatFor(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  let format = formats.get(key);
  if (!format) {
    if (formats.size >= maxFormats) formats.clear();
    format = dateFormat(localeOf(language), options);
    formats.set(key, format);
  }
  return format;
}
