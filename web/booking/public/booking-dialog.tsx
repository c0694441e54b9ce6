// The visitor's event dialog: the steps after a time was chosen, over the week calendar.
import { CloseButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LaterStep } from './later-step.tsx';
import type { Booking } from './use-booking.ts';
import classes from './week-tab.module.css';

export function BookingDialog({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const { step } = booking.flow;
  const isOpen = step !== 'choose';
  // A held time waits for its answer; there is a button for no.
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
        if (canClose) booking.back();
      }}
    >
      {canClose && (
        <CloseButton size="lg" className={classes.close} aria-label={t('booking.week.close')} onClick={booking.back} />
      )}
      {/* The heading of a step takes the focus, which it can only while the dialog is open. */}
      <div className={classes.steps}>{isOpen && <LaterStep booking={booking} />}</div>
    </dialog>
  );
}
