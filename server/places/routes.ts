// Places on the map: the default centre, the bundled gazetteer, and a company's own geo locations.
import { geolocations } from '#contract/places.ts';
import { serve } from '#server/lib/http/serve.ts';
import { timeZones } from '#server/lib/time-zones.ts';
import { defaultPlace } from './default-place.ts';
import { findPlaces, findPlacesAround, placeAt } from './find-places.ts';
import { saveGeoLocation } from './save-geo-location.ts';

export const geolocationRoutes = serve(geolocations, {
  getDefault: defaultPlace,
  search: findPlaces,
  reverse: placeAt,
  getTimeZones: async (context) => [...(await timeZones(context))],
  around: findPlacesAround,
  insert: saveGeoLocation,
});
