// The visitor's details, the last input before the hold.
import { Button, Checkbox, Input, TextInput } from '@mantine/core';
import { IconClockOff } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { publicCalendars } from '#contract/booking/public.ts';
import { TimeButton } from '#web/booking/public/times/time-list.tsx';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { AppointmentSummary } from './appointment-summary.tsx';
import classes from './booking-card.module.css';
import type { HoldRefusal } from './booking-flow.ts';
import { StepHead } from './step-head.tsx';
import { type Booking, detailsForm } from './use-booking.ts';
import { useFirstFree } from './use-free-times.ts';

export function DetailsStep({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { flow, errors, services, slot, type, profile } = booking;
  const { details, refusal } = flow;

  if (!slot) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void booking.hold();
  };
  return (
    <>
      <StepHead title={t('booking.details')} onBack={booking.back} />
      {refusal ? (
        <Refusal key={slot.start} booking={booking} refusal={refusal} />
      ) : (
        <AppointmentSummary booking={booking} slot={slot} />
      )}
      <form id={detailsForm} className={classes.form} onSubmit={submit} noValidate>
        {services.length === 0 && (
          <TextInput
            name="title"
            label={t('booking.title')}
            {...lengthOf(publicCalendars.insertEvent, 'title')}
            value={details.title}
            error={errors.title}
            onChange={(event) => type({ title: event.currentTarget.value })}
          />
        )}
        <TextInput
          name="name"
          label={t('booking.name')}
          required
          autoComplete="name"
          {...lengthOf(publicCalendars.insertEvent, 'name')}
          value={details.name}
          error={errors.name}
          onChange={(event) => type({ name: event.currentTarget.value })}
        />
        <TextInput
          name="eMail"
          type="email"
          label={t('booking.eMail')}
          required
          autoComplete="email"
          inputMode="email"
          {...lengthOf(publicCalendars.insertEvent, 'eMail')}
          value={details.eMail}
          error={errors.eMail}
          onChange={(event) => type({ eMail: event.currentTarget.value })}
        />
        <TextInput
          name="phoneNumber"
          type="tel"
          label={t('booking.phone')}
          autoComplete="tel"
          inputMode="tel"
          {...lengthOf(publicCalendars.insertEvent, 'phoneNumber')}
          value={details.phoneNumber}
          error={errors.phoneNumber}
          onChange={(event) => type({ phoneNumber: event.currentTarget.value })}
        />
        {profile.offersSmsReminders && (
          <Checkbox
            name="sendSms"
            label={t('booking.sendSms')}
            disabled={details.phoneNumber.trim() === ''}
            checked={details.sendSms && details.phoneNumber.trim() !== ''}
            onChange={(event) => type({ sendSms: event.currentTarget.checked })}
          />
        )}
        <Input.Wrapper label={t('booking.note')} id="booking-note" error={errors.description}>
          <Input
            component="textarea"
            id="booking-note"
            error={errors.description !== undefined}
            name="description"
            rows={3}
            multiline
            {...lengthOf(publicCalendars.insertEvent, 'description')}
            value={details.description}
            onChange={(event) => type({ description: event.currentTarget.value })}
          />
        </Input.Wrapper>
        {booking.problem && (
          <p className={classes.problem} role="alert">
            {booking.problem}
          </p>
        )}
        <Button type="submit" size="lg" color="ribbon" fullWidth loading={booking.isBusy}>
          {t('booking.hold')}
        </Button>
        <p className={classes.hint}>{t(profile.mail === 'stored' ? 'booking.noServer.hint' : 'booking.holdHint')}</p>
      </form>
    </>
  );
}

/**
 * The time is gone: the nearest free ones in its place. It takes the focus, since the visitor is at the end of the
 * form.
 */
function Refusal({ booking, refusal }: { booking: Booking; refusal: HoldRefusal }) {
  const { t } = useTranslation();
  const { zone } = booking;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className={classes.refusal} role="alert">
      <p className={classes.refusalText}>
        <IconClockOff size={18} aria-hidden="true" /> {refusal.message}
      </p>
      {refusal.nearest.length > 0 ? (
        <>
          <p className={classes.hint}>{t('booking.nearest')}</p>
          <ul className={classes.nearest}>
            {refusal.nearest.map((slot) => (
              <li key={slot.start}>
                <TimeButton slot={slot} zone={zone} showDay onPick={(picked) => void booking.hold(picked)} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <FirstFree booking={booking} />
      )}
      <Button variant="default" onClick={booking.leave}>
        {t('booking.another')}
      </Button>
    </div>
  );
}

/** Nothing is free within days of the lost time: the first free time at all. */
function FirstFree({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const first = useFirstFree(booking.openAddress, booking.services).data;
  if (!first) return null;
  return (
    <>
      <p className={classes.hint}>{t('booking.nearest')}</p>
      <TimeButton
        slot={first}
        zone={booking.zone}
        showDay
        onPick={({ start, end }) => void booking.hold({ start, end })}
      />
    </>
  );
}
