// A small map of one place, shown beside an address. The map itself loads when it is rendered.
import { lazy, type ReactNode, useMemo } from 'react';

const MapView = lazy(() => import('./map-view.tsx').then(({ MapView }) => ({ default: MapView })));

export type SmallMapProps = {
  latitude: number;
  longitude: number;
  label: string;
  zoom?: number;
  styleUrl?: string;
};

/** A map of one labelled point that fills its parent and does not interfere with scrolling. */
export function SmallMap({ latitude, longitude, label, ...rest }: SmallMapProps): ReactNode {
  const markers = useMemo(() => [{ id: 'place', latitude, longitude, label }], [latitude, longitude, label]);
  const center = useMemo(() => ({ latitude, longitude }), [latitude, longitude]);
  return <MapView center={center} markers={markers} activeId="place" isInText isLabelled {...rest} />;
}
