// Gives cancelled mails of a campaign back to the limits of the day: another campaign may use them.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { giveBackCampaignMails } from '#server/messaging/mail/limit-campaign-mails.ts';
import { lockInOrder } from '#server/messaging/outbox/lock-in-order.ts';

/**
 * In the caller's transaction, each mail once. A mail that was attempted is not given back: its recipient may have it
 * although no server has said so.
 */
export async function giveBackUnsent(
  tx: Pick<ServiceContext, 'db'>,
  { companyId, id }: { companyId: string; id: string },
): Promise<void> {
  const { rows } = await sql<{ address: string; counted: string[]; countedAt: Temporal.Instant }>`
    with unsent as (
      select d.id, d.counted from campaign_recipients r join deliveries d on d.id = r.delivery_id
      where r.company_id = ${companyId} and r.campaign_id = ${id} and r.sent_at is null and d.state = 'cancelled'
        and d.attempts = 0 and d.counted is not null),
    locked as materialized (${lockInOrder(sql`unsent`)})
    update deliveries d set counted = null from unsent u, locked l where d.id = u.id and d.id = l.id
    returning d.address, u.counted, d.created_at as counted_at`.execute(tx.db);
  await giveBackCampaignMails(tx, companyId, rows);
}
