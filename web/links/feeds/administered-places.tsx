// The locations of a local administrator, each with its feeds: administrators of the company have them in the list of
// locations, which local administrators do not open.
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { feeds } from '#contract/links/feeds.ts';
import { query } from '#web/lib/client/client.ts';
import rowClasses from '#web/lib/ui/page/rows.module.css';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './feeds.module.css';
import { PlaceFeeds } from './place-feeds.tsx';

export function AdministeredPlaces() {
  const { t } = useTranslation();
  const [shown, setShown] = useState<{ id: string; name: string }>();
  const places = useQuery({ ...query(feeds.getPlaces, {}), staleTime: 5 * 60_000 });
  const made = useQuery({ ...query(feeds.getAll, {}), staleTime: 0 });
  if (places.isPending) return <Skeleton height={96} role="status" aria-label={t('app.loading')} />;
  if (!places.data) return <TryAgain onRetry={() => void places.refetch()} />;
  if (places.data.length === 0) return null;
  return (
    <section className={classes.places} aria-label={t('staffFeeds.places')}>
      <h3 className={rowClasses.heading}>{t('staffFeeds.places')}</h3>
      <ul className={rowClasses.rows}>
        {places.data.map(({ id, name }) => (
          <li key={id} className={rowClasses.item}>
            <div className={rowClasses.itemText}>
              <strong>{name}</strong>
              {made.data && (
                <span>
                  {t('staffFeeds.count', { count: made.data.filter(({ locationId }) => locationId === id).length })}
                </span>
              )}
            </div>
            <Button
              variant="default"
              size="sm"
              flex="none"
              aria-label={t('staffFeeds.ofPlace', { name })}
              onClick={() => setShown({ id, name })}
            >
              {t('staffFeeds.addresses')}
            </Button>
          </li>
        ))}
      </ul>
      {shown && <PlaceFeeds place={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}
