// The map of people: one marker per location, and the people there when one is selected.
import { CloseButton } from '@mantine/core';
import { lazy, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchHit } from '#contract/site/home.ts';
import type { MapMarker } from '#web/map/map-options.ts';
import classes from './people-map.module.css';
import { PersonCard } from './person-card.tsx';
import type { Home } from './use-home.ts';
import { hitKey, type People } from './use-people.ts';

const MapView = lazy(() => import('#web/map/map-view.tsx').then(({ MapView }) => ({ default: MapView })));

interface Props {
  home: Home;
  people: People;
  activeLocation: string | undefined;
  onActive: (locationId: string | undefined) => void;
}

export function PeopleMap({ home, people, activeLocation, onActive }: Props) {
  const { t } = useTranslation();
  const [chosen, choose] = useState<string>();
  const markers = useMemo(() => markersOf(people.around), [people.around]);
  const hitsHere = people.around.filter((hit) => hit.location.id === chosen);
  if (!people.position || !people.styleUrl) return null;
  return (
    <div className={classes.frame}>
      <MapView
        center={people.position}
        zoom={people.position.zoom}
        markers={markers}
        activeId={activeLocation ?? chosen}
        onActive={onActive}
        onSelect={choose}
        onMove={home.moveTo}
        showPosition
        styleUrl={people.styleUrl}
      />
      {hitsHere.length > 0 && (
        <section className={classes.hits} aria-label={hitsHere[0]?.location.name}>
          <CloseButton className={classes.close} aria-label={t('home.close')} onClick={() => choose(undefined)} />
          {hitsHere.map((hit) => (
            <PersonCard key={hitKey(hit)} hit={hit} />
          ))}
        </section>
      )}
    </div>
  );
}

/** Returns one marker per location, named after its only person or else after the location. */
function markersOf(hits: readonly SearchHit[]): MapMarker[] {
  const byPlace = new Map<string, MapMarker>();
  for (const { location, userProfile } of hits) {
    if (!location.geoLocation) continue;
    const { latitude, longitude } = location.geoLocation;
    const label = byPlace.has(location.id) ? location.name : `${userProfile.name}, ${location.name}`;
    byPlace.set(location.id, { id: location.id, latitude, longitude, label });
  }
  return [...byPlace.values()];
}
