// The places of the server's gazetteer around a view, more than the bundled world has.
import type { Output } from '#contract/lib/service.ts';
import { geolocations } from '#contract/places.ts';
import { call } from '#web/lib/client/client.ts';
import type { ViewBounds } from './graticule.ts';

export type PlaceAround = Output<typeof geolocations.around>[number];
export type PlacesAround = { area: ViewBounds; places: PlaceAround[] };

/** Below this zoom level, the bundled cities are enough. */
export const PLACES_FROM_ZOOM = 8;

const loaded = new Map<string, Promise<PlacesAround | undefined>>();

/** Returns the places in the view and around it, or undefined if they cannot be loaded. Near views share an area. */
export function placesAround(view: ViewBounds, zoom: number): Promise<PlacesAround | undefined> {
  // Around the view of a few streets are the neighbouring towns, of which the map gives direction and distance.
  const step = zoom >= 11 ? 0.25 : 0.5;
  const snap = (degrees: number, max: number, round: (steps: number) => number) =>
    Math.max(-max, Math.min(max, round(degrees / step) * step));
  const area = {
    west: snap(view.west - step, 180, Math.floor),
    east: snap(view.east + step, 180, Math.ceil),
    south: snap(view.south - step / 2, 90, Math.floor),
    north: snap(view.north + step / 2, 90, Math.ceil),
  };
  const key = Object.values(area).join();
  const found =
    loaded.get(key) ??
    call(geolocations.around, area, { handlesErrors: true })
      .then((places) => ({ area, places }))
      .catch(() => {
        loaded.delete(key);
        return undefined;
      });
  loaded.set(key, found);
  return found;
}
