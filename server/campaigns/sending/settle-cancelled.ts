// Settles the messages of a campaign that were cancelled before they left.
import { sql } from 'kysely';
import { addressIn, basisOf } from '#server/campaigns/audience/may-receive.ts';
import type { StoredCampaign } from '#server/campaigns/stored/stored-campaigns.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { giveBackUnsent } from './give-back-unsent.ts';

/**
 * Messages that did not leave: their recipients have objected meanwhile, or the campaign was stopped and runs again.
 * Nothing was sent, so what was queued is deleted and may be queued again, except what a person has given up. Returns
 * whether there were any.
 */
export async function settleCancelled(tx: ServiceContext, campaign: StoredCampaign): Promise<boolean> {
  const { db } = tx;
  const { companyId, id, medium } = campaign;
  const { rows } = await sql`
    select from campaign_recipients r
    where r.company_id = ${companyId} and r.campaign_id = ${id} and r.left_out is null and r.sent_at is null
      and r.delivery_id is not null and (
        select ${isStopped} from deliveries d where d.id = r.delivery_id) limit 1`.execute(db);
  if (rows.length === 0) return false;
  await sql`
    update campaign_recipients r set left_out = case
        when exists (select from contacts c where c.company_id = r.company_id and c.id = r.contact_id
          and c.merged_into is null and ${addressIn(medium)} = r.address) then 'withdrawn' else 'changed' end
    from deliveries d
    where r.company_id = ${companyId} and r.campaign_id = ${id} and r.left_out is null and d.id = r.delivery_id
      and ${isStopped} and not exists (
        select from contacts c where c.company_id = r.company_id and c.id = r.contact_id and c.merged_into is null
          and ${addressIn(medium)} = r.address and ${basisOf(medium)} is not null)`.execute(db);
  await giveBackUnsent(tx, campaign);
  await sql`
    with freed as (
      update campaign_recipients r set delivery_id = null, token_hash = null from deliveries d
      where r.company_id = ${companyId} and r.campaign_id = ${id} and d.id = r.delivery_id and ${isStopped}
      returning d.id)
    delete from deliveries d using freed f where d.id = f.id`.execute(db);
  return true;
}

/** A message `d` that may be queued again; a person gave up the others. */
const isStopped = sql`d.state = 'cancelled' and d.given_up_at is null`;
