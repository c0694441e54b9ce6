// The operator's geo locations belong to the operator's company; copies one to the company that uses it.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';

export async function copyPlace(
  { db, user }: SignedIn,
  { geolocationId, companyId }: { geolocationId: string; companyId: string },
): Promise<void> {
  await sql`
    insert into geolocations (company_id, id, name, line_address, place_id, street, city, state, country, zip_code, latitude, longitude)
    select ${companyId}::uuid, id, name, line_address, place_id, street, city, state, country, zip_code, latitude, longitude
    from geolocations where company_id = ${user.companyId} and id = ${geolocationId}
    on conflict do nothing`.execute(db);
}
