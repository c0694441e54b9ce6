// One step of a campaign, in a transaction that holds its lock: it ends, is settled, or queues a slice of its messages.
import { sql } from 'kysely';
import type { StoredCampaign } from '#server/campaigns/stored/stored-campaigns.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { areWaiting, perSlice, queueSlice } from './queue-slice.ts';
import { settleCancelled } from './settle-cancelled.ts';
import { isDue } from './take-snapshot.ts';

/** How few messages may be left before the next ones are queued. */
const refillBelow = 100;
/** Messages that are due within this time leave soon: a later run comes within it. */
const soon = Temporal.Duration.from({ minutes: 1 });

/**
 * Queues one slice of a campaign, in one transaction that holds its lock. Unless its audience is due to be read, or
 * cancelled messages had to be settled: that locks deposits, which transactions that queue SMS lock last.
 */
export function runSlice(
  services: Services,
  { companyId, id }: { companyId: string; id: string },
): Promise<{ queued: number; hasEnded: boolean; hasMore: boolean } | 'due' | 'settled'> {
  return transaction({ ...services, db: services.database.write }, async (tx) => {
    const nothing = { queued: 0, hasEnded: false, hasMore: false };
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx.db);
    const { rows } = await sql<StoredCampaign>`
      select g.*, g.xmin::text as version from campaigns g
      where g.company_id = ${companyId} and g.id = ${id} and (g.started or g.sending) for no key update skip locked`.execute(
      tx.db,
    );
    const [campaign] = rows;
    if (!campaign) return nothing;
    const now = tx.clock.now();
    if (campaign.started && Temporal.Instant.compare(campaign.periodEnd, now) <= 0) {
      await end(tx, campaign);
      return { ...nothing, hasEnded: true };
    }
    if (campaign.started && Temporal.Instant.compare(campaign.periodStart, now) > 0) return nothing;
    if (await settleCancelled(tx, campaign)) return 'settled';
    if (isDue(campaign, now)) return 'due';
    const { waiting, areLeaving } = await countUnderWay(tx, campaign);
    const isFull = waiting >= refillBelow;
    const { found, queued, settled } = isFull ? { found: 1, queued: 0, settled: 0 } : await queueSlice(tx, campaign);
    // A later run looks at messages that wait for the morning or for money. Where nothing was settled, the rest waits
    // for a limit.
    const hasMore = isFull ? areLeaving : found === perSlice && settled > 0;
    // A sending is over once nothing of it waits any more.
    const hasEnded = campaign.sending && found === 0 && waiting === 0 && !(await areWaiting(tx, campaign));
    if (hasEnded) await end(tx, campaign);
    return { queued, hasEnded, hasMore };
  });
}

async function end({ db, clock }: ServiceContext, { companyId, id }: StoredCampaign): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({ started: false, sending: false, endedAt: clock.now() })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** How many messages have been queued and did not leave yet, and whether any of them leaves soon. */
async function countUnderWay(
  { db, clock }: ServiceContext,
  { companyId, id }: StoredCampaign,
): Promise<{ waiting: number; areLeaving: boolean }> {
  const { rows } = await sql<{ waiting: number; areLeaving: boolean }>`
    select count(leaves)::integer as waiting, coalesce(bool_or(leaves), false) as are_leaving from (
      select (
        select d.state = 'sending' or d.state = 'queued' and d.due_at <= ${clock.now().add(soon)} from deliveries d
        where d.id = r.delivery_id and d.state in ('queued', 'sending', 'held')) as leaves
      from campaign_recipients r
      where r.company_id = ${companyId} and r.campaign_id = ${id} and r.left_out is null and r.sent_at is null
        and r.delivery_id is not null) messages`.execute(db);
  return rows[0] ?? { waiting: 0, areLeaving: false };
}
