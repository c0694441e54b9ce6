// The rows of the operator's list of companies, each with its point on the map.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { versionOf } from '#server/lib/grid/grid-of.ts';
import { isAddressVerified } from '#server/lib/sql/company-address.ts';
import { placeWireJson } from '#server/places/place-json.ts';

const counted = (table: 'employees' | 'locations') =>
  sql<number>`(select count(*)::int from ${sql.table(table)} n where n.company_id = c.id)`;

export function companyRows({ db }: SignedIn) {
  return db
    .selectFrom('companies as c')
    .leftJoin('geolocations as g', (join) =>
      join.onRef('g.companyId', '=', 'c.id').onRef('g.id', '=', 'c.geolocationId'),
    )
    .selectAll('c')
    .select([versionOf('c'), counted('employees').as('activeUsers'), counted('locations').as('activeLocations')])
    .select([isAddressVerified.as('isEMailVerified'), placeWireJson.as('geolocation')]);
}
