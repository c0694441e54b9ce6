// Places on the map: the default centre, the bundled gazetteer, and a company's own geo locations.
import { geolocations } from '#contract/geolocations.ts';
import { serve } from '#server/lib/serve.ts';
import { reverseGeocode, searchPlaces, zoneOf } from './gazetteer.ts';
import { keepGeoLocation } from './keep-geo-location.ts';

/** The zoom a map begins with (specification, section 9). */
const defaultZoom = 14;

export const geolocationRoutes = serve(geolocations, {
  getDefault: ({ config: { map } }) => ({ ...map, zoom: defaultZoom }),
  search: (_, { text, limit }) => searchPlaces(text, { limit }),
  reverse: (_, { latitude, longitude }) => ({
    ...reverseGeocode(latitude, longitude),
    timeZone: zoneOf(latitude, longitude),
  }),
  insert: keepGeoLocation,
});
