// Sets the position of a company to one of its geo locations.
import type { CompanyDetails, company } from '#contract/company/details.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { placeOnlyLocation } from '#server/company/locations/only-location.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { detailsOf } from './store.ts';

/**
 * Throws 417 for a geo location that is unknown or belongs to another company: same answer. The only location follows.
 */
export async function placeCompany(
  context: SignedIn,
  { geoLocationId }: Parsed<typeof company.updateGeoLocation>,
): Promise<CompanyDetails> {
  const { companyId } = context.user;
  const own = await context.db
    .selectFrom('geolocations')
    .select(['id', 'latitude', 'longitude'])
    .where('companyId', '=', companyId)
    .where('id', '=', geoLocationId)
    .executeTakeFirst();
  if (!own) throw invalid('GeoLocation_Id', 'geolocation.unknown');
  const { geoLocationId: before } = await detailsOf(context, companyId);
  await placeOnlyLocation(context, { before, after: own });
  await context.db.updateTable('companies').set({ geolocationId: geoLocationId }).where('id', '=', companyId).execute();
  return detailsOf(context, companyId);
}
