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

/**
 * Selects `contact_id`, `address`, `language`, `basis` and `left_out`. With `everyone`, those who have not agreed or have no
 * address follow, with the reason `notAgreed`. What is known of all customers (suppressions, campaigns of this week,
 * addresses of several) is read once, not for each: an audience is counted while it is typed.
 */
export function audienceOf(query: AudienceQuery, { everyone = false } = {}): RawBuilder<object> {
  const { companyId, medium, audience, campaignId = '', now } = query;
  const address = addressIn(medium);
  const basis = basisOf(medium, companyId);
  const mayReceive = sql`${hasAddress(medium)} and ${basis} is not null`;
  const isCandidate = sql`c.company_id = ${companyId} and c.merged_into is null and ${meets(audience, now)}`;
  return sql<object>`
    with repeated as materialized (
      select o.id from (
        select o.id, row_number() over (partition by t.address order by o.created_at, o.id) as nth
        from (
          select ${address} as address from contacts c
          where c.company_id = ${companyId} and ${address} <> '' group by 1 having count(*) > 1) t
        cross join lateral (
          select c.id, c.created_at from contacts c
          where ${isCandidate} and ${mayReceive} and ${address} = t.address offset 0) o) o
      where o.nth > 1)
    select c.id as contact_id, ${address} as address, c.language, ${basis} as basis, case
        ${everyone ? sql`when (${mayReceive}) is not true then 'notAgreed'` : sql``}
        when ${isSuppressed(medium, companyId, now)} then 'suppressed'
        when ${prefersOther(medium)} then 'preference'
        when f.contact_id is not null then 'frequency'
        when c.id in (select id from repeated) then 'duplicate'
        ${campaignId === '' ? sql`` : sql`when h.address is not null then 'duplicate'`}
        end as left_out
    from contacts c
    left join (${oftenReached(query)}) f on f.contact_id = c.id
    ${
      campaignId === ''
        ? sql``
        : sql`left join (
      select address, contact_id from campaign_recipients
      where company_id = ${companyId} and campaign_id = ${campaignId}::uuid and left_out is null) h
      on h.address = ${address} and h.contact_id is distinct from c.id`
    }
    where ${isCandidate} ${everyone ? sql`` : sql`and ${mayReceive}`}`;
}

/** Selects the customers who have had the campaigns of a week, or will have had them. */
function oftenReached({ companyId, campaignId = '', now }: AudienceQuery): RawBuilder<object> {
  const isOther = campaignId === '' ? sql`true` : sql`r.campaign_id <> ${campaignId}::uuid`;
  const since = now.subtract({ hours: 7 * 24 });
  return sql<object>`
    select contact_id from (
      select r.contact_id from campaign_recipients r
      where r.company_id = ${companyId} and r.left_out is null and ${isOther}
        and r.day >= (${since}::timestamptz at time zone 'UTC')::date - 1 and r.sent_at > ${since}
      union all
      select r.contact_id from campaigns g join campaign_recipients r on r.company_id = g.company_id and r.campaign_id = g.id
      where g.company_id = ${companyId} and (g.started or g.sending) and r.left_out is null and r.sent_at is null and ${isOther}
        and not exists (select from deliveries d where d.id = r.delivery_id and d.state not in ('queued', 'sending', 'held'))
    ) r where contact_id is not null group by contact_id having count(*) >= ${maxCampaignsPerWeek}`;
}
