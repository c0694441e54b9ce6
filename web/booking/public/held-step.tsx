// The question before the mail: the time is held, the visitor says whether the confirmation mail may go.
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instantOf, now, timeOf, visitorZone } from '#web/lib/dates.ts';
import classes from './booking-card.module.css';
import { minutesAndSeconds } from './lengths.ts';
import { StepHead } from './step-head.tsx';
import type { Booking } from './use-booking.ts';
import { WhenAndWhat } from './when-and-what.tsx';

export function HeldStep({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { flow, zone, service } = booking;
  const { hold, slot, details } = flow;
  if (!hold || !slot) return null;
  return (
    <>
      <StepHead title={t('booking.held', { until: timeOf(hold.heldUntil, visitorZone()) })} />
      <Countdown until={hold.heldUntil} onOver={booking.expire} />
      <WhenAndWhat slot={slot} zone={zone} service={service} />
      <p className={classes.question}>
        {t('booking.mayWeMail')} <strong className={classes.eMail}>{details.eMail}</strong>
      </p>
      {booking.problem && (
        <p className={classes.problem} role="alert">
          {booking.problem}
        </p>
      )}
      <div className={classes.answers}>
        <Button size="lg" color="ribbon" fullWidth loading={booking.isBusy} onClick={() => void booking.agree()}>
          {t('booking.agree')}
        </Button>
        <Button size="lg" variant="default" fullWidth disabled={booking.isBusy} onClick={() => void booking.letGo()}>
          {t('booking.letGo')}
        </Button>
      </div>
    </>
  );
}

/** Minutes left at which a screen reader is told; every second would be all it said. */
const spokenAt = new Set([10, 5, 2, 1]);

function Countdown({ until, onOver }: { until: string; onOver(): void }) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(() => secondsUntil(until));
  const [spoken, setSpoken] = useState('');
  const tick = useEffectEvent(() => {
    const seconds = secondsUntil(until);
    setLeft(seconds);
    if (seconds % 60 === 0 && spokenAt.has(seconds / 60)) setSpoken(t('booking.minutesLeft', { count: seconds / 60 }));
    if (seconds <= 0) onOver();
  });
  useEffect(() => {
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={classes.countdown}>
      <span role="timer" aria-live="off">
        {t('booking.timeLeft', { time: minutesAndSeconds(left) })}
      </span>
      <span className="unseen" role="status">
        {spoken}
      </span>
    </p>
  );
}

function secondsUntil(until: string): number {
  return Math.max(0, Math.ceil(now().until(instantOf(until)).total('second')));
}
