// Moves a company to another geo location, for the operator.
import { systemCompanies } from '#contract/operations/companies.ts';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { copyPlace } from './copy-place.ts';
import { companyRows } from './store.ts';

/**
 * Returns the updated company. Throws 404 for an unknown company, and 417 for a geo location that belongs neither to it
 * nor to the caller's company.
 */
export function moveCompany(
  context: SignedIn,
  { companyId, geolocationId }: { companyId: string; geolocationId: string },
): Promise<JsonText> {
  return transaction(context, async (tx) => {
    const { db } = tx;
    const company = await db.selectFrom('companies').select('id').where('id', '=', companyId).executeTakeFirst();
    if (!company) throw notFound();
    await copyPlace(tx, { geolocationId, companyId });
    const location = await db
      .selectFrom('geolocations')
      .select('id')
      .where('companyId', '=', companyId)
      .where('id', '=', geolocationId)
      .executeTakeFirst();
    if (!location) throw invalid('GeoLocationId', 'geolocation.unknown');
    await db.updateTable('companies').set({ geolocationId }).where('id', '=', companyId).execute();
    return rowById(tx, systemCompanies, { rows: companyRows }, companyId);
  });
}
