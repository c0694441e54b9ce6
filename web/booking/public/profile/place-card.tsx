// The location: address, directions, and a small map that loads when scrolled near.
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/booking/public.ts';
import { addressLine, directionsTo } from '#contract/directions.ts';
import { WhenNear } from '#web/lib/ui/when-near.tsx';
import { PlaceMap } from '#web/map/place-map.tsx';
import classes from './profile-page.module.css';

type Place = NonNullable<Profile['location']>;

export function PlaceCard({ location }: { location: Place }) {
  const { t } = useTranslation();
  const place = location.geoLocation;
  const directions = directionsTo(addressLine(location), location.geoLocation);
  return (
    <section id="place" className={classes.place}>
      <h2 className={classes.heading}>{t('profile.place')}</h2>
      <p className={classes.address}>
        <strong>{location.name}</strong>
        <br />
        {addressLine(location)}
      </p>
      {directions && (
        <p className={classes.directions}>
          <a href={directions} target="_blank" rel="noreferrer">
            {t('profile.directions')}
          </a>
        </p>
      )}
      {place && (
        <WhenNear className={classes.map}>
          <PlaceMap place={place} name={location.name} />
        </WhenNear>
      )}
    </section>
  );
}
