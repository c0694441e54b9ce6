// All companies, administered by the operator.
import { sql } from 'kysely';
import { systemCompanies } from '#contract/companies.ts';
import { gridOf, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/serve.ts';
import { bringPlace } from './bring-place.ts';

const counted = (table: 'employees' | 'locations') =>
  sql<number>`(select count(*)::int from ${sql.table(table)} n where n.company_id = c.id)`;

export const systemCompanyRoutes = serve(
  systemCompanies.operations,
  gridOf(systemCompanies, {
    rows: ({ db }) =>
      db
        .selectFrom('companies as c')
        .leftJoin('geolocations as g', (join) =>
          join.onRef('g.companyId', '=', 'c.id').onRef('g.id', '=', 'c.geolocationId'),
        )
        .selectAll('c')
        .select([versionOf('c'), counted('employees').as('activeUsers'), counted('locations').as('activeLocations')])
        .select(
          sql`case when g.id is not null then json_build_object('Id', g.id, 'Name', g.name, 'LineAddress', g.line_address,
            'Latitude', g.latitude, 'Longitude', g.longitude, 'Country', g.country) end`.as('geolocation'),
        ),
    table: 'companies',
    async values(context, { eMail = '', phoneNumber = '', geolocationId, ...input }, id) {
      if (id && geolocationId) await bringPlace(context, { geolocationId, companyId: id });
      return { ...input, eMail, phoneNumber, geolocationId };
    },
  }),
);
