// The next appointment, or the one in progress.
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { eventHeading, eventSubtitle } from '#web/booking/calendar/events/event-text.ts';
import { TypeLabel, TypeSwatch } from '#web/booking/calendar/events/event-type.tsx';
import { dayAndTime, timeOf } from '#web/lib/dates.ts';
import { currentLocale } from '#web/lib/locale.ts';
import { AppointmentLink } from './appointment-link.tsx';
import classes from './dashboard.module.css';

interface Props {
  event: CalendarEvent | undefined;
  zone: string;
  at: Temporal.Instant;
}

export function NextAppointment({ event, zone, at }: Props) {
  const { t } = useTranslation();
  if (!event) {
    return (
      <section className={classes.next}>
        <h2 className={classes.kicker}>{t('dashboard.next')}</h2>
        <p className={classes.nothing}>{t('dashboard.nothingNext')}</p>
      </section>
    );
  }
  const running = Temporal.Instant.compare(event.start, at) <= 0;
  return (
    <section className={classes.next} data-event-type={event.type}>
      <h2 className={classes.kicker}>
        {running ? t('dashboard.running') : t('dashboard.next')}
        <span className={classes.startsIn}>
          {running ? t('dashboard.until', { time: timeOf(event.end, zone) }) : formatRelative(event.start, at)}
        </span>
      </h2>
      <p className={classes.nextTime}>
        <time dateTime={event.start}>{dayAndTime(event.start, zone)}</time> – {timeOf(event.end, zone)}
      </p>
      <AppointmentLink event={event} zone={zone} className={classes.nextTitle}>
        {eventHeading(event)}
      </AppointmentLink>
      <p className={classes.nextMore}>
        <TypeSwatch type={event.type} />
        <span>
          <TypeLabel type={event.type} />
          {eventSubtitle(event) && <> · {eventSubtitle(event)}</>}
        </span>
        {event.phoneNumber && <a href={`tel:${event.phoneNumber.replace(/[^+\d]/g, '')}`}>{event.phoneNumber}</a>}
      </p>
    </section>
  );
}

/** `in 25 minutes`, `in 3 hours`, `in 2 days`. */
function formatRelative(start: string, at: Temporal.Instant): string {
  const duration = at.until(start);
  const format = new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'always' });
  const minutes = Math.max(1, Math.round(duration.total('minutes')));
  if (minutes < 60) return format.format(minutes, 'minute');
  const hours = Math.round(duration.total('hours'));
  return hours < 24 ? format.format(hours, 'hour') : format.format(Math.round(hours / 24), 'day');
}
