// The appointments of the coming days, grouped by day.
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { eventHeading, eventSubtitle } from '#web/booking/calendar/events/event-text.ts';
import { TypeLabel, TypeSwatch } from '#web/booking/calendar/events/event-type.tsx';
import { dateIn, plainDay, relativeDay, timeOf } from '#web/lib/dates.ts';
import { currentLocale } from '#web/lib/locale.ts';
import { dayStart } from '#web/lib/zones.ts';
import { AppointmentLink } from './appointment-link.tsx';
import classes from './dashboard.module.css';

interface Props {
  events: readonly CalendarEvent[];
  zone: string;
  today: Temporal.PlainDate;
  days: number;
}

export function ComingDays({ events, zone, today, days }: Props) {
  const { t } = useTranslation();
  const shown = Array.from({ length: days }, (_, index) => today.add({ days: index }))
    .map((day) => ({ day, events: events.filter((event) => firstDay(event, zone, today).equals(day)) }))
    .filter((one) => one.events.length > 0 || one.day.equals(today));
  return (
    <section className={classes.section} aria-labelledby="coming-days">
      <h2 id="coming-days" className="unseen">
        {t('dashboard.comingDays')}
      </h2>
      {shown.map((one) => (
        <section key={one.day.toString()} className={classes.day}>
          <h3 className={classes.title}>{nameOf(one.day, zone)}</h3>
          {one.events.length === 0 && <p className={classes.nothing}>{t('dashboard.nothingToday')}</p>}
          <ul className={classes.list}>
            {one.events.map((event) => (
              <Appointment key={event.id} event={event} zone={zone} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function Appointment({ event, zone }: { event: CalendarEvent; zone: string }) {
  const { t } = useTranslation();
  return (
    <li className={classes.appointment} data-event-type={event.type}>
      <span className={classes.time}>
        {event.allDay ? (
          t('calendar.allDay')
        ) : (
          <>
            <time dateTime={event.start}>{timeOf(event.start, zone)}</time>
            <span className={classes.until}>{timeOf(event.end, zone)}</span>
          </>
        )}
      </span>
      <TypeSwatch type={event.type} />
      <span className={classes.text}>
        <AppointmentLink event={event} zone={zone} className={classes.link}>
          {eventHeading(event)}
        </AppointmentLink>
        <span className={classes.more}>
          <TypeLabel type={event.type} />
          {eventSubtitle(event) && <> · {eventSubtitle(event)}</>}
          {event.heldUntil && <> · {t('calendar.heldUntil', { time: timeOf(event.heldUntil, zone) })}</>}
        </span>
      </span>
    </li>
  );
}

/** Lists an event that began earlier under today. */
function firstDay(event: CalendarEvent, zone: string, today: Temporal.PlainDate): Temporal.PlainDate {
  const first = event.startDate ? Temporal.PlainDate.from(event.startDate) : dateIn(event.start, zone);
  return Temporal.PlainDate.compare(first, today) < 0 ? today : first;
}

function nameOf(day: Temporal.PlainDate, zone: string): string {
  const near = relativeDay(dayStart(day, zone), zone);
  const long = plainDay(day, { weekday: 'long', day: 'numeric', month: 'long' });
  return near ? `${near.charAt(0).toLocaleUpperCase(currentLocale())}${near.slice(1)}, ${long}` : long;
}
