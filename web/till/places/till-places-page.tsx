// How sales are recorded at each location, with the law of its country, and the export of what was recorded.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companyTill } from '#contract/till/places.ts';
import { query } from '#web/lib/client/client.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { PlaceForm } from './place-form.tsx';
import { RecordsExport } from './records-export.tsx';
import classes from './till-places.module.css';

export function TillPlacesPage() {
  const { t } = useTranslation();
  const read = useQuery(query(companyTill.getPlaces, {}));
  return (
    <Page title={t('tillPlaces.title')} lead={t('tillPlaces.lead')} width="52rem">
      {read.isPending && <Skeleton height={360} role="status" aria-label={t('app.loading')} />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && (
        <div className={classes.sections}>
          <Section id="till-promise" title={t('tillPlaces.promiseTitle')}>
            <ul className={classes.points}>
              <li>{t('tillPlaces.promise')}</li>
              <li>{t('tillPlaces.noPromise')}</li>
              <li>{t('tillPlaces.ask')}</li>
            </ul>
          </Section>
          {read.data.map((place) => (
            <PlaceForm key={place.locationId} place={place} />
          ))}
          <RecordsExport />
        </div>
      )}
    </Page>
  );
}
