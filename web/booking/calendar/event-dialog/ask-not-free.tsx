// Asks why visitors cannot book the time of an appointment for its services, from its dialog.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '#contract/booking/calendar.ts';
import { maxServicesInARow } from '#contract/booking/services.ts';
import { LazyWhyNotFree } from '#web/booking/calendar/not-free/lazy-why-not-free.tsx';
import { timesOfParts } from './event-form.ts';
import type { EventForm } from './use-event-form.ts';
import { bookedOptionIds } from './visit-parts.ts';

interface Props {
  form: EventForm;
  calendars: readonly Calendar[];
  zone: string;
}

/** Of the first person: the services that they do there in a row. */
export function AskNotFree({ form, calendars, zone }: Props) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { parts, allDay } = form.values;
  const [time] = timesOfParts(form.values, zone);
  const [first] = parts;
  if (allDay || !time || !first) return null;
  const own = parts.filter(({ calendarId }) => calendarId === first.calendarId);
  const serviceIds = own.flatMap(({ serviceId }) => serviceId ?? []).slice(0, maxServicesInARow);
  return (
    <>
      <Button variant="subtle" size="compact-sm" mt={6} onClick={() => setAsking(true)}>
        {t('calendar.notFree.ask')}
      </Button>
      {isAsking && (
        <LazyWhyNotFree
          {...{ zone, calendars, serviceIds }}
          optionIds={bookedOptionIds(own.filter(({ serviceId }) => serviceId !== null))}
          calendarId={first.calendarId}
          start={time.start.toString()}
          onEvent={undefined}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
