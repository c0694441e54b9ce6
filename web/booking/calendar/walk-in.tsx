// An appointment for a customer who has just come in, in one tap.
import { Button, Menu } from '@mantine/core';
import { IconWalk } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '#contract/booking/calendar.ts';
import type { DeskService } from '#contract/booking/visit-rows.ts';
import { visits } from '#contract/booking/visits.ts';
import { query } from '#web/lib/client/client.ts';
import { attempt, showError } from '#web/lib/client/failures.ts';
import { now, timeOf } from '#web/lib/dates.ts';
import { formatEuro } from '#web/lib/money.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { undoNew } from './event-dialog/offer-undo.ts';
import { saveVisit } from './events/save-visit.ts';
import { focusedCalendar, placeOf } from './focused-calendar.ts';
import type { CalendarContents } from './view/use-calendar-contents.ts';
import classes from './walk-in.module.css';

const minutesWithoutService = 30;
/** Minutes. */
const rounding = 5;

type Place = Pick<Calendar, 'id' | 'timeZone'>;

interface Props {
  contents: CalendarContents;
  /** The calendar of the walk-in; undefined while the choice of a service is closed. A key opens it, too. */
  chosen: Calendar | undefined;
  onChoose: (calendar: Calendar | undefined) => void;
  /** Shows the day of the walk-in. */
  onSaved: () => void;
}

export function WalkIn({ contents, chosen, onChoose, onSaved }: Props) {
  const { t } = useTranslation();
  const isOpen = chosen !== undefined;
  const calendar = chosen ?? contents.main;
  const place = placeOf(contents, calendar.id);
  const services = useQuery({ ...query(visits.getServices, {}), staleTime: 60_000, enabled: isOpen }).data ?? [];
  const own = services.flatMap((service) => {
    const person = service.people.find(({ calendarId }) => calendarId === calendar.id);
    return person ? [{ ...service, ...person }] : [];
  });
  const { mutate, isPending } = useMutation({
    mutationFn: startWalkIn,
    onSuccess: (isSaved) => isSaved && onSaved(),
    onError: (error) => showError(error, t('desk.walkInNotSaved')),
  });
  // Named now: closing the menu forgets whose walk-in it is.
  const start = (service: DeskService | undefined) => mutate({ calendar, place, service });
  return (
    <Menu
      opened={isOpen}
      onChange={(opens) => onChoose(opens ? (focusedCalendar(contents) ?? contents.main) : undefined)}
      position="bottom-end"
      shadow="md"
      withinPortal={false}
    >
      <Menu.Target>
        <Button className={classes.button} variant="default" size="sm" loading={isPending} data-walk-in>
          <IconWalk size={17} aria-hidden="true" />
          <span className={classes.label}>{t('desk.walkIn')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('desk.walkIn')} className={classes.list}>
        {contents.isTeam && <Menu.Label>{calendar.name}</Menu.Label>}
        <Menu.Item onClick={() => start(undefined)}>{t('desk.walkInNone')}</Menu.Item>
        {own.map((service) => (
          <Menu.Item
            key={service.id}
            onClick={() => start(service)}
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

interface NewWalkIn {
  calendar: Calendar;
  place: Place | undefined;
  service: DeskService | undefined;
}

async function startWalkIn({ calendar, place, service }: NewWalkIn): Promise<boolean> {
  const zone = place?.timeZone ?? calendar.timeZone;
  const start = now().round({ smallestUnit: 'minute', roundingIncrement: rounding, roundingMode: 'floor' }).toString();
  const part = service
    ? { serviceId: service.id, minutes: service.minutes, price: service.price }
    : { title: i18next.t('desk.walkIn'), minutes: minutesWithoutService };
  const saved = await saveVisit(
    { isWalkIn: true, locationId: place?.id, parts: [{ ...part, calendarId: calendar.id, start }] },
    { zone },
  );
  if (!saved) return false;
  const undo = {
    label: i18next.t('visits.undo'),
    run: () => void attempt(i18next.t('calendar.notUndone'), () => undoNew(saved, false)),
  };
  const title = saved.parts[0]?.title ?? '';
  toast('success', i18next.t('desk.walkInSaved', { title, time: timeOf(saved.end, zone) }), undo);
  return true;
}
