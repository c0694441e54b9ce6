// The quick picker: a month with free days, then the times of a day.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slot } from '#contract/booking/public.ts';
import { groupByDay } from '#web/booking/public/times/free-days.ts';
import { FreeMonth } from '#web/booking/public/times/free-month.tsx';
import { TimeList, TimeListSkeleton } from '#web/booking/public/times/time-list.tsx';
import { dateIn, dayAndTime, instantOf, now, plainDay } from '#web/lib/dates.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { PhoneLink } from '#web/lib/ui/phone-link.tsx';
import classes from './booking-card.module.css';
import type { Booking } from './use-booking.ts';
import { useFirstFree, useMonthSlots } from './use-free-times.ts';

interface ChooseTimeProps {
  booking: Booking;
  /** The day in the address. */
  day: string | undefined;
  /** As in `BookingCard`. */
  time?: string | undefined;
  onDay(day: string): Promise<void>;
}

export function ChooseTime({ booking, day, time, onDay }: ChooseTimeProps) {
  const { t } = useTranslation();
  const { openAddress, zone, services, profile } = booking;
  const today = dateIn(now(), zone);
  const firstFree = useFirstFree(openAddress, services);
  const firstDay = firstFree.data ? dateIn(firstFree.data.start, zone).toString() : undefined;
  const [shownMonth, setShownMonth] = useState<string>();
  const month = Temporal.PlainYearMonth.from(
    shownMonth ?? monthOf(futureDay(day, today) ?? firstDay ?? today.toString()),
  );
  const slots = useMonthSlots(openAddress, services, month.toString(), zone);
  const days = slots.data && groupByDay(slots.data.slots, zone);
  const shown = day && monthOf(day) === month.toString() ? day : days?.keys().next().value;
  const times = (shown && days?.get(shown)) || [];

  // A visitor who has chosen a service, a day or a time sees the first one; a page that just opened stays at its top,
  // and so does the page around a frame.
  const timesBox = useRef<HTMLDivElement>(null);
  const firstTime = times[0]?.start;
  useEffect(() => {
    if (!firstTime || !navigator.userActivation?.hasBeenActive || window.parent !== window) return;
    const box = timesBox.current;
    const first = box?.querySelector('[aria-current]') ?? box?.querySelector('[data-start]');
    first?.scrollIntoView({ block: 'nearest' });
  }, [firstTime]);

  const pick = async (slot: Slot) => {
    // Back returns to this day: of two changes of the address at once, the first would be lost.
    if (shown && (shown !== day || time)) await onDay(shown);
    booking.pick(slot);
  };
  const named = time ? times.find(({ start }) => instantOf(start).toString() === time) : undefined;
  const isNamed = named !== undefined;
  // Variants and extras are chosen before the time.
  const isDecided = services.every(({ options }) => options.length === 0);
  const pickNamed = useEffectEvent(() => void (named && isDecided && pick(named)));
  useEffect(() => {
    if (isNamed) pickNamed();
  }, [isNamed]);

  if (firstFree.data === null) {
    return (
      <p className={classes.none}>
        {profile.phoneNumber ? (
          <>
            {t('booking.noTimesAtAll')} <PhoneLink number={profile.phoneNumber} />
          </>
        ) : (
          t('booking.noTimesAtAllNoPhone')
        )}
      </p>
    );
  }

  const monthName = plainDay(month.toPlainDate({ day: 1 }), {
    month: 'long',
    ...(month.year !== today.year && { year: 'numeric' }),
  });
  const firstDayName = firstDay && plainDay(firstDay, { day: 'numeric', month: 'long' });
  const goToFirst = () => {
    if (!firstDay) return;
    setShownMonth(undefined);
    void onDay(firstDay);
  };

  return (
    <div className={classes.choice}>
      <FreeMonth
        month={month}
        onMonth={(next) => setShownMonth(next.toString())}
        today={today}
        last={slots.data && Temporal.PlainDate.from(slots.data.lastDay)}
        free={days && new Map([...days].map(([date, found]) => [date, found.length]))}
        closed={slots.data?.closed}
        selected={shown}
        onSelect={(date) => {
          setShownMonth(monthOf(date));
          void onDay(date);
        }}
      />
      <div ref={timesBox} className={classes.times} aria-busy={slots.isPending}>
        {firstFree.data && firstDay && shown && shown !== firstDay && days && days.size > 0 && (
          <button type="button" className={classes.firstFree} onClick={goToFirst}>
            {t('booking.firstFree', { when: dayAndTime(firstFree.data.start, zone) })}
          </button>
        )}
        {time && isDecided && slots.data && !named && (
          <p className={classes.none} role="status">
            {t('booking.taken')}
          </p>
        )}
        {slots.isError && <TryAgain message={t('booking.timesNotLoaded')} onRetry={() => void slots.refetch()} />}
        {slots.isPending && <TimeListSkeleton />}
        {slots.data && times.length > 0 && <TimeList slots={times} zone={zone} named={named} onPick={pick} />}
        {slots.data && times.length === 0 && (
          <p className={classes.none}>
            {days?.size
              ? t(shown && slots.data.closed.includes(shown) ? 'booking.dayClosed' : 'booking.dayTaken', {
                  day: plainDay(shown ?? today, { weekday: 'long', day: 'numeric', month: 'long' }),
                })
              : firstDayName
                ? t('booking.monthTakenFirst', { month: monthName, day: firstDayName })
                : t('booking.monthTaken', { month: monthName })}
          </p>
        )}
        {slots.data && days?.size === 0 && firstDayName && (
          <button type="button" className={classes.firstFree} onClick={goToFirst}>
            {t('booking.showDay', { day: firstDayName })}
          </button>
        )}
      </div>
    </div>
  );
}

const monthOf = (date: string) => date.slice(0, 7);

/** Ignores a day in the past. */
function futureDay(day: string | undefined, today: Temporal.PlainDate): string | undefined {
  return day && day >= today.toString() ? day : undefined;
}
