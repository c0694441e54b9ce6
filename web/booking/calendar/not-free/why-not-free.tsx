// Says why visitors cannot book a time of a person, for an appointment without a service or for one of theirs.
import { Loader, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Calendar, calendars as calls } from '#contract/booking/calendar.ts';
import type { DeskService } from '#contract/booking/visit-rows.ts';
import { visits } from '#contract/booking/visits.ts';
import { query } from '#web/lib/client/client.ts';
import { dayAndTime } from '#web/lib/dates.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { NotFreeReasons } from './not-free-reasons.tsx';
import classes from './why-not-free.module.css';

interface Props {
  calendarId: string;
  start: string;
  /** Of the start in the title. */
  zone: string;
  calendars: readonly Calendar[];
  /** Chosen at first. */
  serviceIds?: readonly string[];
  /** Of these services; of others, the first variant counts. */
  optionIds?: readonly string[] | undefined;
  onEvent: ((id: string) => void) | undefined;
  onClose: () => void;
}

export function WhyNotFree({ calendarId, start, zone, calendars, serviceIds = [], ...props }: Props) {
  const { optionIds, onEvent, onClose } = props;
  const { t } = useTranslation();
  const [{ ids, chosen }, choose] = useState({ ids: serviceIds, chosen: optionIds });
  const { data: services = [], isPending } = useQuery({ ...query(visits.getServices, {}), staleTime: 60_000 });
  const named = services.filter(({ id }) => ids.includes(id));
  const answer = useQuery({
    ...query(calls.getWhyNotFree, { calendarId, start, serviceIds: [...ids], optionIds: bookable(chosen, named) }),
    staleTime: 0,
    enabled: chosen === undefined || !isPending,
  });
  const name = calendars.find(({ id }) => id === calendarId)?.name ?? '';
  return (
    <Dialog onClose={onClose} title={t('calendar.notFree.ask')} centered>
      <p className={classes.when}>{`${name} · ${dayAndTime(start, zone)}`}</p>
      <NativeSelect
        label={t('calendar.notFree.for')}
        value={ids.join()}
        onChange={({ currentTarget: { value } }) => choose({ ids: value ? value.split(',') : [], chosen: undefined })}
        data={[
          { value: '', label: t('calendar.notFree.withoutService') },
          // Several in a row are those of the dialog.
          ...(ids.length > 1 ? [{ value: ids.join(), label: named.map((service) => service.name).join(' + ') }] : []),
          ...services.map((service) => ({ value: service.id, label: service.name })),
        ]}
      />
      <div className={classes.answer} role="status" aria-busy={answer.isPending}>
        {answer.isPending && <Loader size="sm" />}
        {answer.isError && <TryAgain onRetry={() => void answer.refetch()} />}
        {answer.data && <NotFreeReasons answer={answer.data} name={name} onEvent={onEvent} />}
      </div>
    </Dialog>
  );
}

/**
 * Undefined for options that cannot be booked now, which the server would refuse: one was switched off, or the services
 * have got variants since.
 */
function bookable(optionIds: readonly string[] | undefined, services: readonly DeskService[]): string[] | undefined {
  const offered = services.flatMap(({ options }) => options);
  const hasVariant = ({ options }: DeskService) =>
    options.some(({ id, kind }) => kind === 'variant' && optionIds?.includes(id)) ||
    !options.some(({ kind }) => kind === 'variant');
  const isOffered = optionIds?.every((optionId) => offered.some(({ id }) => id === optionId));
  return optionIds && isOffered && services.every(hasVariant) ? [...optionIds] : undefined;
}
