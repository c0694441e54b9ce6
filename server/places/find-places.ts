// Finds places by text or by point. Only signed-in callers reach an external geocoder: visitors cannot use us as a
// proxy.

import type { Parsed } from '#contract/lib/service.ts';
import { type FoundPlace, type geolocations, type Place, UNKNOWN_PART } from '#contract/places.ts';
import type { Context } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { placesIn, reverseGeocode, searchPlaces, timeZoneAt } from './gazetteer.ts';
import { geocoderOf } from './geocoder.ts';

export async function findPlaces(
  context: Context,
  { text, limit, whole }: Parsed<typeof geolocations.search>,
): Promise<FoundPlace[]> {
  if (!context.user) return searchPlaces(text, { limit }).map(toFound);
  await throttleRemote(context, context.user.id);
  const found = await geocoderOf(context.config).search(text, { limit, whole, language: context.visitor.language });
  return found.map(toFound);
}

/** The bundled gazetteer knows no streets: it repeats the one that was typed. */
function toFound(place: Place): FoundPlace {
  return { ...place, isExact: place.street !== UNKNOWN_PART && !place.placeId.startsWith('geonames:') };
}

export async function placeAt(
  context: Context,
  point: Parsed<typeof geolocations.reverse>,
): Promise<Place & { timeZone: string }> {
  const { latitude, longitude } = point;
  const timeZone = timeZoneAt(latitude, longitude);
  if (!context.user) return { ...reverseGeocode(latitude, longitude), timeZone };
  await throttleRemote(context, context.user.id);
  return { ...(await geocoderOf(context.config).reverse(point, context.visitor.language)), timeZone };
}

/** Enough for a map of a dense region, small enough for a slow connection. */
const maxAround = 400;

export function findPlacesAround(_context: Context, area: Parsed<typeof geolocations.around>) {
  return placesIn(area, maxAround);
}

/** Enough for a person who types addresses all day; an installation shares the limit of the external service. */
const remoteLimit = { action: 'geocoding user', max: 300, minutes: 15 };

async function throttleRemote(context: Context, subject: string): Promise<void> {
  if (context.config.geocoder.kind !== 'bundled') await throttle(context, { ...remoteLimit, subject });
}
