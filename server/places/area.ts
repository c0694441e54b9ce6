// The routes of places.
import type { Area } from '#server/lib/area.ts';
import { geolocationRoutes } from './routes.ts';

export const placesArea = { routes: { geolocations: geolocationRoutes } } satisfies Area;
