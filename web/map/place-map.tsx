// One place on a small map, which is loaded when it is drawn, in the style that the operator has chosen.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { geolocations } from '#contract/places.ts';
import { query } from '#web/lib/client/client.ts';
import { DEFAULT_STYLE_URL } from './map-options.ts';
import { useMapWords } from './use-map-words.ts';

const SmallMap = lazy(() => import('./small-map.tsx').then(({ SmallMap }) => ({ default: SmallMap })));

interface Props {
  place: { latitude: number; longitude: number };
  name: string;
}

export function PlaceMap({ place, name }: Props) {
  const words = useMapWords();
  const style = useQuery({ ...query(geolocations.getDefault, {}), staleTime: Number.POSITIVE_INFINITY });
  if (style.isPending) return null;
  const styleUrl = style.data?.styleUrl;
  return (
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
  );
}
