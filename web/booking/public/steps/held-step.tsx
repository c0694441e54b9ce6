// The step of a held time: the visitor agrees to the confirmation e-mail or releases the hold.
import { Button, Checkbox } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConsentChannel, consentChannels } from '#contract/customers/consent.ts';
import type { MailState } from '#contract/messaging/mail-states.ts';
import { instantOf, now, timeOf, visitorZone } from '#web/lib/dates.ts';
import { formatCountdown } from '#web/lib/durations.ts';
import { AppointmentSummary } from './appointment-summary.tsx';
import classes from './booking-card.module.css';
import { StepHead } from './step-head.tsx';
import type { Booking } from './use-booking.ts';

export function HeldStep({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { flow, slot, profile } = booking;
  const { hold, details } = flow;
  const [consents, setConsents] = useState<ConsentChannel[]>([]);
  if (!hold || !slot) return null;
  return (
    <>
      <StepHead title={t('booking.held', { until: timeOf(hold.heldUntil, visitorZone()) })} />
      <Countdown until={hold.heldUntil} onExpire={booking.expire} />
      {booking.isAnyone && (
        <p className={classes.question} role="status">
          {t('booking.chosenPerson', { name: hold.name })}
        </p>
      )}
      <AppointmentSummary booking={booking} slot={slot} />
      <p className={classes.question}>
        {questions[profile.mail](t, profile.companyName)} <strong className={classes.eMail}>{details.eMail}</strong>
      </p>
      {consentChannels
        .filter((channel) => channel === 'email' || (profile.offersSmsNews && details.phoneNumber.trim() !== ''))
        .map((channel) => (
          <Checkbox
            key={channel}
            label={t(`booking.consent.${channel}`)}
            checked={consents.includes(channel)}
            onChange={({ currentTarget: { checked } }) =>
              setConsents((given) => (checked ? [...given, channel] : given.filter((one) => one !== channel)))
            }
          />
        ))}
      {booking.problem && (
        <p className={classes.problem} role="alert">
          {booking.problem}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          size="lg"
          color="ribbon"
          fullWidth
          loading={booking.isBusy}
          onClick={() => void booking.confirmHold(consents)}
        >
          {t(buttons[profile.mail])}
        </Button>
        <Button
          size="lg"
          variant="default"
          fullWidth
          disabled={booking.isBusy}
          onClick={() => void booking.releaseHold()}
        >
          {t('booking.letGo')}
        </Button>
      </div>
    </>
  );
}

/** The address follows. */
const questions: Record<MailState, (t: TFunction, company: string) => string> = {
  sent: (t) => t('booking.mayWeMail'),
  shown: (t) => t('booking.trial.question'),
  stored: (t, company) => t('booking.noServer.question', { company }),
};
const buttons = {
  sent: 'booking.agree',
  shown: 'booking.trial.write',
  stored: 'booking.noServer.send',
} as const satisfies Record<MailState, string>;

/** Minutes left at which screen readers announce the countdown; more often would drown out the page. */
const announcedMinutes = new Set([10, 5, 2, 1]);

function Countdown({ until, onExpire }: { until: string; onExpire(): void }) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(() => secondsUntil(until));
  const [announcement, setAnnouncement] = useState('');
  const tick = useEffectEvent(() => {
    const seconds = secondsUntil(until);
    setLeft(seconds);
    if (seconds % 60 === 0 && announcedMinutes.has(seconds / 60))
      setAnnouncement(t('booking.minutesLeft', { count: seconds / 60 }));
    if (seconds <= 0) onExpire();
  });
  useEffect(() => {
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={classes.countdown}>
      <span role="timer" aria-live="off">
        {t('booking.timeLeft', { time: formatCountdown(left) })}
      </span>
      <span className="unseen" role="status">
        {announcement}
      </span>
    </p>
  );
}

function secondsUntil(until: string): number {
  return Math.max(0, Math.ceil(now().until(instantOf(until)).total('second')));
}
