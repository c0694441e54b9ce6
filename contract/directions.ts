// The address of a location in words, and the link that leads there: the same on pages, in mails and calendar entries.
import { folded } from './lib/folded.ts';

interface Point {
  latitude: number;
  longitude: number;
}

interface Location {
  /** As it was typed; may be empty. */
  address: string;
  /** Its point on the map, with the address that a geocoder found for it: often that of the town alone. */
  geoLocation: (Point & { lineAddress: string }) | null;
}

/** The address of a location in one line: as typed, with the town of its place on the map where that adds something. */
export function addressLine({ address, geoLocation }: Location): string {
  const found = geoLocation?.lineAddress ?? '';
  if (!address || !found) return address || found;
  const [typed, known] = [address.toLowerCase(), found.toLowerCase()];
  if (known.includes(typed)) return found;
  const [town = ''] = known.split(',');
  return typed.includes(town) ? address : `${address}, ${found}`;
}

/** The point of a location where it is that of its address; null where it may be that of the town. */
export function pointOfAddress({ address, geoLocation }: Location): Point | null {
  if (!geoLocation) return null;
  // Geocoders write the parts in an order of their own: `55, Brīvības iela, Rīga`.
  const found = new Set(wordsOf(geoLocation.lineAddress));
  if (!wordsOf(address).every((word) => found.has(word))) return null;
  const { latitude, longitude } = geoLocation;
  return { latitude, longitude };
}

const wordsOf = (text: string) =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Directions on OpenStreetMap, which needs no account: to the address in words, because the point may be that of the
 * town. A location without an address is reached by its point; undefined without both.
 */
export function directionsTo(address: string, point: Point | null): string | undefined {
  const to = address || (point && `${point.latitude},${point.longitude}`);
  return to ? `https://www.openstreetmap.org/directions?to=${encodeURIComponent(to)}` : undefined;
}
