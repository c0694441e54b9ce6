// Makes a picture private once nothing shows it.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';

/** Leaves the product's own pictures and those in use as a portrait, in a profile, as a logo or for a service. */
export async function hidePicture({ db, user }: SignedIn, id: string): Promise<void> {
  await sql`
    update files f set is_public = false where f.company_id = ${user.companyId} and f.id = ${id} and not f.is_system
      and not exists (select from employees e where e.picture_id = f.id)
      and not exists (select from profile_pictures p where p.file_id = f.id)
      and not exists (select from companies c where c.logo_id = f.id)
      and not exists (select from services s where s.company_id = f.company_id and s.picture_id = f.id)`.execute(db);
}
