// Moves an appointment by the link of a mail: a month with free days, then the times of a day.
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Appointment, publicCalendars, type Slot } from '#contract/booking/public.ts';
import { groupByDay, monthRange } from '#web/booking/public/times/free-days.ts';
import { FreeMonth } from '#web/booking/public/times/free-month.tsx';
import { TimeList, TimeListSkeleton } from '#web/booking/public/times/time-list.tsx';
import { CallError, call, query } from '#web/lib/client/client.ts';
import { dateIn, dayAndTime, instantOf, now, plainDay } from '#web/lib/dates.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './appointment-page.module.css';

interface Props {
  appointment: Appointment;
  actionHash: string;
  onMoved(appointment: Appointment): void;
  onClose(): void;
}

export function MoveAppointment({ appointment, actionHash, onMoved, onClose }: Props) {
  const { t } = useTranslation();
  const zone = appointment.timeZone;
  const today = dateIn(now(), zone);
  const [month, setMonth] = useState(() => dateIn(appointment.start, zone).toPlainYearMonth());
  const [day, setDay] = useState<string>();
  const [chosen, setChosen] = useState<Slot>();
  const free = useQuery(query(publicCalendars.getNewTimes, { actionHash, ...monthRange(month, zone) }));
  const days = free.data && groupByDay(free.data.slots, zone);
  const shown = day && days?.has(day) ? day : days?.keys().next().value;
  const present = instantOf(appointment.start);
  const times = ((shown && days?.get(shown)) || []).filter(({ start }) => !instantOf(start).equals(present));
  const move = useMutation({
    mutationFn: ({ start }: Slot) =>
      call(publicCalendars.rescheduleAppointment, { actionHash, start }, { handlesErrors: true }),
    onSuccess: (moved) => {
      toast(
        'success',
        t(moved.mail === 'sent' ? 'appointment.reschedule.done' : 'appointment.reschedule.doneNoServer'),
      );
      onMoved(moved);
    },
    onError: (error) => {
      const [reason] = error instanceof CallError ? error.messages : [];
      const known = error instanceof CallError ? error.message : undefined;
      toast('danger', reason?.message ?? known ?? t('appointment.processingError'));
      setChosen(undefined);
      void free.refetch();
    },
  });
  return (
    <section className={classes.card} aria-labelledby="move-title">
      <h1 id="move-title" className={classes.title}>
        {t('appointment.reschedule.title')}
      </h1>
      <h2 className={classes.lead}>{t('appointment.reschedule.lead')}</h2>
      <FreeMonth
        closed={free.data?.closed}
        month={month}
        onMonth={setMonth}
        today={today}
        last={free.data && Temporal.PlainDate.from(free.data.lastDay)}
        free={days && new Map([...days].map(([date, found]) => [date, found.length]))}
        selected={shown}
        onSelect={(date) => {
          setDay(date);
          setChosen(undefined);
        }}
      />
      {free.isPending && <TimeListSkeleton />}
      {free.isError && <TryAgain message={t('booking.timesNotLoaded')} onRetry={() => void free.refetch()} />}
      {free.data && times.length > 0 && !chosen && <TimeList slots={times} zone={zone} onPick={setChosen} />}
      {free.data && times.length === 0 && (
        <p className={classes.lead}>
          {t('booking.monthTaken', { month: plainDay(month.toPlainDate({ day: 1 }), { month: 'long' }) })}
        </p>
      )}
      {chosen && (
        <Button size="lg" fullWidth loading={move.isPending} onClick={() => move.mutate(chosen)}>
          {t('appointment.reschedule.button', { when: dayAndTime(chosen.start, zone) })}
        </Button>
      )}
      <button type="button" className={classes.plain} onClick={chosen ? () => setChosen(undefined) : onClose}>
        {t(chosen ? 'booking.back' : 'appointment.reschedule.back')}
      </button>
    </section>
  );
}
