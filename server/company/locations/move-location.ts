// Moves a location to another geo location of its company.
import { companyLocations } from '#contract/company/locations.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { locationRows } from './store.ts';

/** Returns the location. Throws 404 when either is unknown or belongs to another company. */
export async function moveLocation(
  context: SignedIn,
  { locationId, geolocationId }: { locationId: string; geolocationId: string },
): Promise<JsonText> {
  const { db } = context;
  const geolocation = await db
    .selectFrom('geolocations')
    .select('id')
    .where('id', '=', geolocationId)
    .executeTakeFirst();
  if (!geolocation) throw notFound();
  await db.updateTable('locations').set({ geolocationId }).where('id', '=', locationId).execute();
  return rowById(context, companyLocations, { rows: locationRows }, locationId);
}
