// Sets up the user's own calendar: hours and exceptions at each location, services, booking rules.
import { NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmDiscard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import classes from '#web/lib/ui/form.module.css';
import { Section } from '#web/lib/ui/section.tsx';
import { TryAgain } from '#web/lib/ui/try-again.tsx';
import { calendarSettingsQuery } from './calendar-settings.ts';
import { DaysSection } from './days-section.tsx';
import { HoursSection } from './hours-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { ServicesSection } from './services-section.tsx';

export function CalendarSetup() {
  const { t } = useTranslation();
  const read = useQuery({ ...calendarSettingsQuery, staleTime: 0 });
  const [chosen, setChosen] = useState<string>();
  const [isDirty, setDirty] = useState(false);
  if (read.isPending) return <Skeleton height={520} role="status" aria-label={t('app.loading')} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  const { locations } = read.data;
  const place = locations.find(({ id }) => id === chosen) ?? locations[0];
  return (
    <>
      {place ? (
        <>
          {locations.length > 1 && (
            <NativeSelect
              label={t('hours.at')}
              maw={320}
              data={locations.map(({ id, name }) => ({ value: id, label: name }))}
              value={place.id}
              onChange={async ({ currentTarget: { value } }) => {
                if (!isDirty || (await confirmDiscard())) setChosen(value);
              }}
            />
          )}
          <HoursSection key={`hours ${place.id}`} settings={read.data} place={place} onDirty={setDirty} />
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
