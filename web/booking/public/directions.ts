// Links to external maps, opened only by the visitor's click.

import { addressLine, type PublicLocation } from './place-names.ts';

/**
 * Directions to a location on OpenStreetMap: to its address, because the point may be that of the town. A location
 * without an address is reached by its point; undefined without both.
 */
export function directionsTo(location: PublicLocation): string | undefined {
  const { geoLocation } = location;
  const to = addressLine(location) || (geoLocation && `${geoLocation.latitude},${geoLocation.longitude}`);
  return to ? `https://www.openstreetmap.org/directions?to=${encodeURIComponent(to)}` : undefined;
}
