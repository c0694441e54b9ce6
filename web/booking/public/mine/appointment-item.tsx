// One of a visitor's appointments, with the way to change it or to book it again.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/booking/my-appointments.ts';
import { withCompany } from '#web/booking/public/place-names.ts';
import { visitorTime, ZoneName } from '#web/booking/public/visitor-time.tsx';
import { dateIn, longDay, minuteRange, relativeDay, timeOf } from '#web/lib/dates.ts';
import { formatEuro } from '#web/lib/money.ts';
import classes from './my-appointments.module.css';

const longDays = { weekday: 'long', day: 'numeric', month: 'long' } as const;

interface Props {
  appointment: MyAppointment;
  isOpening: boolean;
  onOpen(): void;
}

export function AppointmentItem({ appointment, isOpening, onOpen }: Props) {
  const { t } = useTranslation();
  const { id, title, price, start, end, timeZone: zone, state, isChangeable, again } = appointment;
  const near = relativeDay(start, zone);
  const own = visitorTime(start, zone);
  const lasts = !dateIn(start, zone).equals(dateIn(end, zone));
  const place = { companyName: appointment.companyName, location: { name: appointment.place } };
  const [titleId, whenId] = [`mine-${id}`, `mine-when-${id}`];
  return (
    <li className={classes.item} data-state={state}>
      <p className={classes.state}>{t(`mine.state.${state}`)}</p>
      <h3 id={titleId} className={classes.subject}>
        {title}
        {price !== null && price > 0 && <span className={classes.price}>{formatEuro(price)}</span>}
      </h3>
      <p id={whenId} className={classes.when}>
        <span className={classes.day}>
          {near ? `${near}, ` : ''}
          {!lasts && longDay(start, zone)}
        </span>
        <time dateTime={start}>
          {lasts ? minuteRange(start, end, zone, longDays) : `${timeOf(start, zone)} – ${timeOf(end, zone)}`}
        </time>
        {own && <> · {t('booking.yourTime', { time: own })}</>}
        <span className={classes.zone}>
          <ZoneName zone={zone} when={start} />
        </span>
      </p>
      <p className={classes.where}>
        {withCompany([appointment.name], place)}
        {appointment.place && (
          <span>
            {appointment.place}
            {appointment.address && `, ${appointment.address}`}
          </span>
        )}
      </p>
      <div className={classes.acts}>
        {isChangeable && (
          <Button
            color={state === 'requested' ? 'ribbon' : undefined}
            loading={isOpening}
            onClick={onOpen}
            aria-describedby={`${titleId} ${whenId}`}
          >
            {t(state === 'requested' ? 'mine.confirm' : 'mine.change')}
          </Button>
        )}
        {again && <BookAgain again={again} describedBy={titleId} />}
      </div>
    </li>
  );
}

function BookAgain({ again, describedBy }: { again: NonNullable<MyAppointment['again']>; describedBy: string }) {
  const { t } = useTranslation();
  const { locationUrlName, userUrlName, serviceIds, optionIds } = again;
  const search = {
    ...(serviceIds.length > 0 && { service: serviceIds.join(',') }),
    ...(optionIds.length > 0 && { options: optionIds.join(',') }),
  };
  const look = { className: classes.again, 'aria-describedby': describedBy };
  return userUrlName === null ? (
    <Link to="/$locationUrlName" params={{ locationUrlName }} search={search} {...look}>
      {t('mine.again')}
    </Link>
  ) : (
    <Link to="/$locationUrlName/$userUrlName" params={{ locationUrlName, userUrlName }} search={search} {...look}>
      {t('mine.again')}
    </Link>
  );
}
