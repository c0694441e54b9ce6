// The booking dialog over the week calendar: the steps after choosing a time.
import { CloseButton } from '@mantine/core';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyLaterStep } from '#web/booking/public/steps/lazy-later-step.tsx';
import type { Booking } from '#web/booking/public/steps/use-booking.ts';
import classes from './week-tab.module.css';

export function BookingDialog({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const { step } = booking;
  const isOpen = step !== 'choose';
  // A hold needs an answer; one of its buttons releases it.
  const canClose = step !== 'held' && !booking.isBusy;

  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current?.close();
  }, [isOpen]);

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={t('booking.week.dialog')}
      onCancel={(event) => {
        event.preventDefault();
        if (canClose) booking.leave();
      }}
    >
      {canClose && (
        <CloseButton size="lg" className={classes.close} aria-label={t('booking.week.close')} onClick={booking.leave} />
      )}
      {/* A step's heading takes the focus, which requires an open dialog. */}
      <div className={classes.steps}>
        <Suspense>{isOpen && <LazyLaterStep booking={booking} />}</Suspense>
      </div>
    </dialog>
  );
}
