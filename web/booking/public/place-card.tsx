// The location: address, directions, and a small map that loads when scrolled near.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/booking/public.ts';
import { PlaceMap } from '#web/map/place-map.tsx';
import { directionsTo } from './directions.ts';
import classes from './profile-page.module.css';

type Place = NonNullable<Profile['location']>;

export function PlaceCard({ location }: { location: Place }) {
  const { t } = useTranslation();
  const place = location.geoLocation;
  return (
    <section id="place" className={classes.place}>
      <h2 className={classes.heading}>{t('profile.place')}</h2>
      <p className={classes.address}>
        <strong>{location.name}</strong>
        <br />
        {place?.lineAddress || location.address}
      </p>
      {place && (
        <>
          <p className={classes.directions}>
            <a href={directionsTo(place)} target="_blank" rel="noreferrer">
              {t('profile.directions')}
            </a>
          </p>
          <LazyMap place={place} name={location.name} />
        </>
      )}
    </section>
  );
}

function LazyMap({ place, name }: { place: NonNullable<Place['geoLocation']>; name: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={frame} className={classes.map}>
      {isNear && <PlaceMap place={place} name={name} />}
    </div>
  );
}
