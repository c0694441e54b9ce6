// Ends somebody's work for a company: his profile, rights, grants and sessions there, and what could be booked with him.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';

/** Within the caller's transaction. The calendar and what was booked in it stay the company's. */
export async function endMembership(
  { db }: SignedIn,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  await sql`delete from services s using calendars k where k.company_id = s.company_id and k.id = s.calendar_id
    and k.company_id = ${companyId} and k.user_id = ${userId}`.execute(db);
  await sql`delete from opening_hours h using calendars k where k.company_id = h.company_id and k.id = h.calendar_id
    and k.company_id = ${companyId} and k.user_id = ${userId}`.execute(db);
  // Grants, locations and sessions of the company go with it.
  await db.deleteFrom('employees').where('companyId', '=', companyId).where('userId', '=', userId).execute();
}
