// The week calendar with occupied and free times. Selecting a range opens the booking dialog.
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { type BookableService, publicCalendars, type Slot } from '#contract/booking/public.ts';
import { application } from '#contract/site/application.ts';
import { servicesInput } from '#web/booking/public/services/chosen-options.ts';
import { totalOf } from '#web/booking/public/services/services-in-a-row.ts';
import type { Booking } from '#web/booking/public/steps/use-booking.ts';
import { useFirstFree } from '#web/booking/public/steps/use-free-times.ts';
import { daysRange } from '#web/booking/public/times/free-days.ts';
import { isElsewhere, ZoneName } from '#web/booking/public/visitor-time.tsx';
import { query } from '#web/lib/client/client.ts';
import { dateIn, firstWeekday, now } from '#web/lib/dates.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { startOfWeek } from '#web/lib/ui/time/month.ts';
import { BookingDialog } from './booking-dialog.tsx';
import { snapRange } from './snap-range.ts';
import { WeekBar } from './week-bar.tsx';
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
  const { profileAddress, zone, services } = booking;
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

  return (
    <section className={classes.week} aria-label={t('profile.week')}>
      <WeekBar
        {...{ booking, onServices, onDay }}
        first={first}
        days={days}
        lastDay={slots.data && Temporal.PlainDate.from(slots.data.lastDay)}
        onTurn={turnPage}
      />
      <WeekLegend zone={zone} when={range.start} />
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

function WeekLegend({ zone, when }: { zone: string; when: string }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.legend}>
      <li>
        <span className={classes.free} aria-hidden="true" /> {t('booking.week.free')}
      </li>
      <li>
        <span className={classes.occupied} aria-hidden="true" /> {t('booking.week.occupied')}
      </li>
      {isElsewhere(zone, when) && (
        <li>
          <ZoneName zone={zone} when={when} />
        </li>
      )}
    </ul>
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
