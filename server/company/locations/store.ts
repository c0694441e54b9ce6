// The locations of the caller's company, each with its geo location.
import type { SignedIn } from '#server/lib/context.ts';
import { versionOf } from '#server/lib/grid/grid-of.ts';
import { placeWireJson } from '#server/places/place-json.ts';

export function locationRows({ db }: SignedIn) {
  return db
    .selectFrom('locations as l')
    .leftJoin('geolocations as g', (join) =>
      join.onRef('g.companyId', '=', 'l.companyId').onRef('g.id', '=', 'l.geolocationId'),
    )
    .select(['l.id', 'l.name', 'l.urlName', 'l.address', 'l.country', 'l.description', 'l.timeZone', 'l.isPagePublic'])
    .select(['l.isSystem', 'l.geolocationId', 'l.createdAt', versionOf('l'), placeWireJson.as('geolocation')]);
}
