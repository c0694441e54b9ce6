// Deletes calendars that have no events.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';

/**
 * Deletes the person's calendars without an event, of one company or of all, with their hours; the services of their
 * company stay.
 */
export async function dropEmptyCalendars(
  { db }: SignedIn,
  { userId, companyId }: { userId: string; companyId?: string },
): Promise<void> {
  await sql`delete from calendars k where k.user_id = ${userId}
    and (${companyId ?? null}::uuid is null or k.company_id = ${companyId ?? null})
    and not exists (select from events v where v.company_id = k.company_id and v.calendar_id = k.id)`.execute(db);
}
