// Reads the audience of a campaign: everyone who meets its conditions and may receive it, each with the reason for which
// they are left out, if any.
import { type RawBuilder, sql } from 'kysely';
import type { Audience } from '#contract/campaigns/audience.ts';
import { type CampaignMedium, maxCampaignsPerWeek } from '#contract/campaigns/campaigns.ts';
import { meets } from './conditions.ts';
import { addressIn, basisOf, hasAddress, isSuppressed, prefersOther } from './may-receive.ts';

export interface AudienceQuery {
  companyId: string;
  medium: CampaignMedium;
  audience: Audience;
  /** Undefined for one that is not saved yet. */
  campaignId?: string | undefined;
  now: Temporal.Instant;
}

/** Selects `contact_id`, `address`, `language`, `basis` and `left_out`. */
export function audienceOf({ companyId, medium, audience, campaignId = '', now }: AudienceQuery): RawBuilder<object> {
  const address = addressIn(medium);
  const other = campaignId === '' ? sql`true` : sql`r.campaign_id <> ${campaignId}::uuid`;
  return sql<object>`
    select c.id as contact_id, ${address} as address, c.language, ${basisOf(medium)} as basis, case
        when ${isSuppressed(medium, now)} then 'suppressed'
        when ${prefersOther(medium)} then 'preference'
        when (
          select count(*) from campaign_recipients r
          where r.company_id = c.company_id and r.contact_id = c.id and r.left_out is null and ${other}
            and (r.sent_at > ${now.subtract({ hours: 7 * 24 })} or r.sent_at is null
              and exists (select from campaigns g where g.id = r.campaign_id and (g.started or g.sending))
              and not exists (select from deliveries d
                where d.id = r.delivery_id and d.state not in ('queued', 'sending', 'held')))
          ) >= ${maxCampaignsPerWeek} then 'frequency'
        when row_number() over (partition by ${address} order by c.created_at, c.id) > 1
          ${
            campaignId === ''
              ? sql``
              : sql`or exists (
            select from campaign_recipients r where r.company_id = c.company_id and r.campaign_id = ${campaignId}::uuid
              and r.address = ${address} and r.left_out is null and r.contact_id is distinct from c.id)`
          } then 'duplicate'
        end as left_out
    from contacts c
    where c.company_id = ${companyId} and c.merged_into is null and ${hasAddress(medium)} and ${basisOf(medium)} is not null
      and ${meets(audience, now)}`;
}

/** Counts those who meet the conditions but cannot be in an audience: they have not agreed, or have no address. */
export function notAgreedOf({ companyId, medium, audience, now }: AudienceQuery): RawBuilder<object> {
  return sql<object>`
    select count(*)::integer from contacts c
    where c.company_id = ${companyId} and c.merged_into is null and ${meets(audience, now)}
      and not (${hasAddress(medium)} and ${basisOf(medium)} is not null)`;
}
