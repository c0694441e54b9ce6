// Places on the map: the default centre, the bundled gazetteer, and a company's own geo locations.
import { geolocations } from '#contract/places.ts';
import { serve } from '#server/lib/http/serve.ts';
import { findPlaces, placeAt } from './find-places.ts';
import { saveGeoLocation } from './save-geo-location.ts';

/** The initial zoom of a map (specification, section 9). */
const defaultZoom = 14;

export const geolocationRoutes = serve(geolocations, {
  getDefault: ({ config: { map } }) => ({ ...map, zoom: defaultZoom }),
  search: findPlaces,
  reverse: placeAt,
  insert: saveGeoLocation,
});
