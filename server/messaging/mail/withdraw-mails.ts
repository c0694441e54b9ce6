// Withdraws mails that wait for their time, and gives them back to the limits of the day.
import { type RawBuilder, sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { limitReason } from '#server/messaging/outbox/queue-deliveries.ts';
import { giveBackMail } from './limit-mails.ts';

type Tx = Pick<ServiceContext, 'db' | 'clock' | 'config'>;

interface OfVisit {
  companyId: string;
  id: string;
}

/**
 * Deletes the mails of some kinds of cause about a visit that have not left: those that are not due yet, those that
 * wait for another attempt, and those beyond the limits of the day, but for those whose causes end with `lasting`.
 * Returns the keys of their causes.
 */
export function withdrawMails(
  tx: Tx,
  visit: OfVisit,
  { causes, lasting }: { causes: readonly string[]; lasting: string },
): Promise<string[]> {
  const isReplaced = sql`(state = 'failed' and not cause_key like ${`%${lasting}`})`;
  const waits = sql`(due_at > ${tx.clock.now()} or state = 'queued' and attempts > 0)`;
  return withdraw(tx, visit, sql`cause_kind = any(${causes}) and (${isReplaced} or ${waits})`);
}

/** Deletes every mail about a visit to an address that has not left, except cancellations. */
export async function withdrawMailsTo(tx: Tx, visit: OfVisit, eMail: string): Promise<void> {
  await withdraw(tx, visit, sql`address = ${eMail.toLowerCase()} and cause_kind <> 'visit.cancelled'`);
}

interface Withdrawn {
  causeKey: string;
  address: string;
  createdAt: Temporal.Instant;
  attempts: number;
  counted: string[] | null;
}

async function withdraw(tx: Tx, { companyId, id }: OfVisit, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<Withdrawn>`
    with withdrawn as (
      delete from deliveries where company_id = ${companyId} and medium = 'mail'
        and (state = 'queued' or state = 'failed' and reason = ${limitReason}) and ${which}
        and id in (select m.id from email_messages m where m.company_id = ${companyId} and m.visit_id = ${id})
      returning id, cause_key, address, created_at, attempts, counted)
    -- As they were counted: transactions with the same limits wait for each other instead of deadlocking.
    select * from withdrawn order by id`.execute(tx.db);
  for (const { address, createdAt, attempts, counted } of rows) {
    // After an attempt, the recipient may have it although no server has said so.
    if (counted && attempts === 0) await giveBackMail(tx, { companyId, address, createdAt, counted });
  }
  return rows.map(({ causeKey }) => causeKey);
}
