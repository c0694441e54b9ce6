// A small map of one place in the operator's style. Loads when rendered.
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { geolocations } from '#contract/places.ts';
import { query } from '#web/lib/client/client.ts';
import { SmallMap } from './small-map.tsx';

interface Props {
  place: { latitude: number; longitude: number };
  name: string;
}

export function PlaceMap({ place, name }: Props) {
  const style = useQuery({ ...query(geolocations.getDefault, {}), staleTime: Number.POSITIVE_INFINITY });
  if (style.isPending) return null;
  const styleUrl = style.data?.styleUrl;
  return (
    <Suspense fallback={null}>
      <SmallMap latitude={place.latitude} longitude={place.longitude} label={name} styleUrl={styleUrl} />
    </Suspense>
  );
}
