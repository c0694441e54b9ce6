// The final steps: the confirmation e-mail is on its way, or the hold has expired.
import { Button } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { now } from '#web/lib/dates.ts';
import { AppointmentSummary } from './appointment-summary.tsx';
import classes from './booking-card.module.css';
import { StepHead } from './step-head.tsx';
import type { Booking } from './use-booking.ts';

export function ConfirmedStep({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { slot } = booking;
  const [before, eMail, after] = mailSentText(booking, t).split(/<\/?strong>/);
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

/** Names the hours that the visitor has, unless the appointment begins before. */
function mailSentText({ slot, mailedTo, profile }: Booking, t: TFunction): string {
  const { confirmsRequests, requestHours, companyName } = profile;
  if (confirmsRequests) return t('booking.mailSentCompany', { eMail: mailedTo, company: companyName });
  const isFar = slot && Temporal.Instant.compare(now().add({ hours: requestHours }), slot.start) < 0;
  return isFar
    ? t('booking.mailSentHours', { eMail: mailedTo, count: requestHours })
    : t('booking.mailSent', { eMail: mailedTo });
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
