// The final steps: the confirmation e-mail is on its way, or the hold has expired.
import { Button } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AppointmentSummary } from './appointment-summary.tsx';
import classes from './booking-card.module.css';
import { StepHead } from './step-head.tsx';
import type { Booking } from './use-booking.ts';

export function ConfirmedStep({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { slot, mailedTo } = booking;
  const [before, eMail, after] = t('booking.mailSent', { eMail: mailedTo }).split(/<\/?strong>/);
  return (
    <>
      <IconMailCheck size={40} stroke={1.25} className={classes.mailIcon} aria-hidden="true" />
      <StepHead title={t('booking.checkMail')} />
      <p className={classes.question}>
        {before}
        <strong className={classes.eMail}>{eMail}</strong>
        {after}
      </p>
      {slot && <AppointmentSummary booking={booking} slot={slot} />}
      <p className={classes.hint}>{t('booking.noMail')}</p>
      <Button variant="default" fullWidth onClick={booking.leave}>
        {t('booking.another')}
      </Button>
    </>
  );
}

export function ExpiredStep({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { slot } = booking;
  return (
    <>
      <StepHead title={t('booking.expired')} />
      <p className={classes.question}>{t('booking.expiredWords')}</p>
      {slot && <AppointmentSummary booking={booking} slot={slot} />}
      {booking.problem && (
        <p className={classes.problem} role="alert">
          {booking.problem}
        </p>
      )}
      <div className={classes.actions}>
        <Button size="lg" color="ribbon" fullWidth loading={booking.isBusy} onClick={() => void booking.hold()}>
          {t('booking.holdAgain')}
        </Button>
        <Button size="lg" variant="default" fullWidth onClick={booking.leave}>
          {t('booking.another')}
        </Button>
      </div>
    </>
  );
}
