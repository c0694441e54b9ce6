// The lakes and rivers of the offline map, which load after the map is drawn.
import type { FeatureCollection } from 'geojson';
import { type PackedWater, unpackWaters } from './pack-waters.ts';

let waters: Promise<FeatureCollection> | undefined;

/** Loads them once for all maps of the page. A failed load is retried on the next call. */
export function loadWaters(): Promise<FeatureCollection> {
  waters ??= readWaters().catch((failure: unknown) => {
    waters = undefined;
    throw failure;
  });
  return waters;
}

async function readWaters(): Promise<FeatureCollection> {
  // Our own file; tools/make-waters.ts writes its format.
  const packed = (await import('./waters.gen.json')).default as Record<'lakes' | 'rivers', PackedWater[]>;
  return {
    type: 'FeatureCollection',
    features: [...unpackWaters(packed.lakes), ...unpackWaters(packed.rivers)].map((coordinates) => ({
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates },
      properties: {},
    })),
  };
}
