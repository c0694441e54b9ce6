// The week calendar with occupied and free times. Selecting a range opens the booking dialog.
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { type BookableService, publicCalendars, type Slot } from '#contract/booking/public.ts';
import { application } from '#contract/site/application.ts';
import { addressPartOf, servicesInput, totalOf } from '#web/booking/public/services/services-in-a-row.ts';
import type { Booking } from '#web/booking/public/steps/use-booking.ts';
import { useFirstFree } from '#web/booking/public/steps/use-free-times.ts';
import { daysRange } from '#web/booking/public/times/free-days.ts';
import { isElsewhere, ZoneName } from '#web/booking/public/visitor-time.tsx';
import { query } from '#web/lib/client/client.ts';
import { dateIn, firstWeekday, now, plainDay } from '#web/lib/dates.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { startOfWeek } from '#web/lib/ui/time/month.ts';
import { BookingDialog } from './booking-dialog.tsx';
import { snapRange } from './snap-range.ts';
import { WeekGrid } from './week-grid.tsx';
import classes from './week-tab.module.css';

interface WeekTabProps {
  booking: Booking;
  day: string | undefined;
  onDay(day: string): void;
  onServices(services: readonly BookableService[]): void;
}

export function WeekTab({ booking, day, onDay, onServices }: WeekTabProps) {
  const { t } = useTranslation();
  const { profileAddress, zone, services, profile } = booking;
  const [missed, setMissed] = useState(false);
  const isNarrow = useIsNarrow();
  const today = dateIn(now(), zone);
  const firstFree = useFirstFree(profileAddress, services);
  const shownDay = day ?? (firstFree.data ? dateIn(firstFree.data.start, zone).toString() : today.toString());
  const days = isNarrow ? 3 : 7;
  const first = isNarrow
    ? Temporal.PlainDate.from(shownDay)
    : startOfWeek(Temporal.PlainDate.from(shownDay), firstWeekday());
  const after = first.add({ days });
  const range = daysRange(first, after, zone);
  const slots = useQuery(query(publicCalendars.getSlots, { ...profileAddress, ...range, ...servicesInput(services) }));
  const occupied = useQuery(query(publicCalendars.getEvents, { ...profileAddress, ...range }));
  const unit = useQuery({
    ...query(application.getPublicCalendarEventLength, {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const free = slots.data?.slots ?? [];
  const taken = occupied.data ?? [];

  const onSelect = (selected: Slot) => {
    const slot = snapRange(selected, {
      slots: free,
      occupied: taken,
      serviceMinutes: services.length > 0 ? totalOf(services).minutes : undefined,
      unit: unit.data?.value ?? 15,
    });
    setMissed(!slot);
    if (slot) booking.pick(slot);
  };
  const turnPage = (by: number) => {
    setMissed(false);
    onDay(first.add({ days: by }).toString());
  };
  const lastDay = slots.data && Temporal.PlainDate.from(slots.data.lastDay);

  return (
    <section className={classes.week} aria-label={t('profile.week')}>
      <div className={classes.bar}>
        <h2 className={classes.title} aria-live="polite">
          {plainDay(first, { day: 'numeric', month: 'long' })} –{' '}
          {plainDay(after.subtract({ days: 1 }), { day: 'numeric', month: 'long', year: 'numeric' })}
        </h2>
        {profile.services.length > 0 && (
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
        )}
        <div className={classes.paging}>
          <ActionIcon
            variant="default"
            size={40}
            aria-label={t('booking.week.previous')}
            disabled={Temporal.PlainDate.compare(first, today) <= 0}
            onClick={() => turnPage(-days)}
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
            onClick={() => turnPage(days)}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </div>
      </div>
      <ul className={classes.legend}>
        <li>
          <span className={classes.free} aria-hidden="true" /> {t('booking.week.free')}
        </li>
        <li>
          <span className={classes.occupied} aria-hidden="true" /> {t('booking.week.occupied')}
        </li>
        {isElsewhere(zone, range.start) && (
          <li>
            <ZoneName zone={zone} when={range.start} />
          </li>
        )}
      </ul>
      <p className={missed ? classes.missed : classes.hint} role="status">
        {t(missed ? 'booking.week.notFree' : 'booking.week.hint')}
      </p>
      {slots.isError || occupied.isError ? (
        <TryAgain
          message={t('booking.timesNotLoaded')}
          onRetry={() => void Promise.all([slots.refetch(), occupied.refetch()])}
        />
      ) : (
        <WeekGrid
          first={first}
          days={days}
          zone={zone}
          slots={free}
          occupied={taken}
          isLoading={slots.isPending || occupied.isPending}
          onSelect={onSelect}
        />
      )}
      <BookingDialog booking={booking} />
    </section>
  );
}

const narrow = matchMedia('(max-width: 47.99em)');

/** True if seven columns do not fit, as on a phone. */
function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      narrow.addEventListener('change', changed);
      return () => narrow.removeEventListener('change', changed);
    },
    () => narrow.matches,
  );
}
