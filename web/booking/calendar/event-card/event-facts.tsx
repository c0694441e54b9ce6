// The lines of an event's card: when it is, its type or state, and how to reach the customer.
import { IconAddressBook, IconLock, IconMail, IconPhone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { CustomerLink } from '#web/booking/calendar/events/customer-link.tsx';
import { eventSubtitle, formatTimes } from '#web/booking/calendar/events/event-text.ts';
import { TypeLabel, TypeSwatch } from '#web/booking/calendar/events/event-type.tsx';
import { timeOf } from '#web/lib/dates.ts';
import classes from './event-card.module.css';

interface Props {
  event: CalendarEvent;
  zone: string;
  calendarName: string | undefined;
}

export function EventFacts({ event, zone, calendarName }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {eventSubtitle(event) && <p className={classes.subtitle}>{eventSubtitle(event)}</p>}
      <p className={classes.when}>{formatTimes(event, zone)}</p>
      <p className={classes.line}>
        <TypeSwatch type={event.type} />
        <span>
          {event.status ? t(`visits.status.${event.status}`) : <TypeLabel type={event.type} />}
          {event.heldUntil && <> · {t('calendar.heldUntil', { time: timeOf(event.heldUntil, zone) })}</>}
          {calendarName && <> · {calendarName}</>}
        </span>
      </p>
      {event.phoneNumber && (
        <p className={classes.line}>
          <IconPhone size={17} stroke={1.75} aria-hidden="true" />
          <a href={`tel:${event.phoneNumber.replace(/[^+\d]/g, '')}`}>{event.phoneNumber}</a>
        </p>
      )}
      {event.eMail && (
        <p className={classes.line}>
          <IconMail size={17} stroke={1.75} aria-hidden="true" />
          <a href={`mailto:${encodeURIComponent(event.eMail)}`}>{event.eMail}</a>
        </p>
      )}
      {event.contactId && (
        <p className={classes.line}>
          <IconAddressBook size={17} stroke={1.75} aria-hidden="true" />
          <CustomerLink event={event} />
        </p>
      )}
      {event.description && <p className={classes.description}>{event.description}</p>}
      {!event.isEditable && (
        <p className={classes.line}>
          <IconLock size={17} stroke={1.75} aria-hidden="true" />
          {t('calendar.locked')}
        </p>
      )}
    </>
  );
}
