// Above the week: its days, the service to book, and the way to other weeks.
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BookableService } from '#contract/booking/public.ts';
import { addressPartOf } from '#web/booking/public/services/services-in-a-row.ts';
import type { Booking } from '#web/booking/public/steps/use-booking.ts';
import { dateIn, dayRange, now } from '#web/lib/dates.ts';
import classes from './week-tab.module.css';

interface Props {
  booking: Booking;
  first: Temporal.PlainDate;
  /** The number of days in view. */
  days: number;
  /** The end of the booking horizon; undefined until it is loaded. */
  lastDay: Temporal.PlainDate | undefined;
  onServices(services: readonly BookableService[]): void;
  onTurn(byDays: number): void;
  onDay(day: string): void;
}

export function WeekBar({ booking, first, days, lastDay, onServices, onTurn, onDay }: Props) {
  const { t } = useTranslation();
  const today = dateIn(now(), booking.zone);
  const after = first.add({ days });
  return (
    <div className={classes.bar}>
      <h2 className={classes.title} aria-live="polite">
        {dayRange(first, after.subtract({ days: 1 }), { day: 'numeric', month: 'long', year: 'numeric' })}
      </h2>
      {booking.profile.services.length > 0 && <ServiceChoice booking={booking} onServices={onServices} />}
      <div className={classes.paging}>
        <ActionIcon
          variant="default"
          size={40}
          aria-label={t('booking.week.previous')}
          disabled={Temporal.PlainDate.compare(first, today) <= 0}
          onClick={() => onTurn(-days)}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <Button variant="default" h={40} onClick={() => onDay(today.toString())}>
          {t('booking.week.today')}
        </Button>
        <ActionIcon
          variant="default"
          size={40}
          aria-label={t('booking.week.next')}
          disabled={lastDay && Temporal.PlainDate.compare(after, lastDay) > 0}
          onClick={() => onTurn(days)}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
      </div>
    </div>
  );
}

function ServiceChoice({ booking: { profile, services }, onServices }: Pick<Props, 'booking' | 'onServices'>) {
  const { t } = useTranslation();
  return (
    <label className={classes.serviceChoice}>
      <span>{t('booking.week.what')}</span>
      <select
        className={classes.select}
        value={addressPartOf(services) ?? ''}
        onChange={({ currentTarget: { value } }) => onServices(profile.services.filter(({ id }) => id === value))}
      >
        {services.length > 1 && (
          <option value={addressPartOf(services)}>{services.map(({ name }) => name).join(' + ')}</option>
        )}
        {profile.services.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {(profile.services.length > 1 || services.length === 0) && (
          <option value="">{t('booking.week.ownLength')}</option>
        )}
      </select>
    </label>
  );
}
