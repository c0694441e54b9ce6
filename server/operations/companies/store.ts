// The rows of the operator's list of companies, each with its point on the map.
import { sql } from 'kysely';
import { isTermsAt } from '#server/balance/terms/terms-at.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { versionOf } from '#server/lib/grid/grid-of.ts';
import { isCompanyAddressVerified } from '#server/lib/sql/company-address.ts';
import { campaignMailsOfDay } from '#server/messaging/mail/limit-campaign-mails.ts';
import { placeWireJson } from '#server/places/place-json.ts';

const counted = (table: 'employees' | 'locations') =>
  sql<number>`(select count(*)::int from ${sql.table(table)} n where n.company_id = c.id)`;

const termsColumns = [
  't.monthlyCost',
  't.smsCost',
  't.discountPercentage',
  't.discountMonths',
  't.maxUsers',
  't.maxLocations',
  't.extraUserCost',
  't.extraLocationCost',
] as const;

export function companyRows({ db, clock }: SignedIn) {
  return db
    .selectFrom('companies as c')
    .innerJoin('companyTerms as t', (join) => join.on(isTermsAt(clock.now())))
    .leftJoin('deposits as d', 'd.companyId', 'c.id')
    .leftJoin('geolocations as g', (join) =>
      join.onRef('g.companyId', '=', 'c.id').onRef('g.id', '=', 'c.geolocationId'),
    )
    .selectAll('c')
    .select(termsColumns)
    .select(sql<number>`coalesce(round(d.posted - d.held, 2), 0)`.as('additionalBalance'))
    .select([versionOf('c'), counted('employees').as('activeUsers'), counted('locations').as('activeLocations')])
    .select(campaignMailsOfDay(sql`c.id::text`, clock.now()).as('campaignMailsOfDay'))
    .select([isCompanyAddressVerified.as('isEMailVerified'), placeWireJson.as('geolocation')]);
}
