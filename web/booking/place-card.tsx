// Where it is: the address, the way there, and a small map that is loaded when one scrolls near it.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { geolocations } from '#contract/geolocations.ts';
import type { Profile } from '#contract/public-calendars.ts';
import { query } from '#web/lib/client.ts';
import { DEFAULT_STYLE_URL } from '#web/map/map-options.ts';
import { useMapWords } from '#web/map/use-map-words.ts';
import { directionsTo } from './directions.ts';
import classes from './profile-page.module.css';

const SmallMap = lazy(() => import('#web/map/small-map.tsx').then(({ SmallMap }) => ({ default: SmallMap })));

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
          <MapWhenNear place={place} name={location.name} />
        </>
      )}
    </section>
  );
}

function MapWhenNear({ place, name }: { place: NonNullable<Place['geoLocation']>; name: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const words = useMapWords();
  useEffect(() => {
    if (!frame.current) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '200px' },
    );
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);
  const style = useQuery({
    ...query(geolocations.getDefault, {}),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isNear,
  });
  const styleUrl = style.data?.styleUrl;
  return (
    <div ref={frame} className={classes.map}>
      {isNear && !style.isPending && (
        <Suspense fallback={null}>
          <SmallMap
            latitude={place.latitude}
            longitude={place.longitude}
            label={name}
            words={words}
            styleUrl={styleUrl}
            // An operator's own style has no second one for the dark.
            darkStyleUrl={styleUrl === DEFAULT_STYLE_URL ? undefined : styleUrl}
          />
        </Suspense>
      )}
    </div>
  );
}
