// The card of the link page: title, person, time, place and one action.
import { Button } from '@mantine/core';
import { IconCalendarPlus, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Appointment, publicCalendars } from '#contract/booking/public.ts';
import { addressLine, directionsTo } from '#contract/directions.ts';
import { withCompany } from '#web/booking/public/place-names.ts';
import { visitorTime, ZoneName } from '#web/booking/public/visitor-time.tsx';
import { operationUrl } from '#web/lib/client/client.ts';
import { longDay, relativeDay, timeOf } from '#web/lib/dates.ts';
import { formatEuro } from '#web/lib/money.ts';
import { PhoneLink } from '#web/lib/ui/phone-link.tsx';
import classes from './appointment-page.module.css';
import { calendarLinks } from './calendar-links.ts';

type TextKey = 'confirm' | 'request' | 'cancell' | 'waiting' | Exclude<Appointment['state'], 'held' | 'requested'>;

interface AppointmentCardProps {
  appointment: Appointment;
  actionHash: string;
  /** The action in the address. */
  action: 'confirm' | 'cancell';
  /** Of a confirmed appointment, before its file, which no change reaches. */
  subscription: ReactNode;
  isBusy: boolean;
  onAct(): void;
  /** Chooses another time. */
  onMove(): void;
}

export function AppointmentCard(props: AppointmentCardProps) {
  const { appointment, actionHash, action, subscription, isBusy, onAct, onMove } = props;
  const { t } = useTranslation();
  const { moves, state, location } = appointment;
  const offered = moves.includes(action) ? action : undefined;
  const other = moves.find((possible) => possible !== offered && possible !== 'reschedule') as
    | 'confirm'
    | 'cancell'
    | undefined;
  // Names the offered action, or else the current state.
  const waits = appointment.waitsForCompany && !offered;
  const confirm = appointment.confirmsRequests ? 'request' : 'confirm';
  const isOpen = state === 'held' || state === 'requested';
  const offeredText = offered === 'confirm' ? confirm : offered;
  const textKey: TextKey = waits ? 'waiting' : (offeredText ?? (isOpen ? confirm : state));
  const heading = useRef<HTMLHeadingElement>(null);
  const stateBefore = useRef(state);
  useEffect(() => {
    if (stateBefore.current !== state) heading.current?.focus();
    stateBefore.current = state;
  }, [state]);

  return (
    <section className={classes.card}>
      {!offered && <StateIcon state={state} />}
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {t(`appointment.${textKey}.title`)}
      </h1>
      <p className={classes.lead}>{leadOf(textKey, appointment, t)}</p>
      <Facts appointment={appointment} />
      {offered && (
        <Button size="lg" fullWidth color={offered === 'cancell' ? 'red' : 'ribbon'} loading={isBusy} onClick={onAct}>
          {t(`appointment.${offered === 'confirm' ? confirm : offered}.button`)}
        </Button>
      )}
      {state === 'confirmed' && !offered && (
        <>
          {subscription}
          <AddToCalendar appointment={appointment} actionHash={actionHash} />
        </>
      )}
      {(state === 'cancelled' || state === 'declined' || state === 'expired' || state === 'past') &&
        location &&
        appointment.userUrlName && (
          <Link
            to="/$locationUrlName/$userUrlName"
            params={{ locationUrlName: location.urlName, userUrlName: appointment.userUrlName }}
            className={classes.bookAgain}
          >
            {t('appointment.bookAgain')}
          </Link>
        )}
      {moves.includes('reschedule') && (
        <button type="button" className={classes.plain} onClick={onMove}>
          {t('appointment.reschedule.link')}
        </button>
      )}
      {appointment.hasSeveralPeople && (state === 'requested' || state === 'confirmed') && (
        <p className={classes.lead}>{t('appointment.reschedule.several', { company: appointment.companyName })}</p>
      )}
      {other && (
        <Link
          to="/appointment/$actionHash/$action"
          params={{ actionHash, action: other }}
          replace
          className={classes.quiet}
        >
          {t(`appointment.${other === 'confirm' ? confirm : other}.link`)}
        </Link>
      )}
    </section>
  );
}

/** Answers come by mail, where one can leave. */
function leadOf(key: TextKey, { mail, companyName: company }: Appointment, t: TFunction): string {
  if (mail !== 'sent' && (key === 'request' || key === 'waiting')) return t(`appointment.${key}.noServer`, { company });
  return t(`appointment.${key}.lead`, { company });
}

function StateIcon({ state }: { state: Appointment['state'] }) {
  if (state === 'confirmed') {
    return <IconCircleCheck size={44} stroke={1.25} className={classes.done} aria-hidden="true" />;
  }
  return state === 'cancelled' || state === 'declined' || state === 'expired' ? (
    <IconCircleX size={44} stroke={1.25} className={classes.cancelled} aria-hidden="true" />
  ) : null;
}

function Facts({ appointment }: { appointment: Appointment }) {
  const { t } = useTranslation();
  const { title, price, start, end, timeZone: zone, location, name, companyName, phoneNumber } = appointment;
  const own = visitorTime(start, zone);
  const near = relativeDay(start, zone);
  const directions = location && directionsTo(addressLine(location), location.geoLocation);
  return (
    <dl className={classes.facts}>
      <dt className="unseen">{t('appointment.what')}</dt>
      <dd className={classes.subject}>
        {title}
        {price !== null && price > 0 && <span className={classes.price}>{formatEuro(price)}</span>}
      </dd>
      <dt>{t('appointment.when')}</dt>
      <dd>
        <span className={classes.day}>
          {near ? `${near}, ` : ''}
          {longDay(start, zone)}
        </span>
        <span className={classes.time}>
          <time dateTime={start}>
            {timeOf(start, zone)} – {timeOf(end, zone)}
          </time>
          {own && <> · {t('booking.yourTime', { time: own })}</>}
        </span>
        {own && (
          <span className={classes.zone}>
            <ZoneName zone={zone} when={start} />
          </span>
        )}
      </dd>
      <dt>{t('appointment.with')}</dt>
      <dd>
        {withCompany([name], { companyName, location })}
        {phoneNumber && (
          <>
            <br />
            <PhoneLink number={phoneNumber} />
          </>
        )}
      </dd>
      {location && (
        <>
          <dt>{t('appointment.where')}</dt>
          <dd>
            {location.name}
            <br />
            {addressLine(location)}
            {directions && (
              <>
                <br />
                <a href={directions} target="_blank" rel="noreferrer">
                  {t('appointment.directions')}
                </a>
              </>
            )}
          </dd>
        </>
      )}
    </dl>
  );
}

function AddToCalendar({ appointment, actionHash }: { appointment: Appointment; actionHash: string }) {
  const { t } = useTranslation();
  const links = calendarLinks(appointment);
  return (
    <div className={classes.calendars}>
      <a className={classes.bookAgain} href={operationUrl(publicCalendars.getCalendarEntry, { actionHash })} download>
        <IconCalendarPlus size={20} aria-hidden="true" /> {t('appointment.addToCalendar')}
      </a>
      <p className={classes.otherCalendars}>
        <a href={links.google} target="_blank" rel="noreferrer">
          {t('appointment.google')}
        </a>
        <a href={links.outlook} target="_blank" rel="noreferrer">
          {t('appointment.outlook')}
        </a>
      </p>
    </div>
  );
}
