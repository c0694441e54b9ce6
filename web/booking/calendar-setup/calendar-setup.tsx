// Sets up a calendar, the user's own or that of a colleague: hours and exceptions at each location, services, booking
// rules.
import { NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calendars } from '#contract/booking/calendar.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { confirmDiscard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import classes from '#web/lib/ui/form/form.module.css';
import { Section } from '#web/lib/ui/page/section.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { settingsQueryOf } from './calendar-settings.ts';
import { DaysSection } from './days-section.tsx';
import { HoursSection } from './hours-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { ServicesSection } from './services-section.tsx';

export function CalendarSetup() {
  const { t } = useTranslation();
  const { actions } = useCurrentUser();
  const isAdmin = actions.includes('admin') || actions.includes('lcladmin');
  const list = useQuery({ ...query(calendars.getAllCalendars, {}), staleTime: 5 * 60_000, enabled: isAdmin }).data;
  const [calendarId, setCalendarId] = useState<string>();
  const [isDirty, setDirty] = useState(false);
  const own = list?.find((calendar) => calendar.isOwn);
  const isColleague = calendarId !== undefined && calendarId !== own?.id;
  return (
    <>
      {list && list.length > 1 && (
        <NativeSelect
          label={t('hours.of')}
          maw={{ sm: 320 }}
          // The location below belongs to it.
          mb={{ sm: '-0.75rem' }}
          data={list.map(({ id, name }) => ({ value: id, label: name }))}
          value={calendarId ?? own?.id}
          onChange={async ({ currentTarget: { value } }) => {
            if (!isDirty || (await confirmDiscard())) setCalendarId(value);
          }}
        />
      )}
      <SetupOf
        key={calendarId}
        calendarId={isColleague ? calendarId : undefined}
        isDirty={isDirty}
        onDirty={setDirty}
      />
    </>
  );
}

/** The calendar of one colleague. */
export function CalendarSetupOf({ calendarId }: { calendarId: string }) {
  const [isDirty, setDirty] = useState(false);
  return <SetupOf calendarId={calendarId} isDirty={isDirty} onDirty={setDirty} />;
}

interface Props {
  /** Of a colleague; the user's own calendar when undefined. */
  calendarId: string | undefined;
  isDirty: boolean;
  onDirty(isDirty: boolean): void;
}

function SetupOf({ calendarId, isDirty, onDirty }: Props) {
  const { t } = useTranslation();
  const { actions, locations: reachable } = useCurrentUser();
  const read = useQuery({ ...settingsQueryOf(calendarId), staleTime: 0 });
  const [chosen, setChosen] = useState<string>();
  if (read.isPending) return <Skeleton height={520} role="status" aria-label={t('app.loading')} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  // A location administrator reaches colleagues at their own locations only.
  const isLocal = calendarId !== undefined && !actions.includes('admin');
  const locations = read.data.locations.filter(({ id }) => !isLocal || reachable.some((place) => place.id === id));
  const place = locations.find(({ id }) => id === chosen) ?? locations[0];
  return (
    <>
      {place ? (
        <>
          {locations.length > 1 && (
            <NativeSelect
              label={t('hours.at')}
              maw={{ sm: 320 }}
              data={locations.map(({ id, name }) => ({ value: id, label: name }))}
              value={place.id}
              onChange={async ({ currentTarget: { value } }) => {
                if (!isDirty || (await confirmDiscard())) setChosen(value);
              }}
            />
          )}
          <HoursSection key={`hours ${place.id}`} settings={read.data} place={place} onDirty={onDirty} />
          <DaysSection key={`days ${place.id}`} settings={read.data} place={place} />
        </>
      ) : (
        <Section id="hours" title={t('hours.title')}>
          <p className={classes.hint}>{t('hours.noLocation')}</p>
        </Section>
      )}
      <ServicesSection settings={read.data} />
      <RulesSection settings={read.data} />
    </>
  );
}
