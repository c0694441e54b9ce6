// The search of the home page: text while typing, matching places, the visitor's position.
import { Button, CloseButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconCurrentLocation, IconMapPin, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { geolocations } from '#contract/places.ts';
import { home as people } from '#contract/site/home.ts';
import { query } from '#web/lib/client/client.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './search-box.module.css';
import type { Home } from './use-home.ts';

/** Zoom level that shows a whole town. */
const townZoom = 12;

export function HomeSearchBox({ home }: { home: Home }) {
  const { t } = useTranslation();
  const searched = home.search.q ?? '';
  const [typed, setTyped] = useState({ words: searched, for: searched });
  // Browser navigation changes the address while the field has other text.
  const words = typed.for === searched ? typed.words : searched;
  const findDebounced = useDebouncedCallback((next: string) => find(next, true), 300);

  function find(next: string, typing: boolean) {
    setTyped({ words: next, for: next.trim() });
    if (next.trim() !== searched) home.find(next, typing);
  }

  return (
    <search>
      <form
        className={classes.box}
        onSubmit={(event) => {
          event.preventDefault();
          findDebounced.cancel();
          find(words, false);
        }}
      >
        <IconSearch size={20} stroke={1.75} className={classes.icon} aria-hidden />
        <input
          className={classes.input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          {...lengthOf(people.search, 'str')}
          placeholder={t('home.search')}
          aria-label={t('home.search')}
          value={words}
          onChange={(event) => {
            const next = event.currentTarget.value;
            setTyped({ words: next, for: searched });
            findDebounced(next);
          }}
        />
        {words && (
          <CloseButton
            aria-label={t('home.clear')}
            onClick={() => {
              findDebounced.cancel();
              find('', false);
            }}
          />
        )}
        <Button type="submit" color="ribbon" size="md" className={classes.button}>
          {t('home.find')}
        </Button>
      </form>
      <ul className={classes.chips}>
        <li>
          <NearMe onFound={home.goTo} />
        </li>
        <Places words={searched} onChoose={home.goTo} />
      </ul>
    </search>
  );
}

/** Places that match the text. */
function Places({ words, onChoose }: { words: string; onChoose: Home['goTo'] }) {
  const { t } = useTranslation();
  const places = useQuery({
    ...query(geolocations.search, { text: words, limit: 3 }),
    enabled: words.length >= 2,
  });
  if (words.length < 2) return null;
  return places.data?.map((place) => (
    <li key={place.placeId + place.latitude}>
      <button
        type="button"
        className={classes.chip}
        aria-label={t('home.goTo', { place: place.lineAddress })}
        onClick={() => onChoose({ latitude: place.latitude, longitude: place.longitude, zoom: townZoom })}
      >
        <IconMapPin size={16} stroke={1.75} aria-hidden />
        {place.name}
        {place.country !== '-' && <span className={classes.country}>{place.country}</span>}
      </button>
    </li>
  ));
}

function NearMe({ onFound }: { onFound: Home['goTo'] }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  if (!('geolocation' in navigator)) return null;
  return (
    <button
      type="button"
      className={classes.chip}
      disabled={isAsking}
      onClick={() => {
        setAsking(true);
        navigator.geolocation.getCurrentPosition(
          ({ coords }) => {
            setAsking(false);
            onFound({ latitude: coords.latitude, longitude: coords.longitude, zoom: townZoom });
          },
          () => {
            setAsking(false);
            toast('warning', t('map.positionUnknown'));
          },
          { maximumAge: 300_000, timeout: 10_000 },
        );
      }}
    >
      <IconCurrentLocation size={16} stroke={1.75} aria-hidden />
      {t(isAsking ? 'home.asking' : 'home.nearMe')}
    </button>
  );
}
