// Makes a picture private once nothing shows it.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { isUsed } from './uses-of-files.ts';

/** Leaves the product's own pictures and those in use. */
export async function hidePicture({ db, user }: SignedIn, id: string): Promise<void> {
  await sql`
    update files f set is_public = false
    where f.company_id = ${user.companyId} and f.id = ${id} and not f.is_system and not ${isUsed}`.execute(db);
}
