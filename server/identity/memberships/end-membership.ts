// Removes a person from a company: their profile, rights, grants and sessions there, what says that they do
// services, their hours, and their outside calendars.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { dropEmptyCalendars } from './drop-empty-calendars.ts';

/** Runs in the caller's transaction. Appointments stay the company's, and so do calendars that have any. */
export async function endMembership(
  context: SignedIn,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  const { db } = context;
  await dropEmptyCalendars(context, { userId, companyId });
  // The services themselves are the company's.
  await sql`delete from service_people p using calendars k where k.company_id = p.company_id and k.id = p.calendar_id
    and k.company_id = ${companyId} and k.user_id = ${userId}`.execute(db);
  await sql`delete from opening_hours h using calendars k where k.company_id = h.company_id and k.id = h.calendar_id
    and k.company_id = ${companyId} and k.user_id = ${userId}`.execute(db);
  // Times of their other calendars are theirs, and so are the passwords of these.
  for (const table of ['outside_accounts', 'outside_times']) {
    await sql`delete from ${sql.table(table)} o using calendars k where k.company_id = o.company_id and k.id = o.calendar_id
      and k.company_id = ${companyId} and k.user_id = ${userId}`.execute(db);
  }
  // Cascades to the person's grants, locations and sessions in the company.
  await db.deleteFrom('employees').where('companyId', '=', companyId).where('userId', '=', userId).execute();
}
