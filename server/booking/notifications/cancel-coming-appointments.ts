// Cancels the future appointments of an employee whose account is deleted.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { queueAppointmentMail } from './queue-appointment-mail.ts';

/** Notifies the visitors, and deletes holds without notice. */
export async function cancelComingAppointments(within: SignedIn): Promise<void> {
  const { db, clock, user } = within;
  const own = sql`(v.company_id, v.calendar_id) in (select company_id, id from calendars where user_id = ${user.id})`;
  await sql`delete from events v where ${own} and v.status = 'held'`.execute(db);
  const { rows } = await sql<{ companyId: string; id: string; eMail: string }>`
    update events v set status = 'cancelled', type = 'inverse', sequence = v.sequence + 1, updated_at = ${clock.now()}
    where ${own} and v.status <> 'cancelled' and v.end_at > ${clock.now()} returning v.company_id, v.id, v.e_mail`.execute(
    db,
  );
  // In one order: two such transactions that count mails to the same addresses wait for each other.
  const ordered = rows.toSorted((a, b) => (a.eMail.toLowerCase() < b.eMail.toLowerCase() ? -1 : 1));
  for (const event of ordered) await queueAppointmentMail(within, 'cancelled', event);
}
