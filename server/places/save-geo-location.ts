// Saves a place as a geo location of the caller's company.
import { randomUUIDv7 } from 'node:crypto';
import type { Parsed } from '#contract/lib/service.ts';
import type { GeoLocation, geolocations } from '#contract/places.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import type { SignedIn } from '#server/lib/context.ts';

/** Saves the place and returns it. Empty parts of the address become `-`, as the specification requires. */
export async function saveGeoLocation(
  context: SignedIn,
  input: Parsed<typeof geolocations.insert>,
): Promise<GeoLocation> {
  const { changed: _, latitude, longitude, ...parts } = input;
  const { lineAddress, placeId, street, city, state, country, zipCode, name } = parts;
  return context.db
    .insertInto('geolocations')
    .values({
      companyId: context.user.companyId,
      id: randomUUIDv7(),
      latitude,
      longitude,
      lineAddress: lineAddress || '-',
      placeId: placeId || '-',
      street: street || '-',
      city: city || '-',
      state: state || '-',
      country: country || '-',
      zipCode: zipCode || '-',
      name: name || '-',
    } satisfies ColumnsOf<'geolocations', typeof input, 'changed'>)
    .returning(['id', 'name', 'lineAddress', 'latitude', 'longitude', 'country'])
    .executeTakeFirstOrThrow();
}
