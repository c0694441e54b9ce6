// An appointment for a customer who has just come in, in one tap.
import { Button, Menu } from '@mantine/core';
import { IconWalk } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '#contract/booking/calendar.ts';
import { type DeskService, visits } from '#contract/booking/visits.ts';
import { call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { now, timeOf } from '#web/lib/dates.ts';
import { formatEuro } from '#web/lib/money.ts';
import { toast } from '#web/lib/ui/toasts.ts';
import { refetchVisit, saveVisit } from './save-visit.ts';
import classes from './walk-in.module.css';

const minutesWithoutService = 30;
/** Minutes. */
const rounding = 5;

interface Props {
  calendar: Calendar;
  /** Also by a key of the calendar. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Shows the day of the walk-in. */
  onSaved: () => void;
}

export function WalkIn({ calendar, isOpen, onOpen, onSaved }: Props) {
  const { t } = useTranslation();
  const services = useQuery({ ...query(visits.getServices, {}), staleTime: 60_000, enabled: isOpen }).data ?? [];
  const own = services.flatMap((service) => {
    const person = service.people.find(({ calendarId }) => calendarId === calendar.id);
    return person ? [{ ...service, ...person }] : [];
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (service: DeskService | undefined) => startWalkIn(calendar, service),
    onSuccess: (isSaved) => isSaved && onSaved(),
    onError: (error) => showError(error, t('desk.walkInNotSaved')),
  });
  return (
    <Menu opened={isOpen} onChange={onOpen} position="bottom-end" shadow="md" withinPortal={false}>
      <Menu.Target>
        <Button className={classes.button} variant="default" size="sm" loading={isPending} data-walk-in>
          <IconWalk size={17} aria-hidden="true" />
          <span className={classes.label}>{t('desk.walkIn')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('desk.walkIn')} className={classes.list}>
        <Menu.Item onClick={() => mutate(undefined)}>{t('desk.walkInNone')}</Menu.Item>
        {own.map((service) => (
          <Menu.Item
            key={service.id}
            onClick={() => mutate(service)}
            rightSection={
              <span className={classes.facts}>
                {service.minutes} min · {formatEuro(service.price)}
              </span>
            }
          >
            {service.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

async function startWalkIn(calendar: Calendar, service: DeskService | undefined): Promise<boolean> {
  const zone = calendar.timeZone;
  const start = now().round({ smallestUnit: 'minute', roundingIncrement: rounding, roundingMode: 'floor' }).toString();
  const part = service
    ? { serviceId: service.id, minutes: service.minutes, price: service.price }
    : { title: i18next.t('desk.walkIn'), minutes: minutesWithoutService };
  const saved = await saveVisit({ isWalkIn: true, parts: [{ ...part, calendarId: calendar.id, start }] }, { zone });
  if (!saved) return false;
  const undo = {
    label: i18next.t('visits.undo'),
    run: () =>
      void call(visits.changeStatus, { id: saved.id, status: 'cancelled', notify: false })
        .then(() => refetchVisit(saved))
        .catch((error: unknown) => showError(error, i18next.t('visits.notMoved'))),
  };
  const title = saved.parts[0]?.title ?? '';
  toast('success', i18next.t('desk.walkInSaved', { title, time: timeOf(saved.end, zone) }), undo);
  return true;
}
