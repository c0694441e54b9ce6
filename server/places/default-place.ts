// Where a map opens when nothing says otherwise.
import type { Context } from '#server/lib/context.ts';
import { tilesUrl } from './map-tiles.ts';

/** The initial zoom of a map (specification, section 9). */
const defaultZoom = 14;

export async function defaultPlace({ config: { map } }: Context) {
  const { latitude, longitude, tiles, styleUrl } = map;
  return { latitude, longitude, zoom: defaultZoom, styleUrl: tiles ? await tilesUrl(tiles) : styleUrl };
}
