// The locations of the caller's company, each with its geo location.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { versionOf } from '#server/lib/grid/grid-of.ts';

export function locationRows({ db }: SignedIn) {
  const geolocation = sql`case when g.id is not null then json_build_object('Id', g.id, 'Name', g.name,
    'LineAddress', g.line_address, 'Latitude', g.latitude, 'Longitude', g.longitude, 'Country', g.country) end`;
  return db
    .selectFrom('locations as l')
    .leftJoin('geolocations as g', (join) =>
      join.onRef('g.companyId', '=', 'l.companyId').onRef('g.id', '=', 'l.geolocationId'),
    )
    .select(['l.id', 'l.name', 'l.urlName', 'l.address', 'l.country', 'l.description', 'l.timeZone'])
    .select(['l.isSystem', 'l.geolocationId', 'l.createdAt', versionOf('l'), geolocation.as('geolocation')]);
}
