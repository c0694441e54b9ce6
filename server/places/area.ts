// What places add to the application.
import type { Area } from '#server/lib/area.ts';
import { geolocationRoutes } from './routes.ts';

export const placesArea = { routes: { geolocations: geolocationRoutes } } satisfies Area;
