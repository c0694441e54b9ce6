// Withdraws mails that wait for their time.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';

/** Deletes the mails about a visit that are not due yet and have not been tried. Returns whether there were any. */
export async function withdrawMails(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { companyId, id }: { companyId: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from deliveries where company_id = ${companyId} and medium = 'mail' and state = 'queued' and attempts = 0
      and due_at > ${clock.now()}
      and id in (select m.id from email_messages m where m.company_id = ${companyId} and m.visit_id = ${id})
    returning id`.execute(db);
  return rows.length > 0;
}
