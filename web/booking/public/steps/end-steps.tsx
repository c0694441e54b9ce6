// The final steps: the confirmation e-mail is on its way, the appointment is confirmed, or the hold has expired.
import { Button } from '@mantine/core';
import { IconCalendarCheck, IconMailCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { MailState } from '#contract/messaging/mail-states.ts';
import { now } from '#web/lib/dates.ts';
import { PhoneLink } from '#web/lib/ui/phone-link.tsx';
import { AppointmentSummary } from './appointment-summary.tsx';
import classes from './booking-card.module.css';
import { StepHead } from './step-head.tsx';
import type { Booking } from './use-booking.ts';

export function ConfirmedStep({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { slot, profile, isConfirmed } = booking;
  const { mail, companyName: company, phoneNumber } = profile;
  const Icon = isConfirmed || mail === 'stored' ? IconCalendarCheck : IconMailCheck;
  const [before, eMail, after] = mailSentText(booking, t).split(/<\/?strong>/);
  return (
    <>
      <Icon size={40} stroke={1.25} className={classes.mailIcon} aria-hidden="true" />
      <StepHead title={t(isConfirmed ? 'appointment.confirmed.title' : titles[mail], { company })} />
      <p className={classes.question}>
        {before}
        <strong className={classes.eMail}>{eMail}</strong>
        {after}
      </p>
      {slot && <AppointmentSummary booking={booking} slot={slot} />}
      {mail === 'sent' && !isConfirmed && <p className={classes.hint}>{t('booking.noMail')}</p>}
      {mail === 'stored' && phoneNumber && (
        <p className={classes.hint}>
          {t('booking.noServer.call')} <PhoneLink number={phoneNumber} />
        </p>
      )}
      {mail === 'shown' && (
        <Button component="a" href="/demo/mail" target="_top" fullWidth>
          {t('booking.trial.open')}
        </Button>
      )}
      <Button variant="default" fullWidth onClick={booking.leave}>
        {t('booking.another')}
      </Button>
      {mail !== 'stored' && (
        <p className={classes.hint}>
          <a href="/appointments" target="_top">
            {t('mine.title')}
          </a>
        </p>
      )}
    </>
  );
}

const titles = {
  sent: 'booking.checkMail',
  shown: 'booking.trial.title',
  stored: 'booking.noServer.title',
} as const satisfies Record<MailState, string>;

/** Names the hours that the visitor has, unless the appointment begins before. */
function mailSentText({ slot, mailedTo, isConfirmed, profile }: Booking, t: TFunction): string {
  const { confirmsRequests, requestHours, companyName, mail } = profile;
  if (isConfirmed) return t(mail === 'sent' ? 'booking.atOnce.text' : 'booking.atOnce.stored', { eMail: mailedTo });
  if (mail === 'shown') return t('booking.trial.text', { eMail: mailedTo });
  if (mail === 'stored') return t('booking.noServer.text', { eMail: mailedTo, company: companyName });
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
