// Ends somebody's work for a company: his profile, rights, grants and sessions there, and what could be booked with him.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { dropEmptyCalendars } from './drop-empty-calendars.ts';

/** Within the caller's transaction. What was booked with him stays the company's, and his calendar as far as it holds something. */
export async function endMembership(
  context: SignedIn,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  const { db } = context;
  await dropEmptyCalendars(context, { userId, companyId });
  await sql`delete from services s using calendars k where k.company_id = s.company_id and k.id = s.calendar_id
    and k.company_id = ${companyId} and k.user_id = ${userId}`.execute(db);
  await sql`delete from opening_hours h using calendars k where k.company_id = h.company_id and k.id = h.calendar_id
    and k.company_id = ${companyId} and k.user_id = ${userId}`.execute(db);
  // Grants, locations and sessions of the company go with it.
  await db.deleteFrom('employees').where('companyId', '=', companyId).where('userId', '=', userId).execute();
}
