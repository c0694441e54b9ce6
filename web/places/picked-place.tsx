// The parts of the chosen place; a missing part shows `-`.
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Place } from '#contract/places.ts';
import classes from './location-picker.module.css';

const parts = ['street', 'city', 'state', 'zipCode', 'country'] as const;

export function PickedPlace({ place, isLooking }: { place: Place | undefined; isLooking: boolean }) {
  const { t } = useTranslation();
  if (!place) return <p className={classes.none}>{t('picker.none')}</p>;
  return (
    <section className={classes.picked} aria-label={t('picker.picked')} aria-busy={isLooking}>
      <p className={classes.line} role="status">
        {isLooking ? <Loader size={16} aria-label={t('app.loading')} /> : place.lineAddress}
      </p>
      <dl className={classes.address}>
        {parts.map((part) => (
          <div key={part}>
            <dt>{t(`picker.${part}`)}</dt>
            <dd>{place[part]}</dd>
          </div>
        ))}
        <div>
          <dt>{t('picker.point')}</dt>
          <dd>{`${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`}</dd>
        </div>
      </dl>
    </section>
  );
}
