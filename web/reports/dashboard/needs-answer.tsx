// Visitors' requests that are not confirmed yet.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { eventHeading, eventSubtitle } from '#web/booking/calendar/event-text.ts';
import { useConfirmEvent } from '#web/booking/calendar/use-confirm-event.ts';
import { dayAndTime } from '#web/lib/dates.ts';
import { AppointmentLink } from './appointment-link.tsx';
import classes from './dashboard.module.css';

export function NeedsAnswer({ events, zone }: { events: readonly CalendarEvent[]; zone: string }) {
  const { t } = useTranslation();
  return (
    <section className={classes.section} aria-labelledby="needs-answer">
      <h2 id="needs-answer" className={classes.title}>
        {t('dashboard.needsAnswer')}
        {events.length > 0 && <span className={classes.count}>{events.length}</span>}
      </h2>
      {events.length === 0 && <p className={classes.nothing}>{t('dashboard.allAnswered')}</p>}
      <ul className={classes.list}>
        {events.map((event) => (
          <Request key={event.id} event={event} zone={zone} />
        ))}
      </ul>
    </section>
  );
}

function Request({ event, zone }: { event: CalendarEvent; zone: string }) {
  const { t } = useTranslation();
  const { confirm, confirming } = useConfirmEvent();
  return (
    <li className={classes.request} data-event-type={event.type}>
      <span className={classes.text}>
        <AppointmentLink event={event} zone={zone} className={classes.link}>
          {eventHeading(event)}
        </AppointmentLink>
        <span className={classes.more}>
          <time dateTime={event.start}>{dayAndTime(event.start, zone)}</time>
          {eventSubtitle(event) && <> · {eventSubtitle(event)}</>}
        </span>
      </span>
      <Button
        size="xs"
        variant="default"
        loading={confirming}
        aria-label={t('dashboard.confirmWhom', { name: eventHeading(event) })}
        onClick={() => void confirm(event)}
      >
        {t('calendar.confirm')}
      </Button>
    </li>
  );
}
