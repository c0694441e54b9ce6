// Withdraws mails that wait for their time.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';

/**
 * Deletes the mails of some kinds of cause about a visit that have not left: those that are not due yet, and those that
 * wait for another attempt. Returns the keys of their causes.
 */
export async function withdrawMails(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { companyId, id }: { companyId: string; id: string },
  causes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ causeKey: string }>`
    delete from deliveries where company_id = ${companyId} and medium = 'mail' and state = 'queued'
      and (due_at > ${clock.now()} or attempts > 0) and cause_kind = any(${causes})
      and id in (select m.id from email_messages m where m.company_id = ${companyId} and m.visit_id = ${id})
    returning cause_key`.execute(db);
  return rows.map(({ causeKey }) => causeKey);
}

/** Deletes every mail about a visit to an address that has not left, except cancellations. */
export async function withdrawMailsTo(
  { db }: Pick<ServiceContext, 'db'>,
  { companyId, id }: { companyId: string; id: string },
  eMail: string,
): Promise<void> {
  await sql`
    delete from deliveries where company_id = ${companyId} and medium = 'mail' and state = 'queued'
      and address = ${eMail.toLowerCase()} and cause_kind <> 'visit.cancelled'
      and id in (select m.id from email_messages m where m.company_id = ${companyId} and m.visit_id = ${id})`.execute(
    db,
  );
}
