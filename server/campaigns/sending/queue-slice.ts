// Queues messages for the next recipients of a campaign.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import { newMessageToken } from '#server/campaigns/response/links.ts';
import type { StoredCampaign } from '#server/campaigns/stored/stored-campaigns.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { hashToken } from '#server/lib/session/session.ts';
import type { Message, QueueMessages } from './medium.ts';
import { queueCampaignMails } from './queue-mails.ts';
import { queueCampaignSms } from './queue-sms.ts';

/** Messages that are queued together. */
export const perSlice = 200;

const queueMessages: Record<CampaignMedium, QueueMessages> = { mail: queueCampaignMails, sms: queueCampaignSms };

/**
 * Returns how many recipients it found, and how many of them are `settled`: they have a message now, are left out, or
 * wait for their address. Like the statements before, without joins: the server has not counted new recipients yet, and
 * would read all of them for each customer.
 */
export async function queueSlice(
  tx: ServiceContext,
  campaign: StoredCampaign,
): Promise<{ found: number; queued: number; settled: number }> {
  const { companyId, id, medium } = campaign;
  const { rows } = await sql<Omit<Message, 'deliveryId' | 'token'> & { id: string }>`
    select w.*, (select c.name from contacts c where c.company_id = ${companyId} and c.id = w.contact_id) as name
    from (
      select r.id, r.contact_id, r.address, r.language from campaign_recipients r
      where r.company_id = ${companyId} and r.campaign_id = ${id} and r.left_out is null and r.delivery_id is null
        and r.sent_at is null and r.contact_id is not null and (r.waits_until is null or r.waits_until <= ${tx.clock.now()})
      order by r.id limit ${perSlice}) w
    order by w.id`.execute(tx.db);
  if (rows.length === 0) return { found: 0, queued: 0, settled: 0 };
  const messages = rows.map((row) => ({ ...row, deliveryId: randomUUIDv7(), token: newMessageToken() }));
  const { queued, leftOut, waits, linkCount } = await queueMessages[medium](tx, campaign, messages);
  const ids = new Set(queued);
  const written = messages.flatMap(({ id: recipient, deliveryId, token }): object[] => {
    const reason = leftOut.get(deliveryId);
    if (reason) return [{ id: recipient, left_out: reason }];
    const until = waits?.get(deliveryId);
    if (until) return [{ id: recipient, waits_until: until }];
    return ids.has(deliveryId)
      ? [{ id: recipient, delivery_id: deliveryId, token: hashToken(token).toString('hex') }]
      : [];
  });
  await sql`
    update campaign_recipients r set delivery_id = g.delivery_id, token_hash = decode(g.token, 'hex'), left_out = g.left_out,
      waits_until = g.waits_until, link_count = ${linkCount}
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
      as g (id uuid, delivery_id uuid, token text, left_out text, waits_until timestamptz)
    where r.company_id = ${companyId} and r.id = g.id`.execute(tx.db);
  return { found: rows.length, queued: queued.length, settled: written.length };
}

/** Whether the messages of any recipients wait for their addresses. */
export async function areWaiting({ db, clock }: ServiceContext, { companyId, id }: StoredCampaign): Promise<boolean> {
  const { rows } = await sql`
    select from campaign_recipients r
    where r.company_id = ${companyId} and r.campaign_id = ${id} and r.left_out is null and r.delivery_id is null
      and r.sent_at is null and r.contact_id is not null and r.waits_until > ${clock.now()} limit 1`.execute(db);
  return rows.length > 0;
}
