// Holds a contact for a booking: a merge waits until the transaction ends.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

interface HeldContact {
  id: string;
  language: string;
}

/**
 * Returns the contact, or the one that it was merged into, which cannot be merged or deleted until the transaction
 * ends; undefined for unknown and foreign ones. Bookings of the same contact do not wait for each other.
 */
export async function holdContact(db: Db, companyId: string, id: string): Promise<HeldContact | undefined> {
  const { rows } = await sql<HeldContact & { mergedInto: string | null }>`
    select id, language, merged_into from contacts where company_id = ${companyId} and id = ${id}
    for key share`.execute(db);
  const [found] = rows;
  if (!found?.mergedInto) return found;
  return holdContact(db, companyId, found.mergedInto);
}
