// Reads the audience of a campaign: everyone who meets its conditions and may receive it, each with the reason for which
// they are left out, if any.
import { type RawBuilder, sql } from 'kysely';
import type { Audience } from '#contract/campaigns/audience.ts';
import { type CampaignMedium, maxCampaignsPerWeek } from '#contract/campaigns/campaigns.ts';
import type { Db } from '#server/db/pool.ts';
import { meets } from './conditions.ts';
import { addressIn, basisOf, hasAddress, isSuppressed, prefersOther } from './may-receive.ts';

export interface AudienceQuery {
  companyId: string;
  medium: CampaignMedium;
  audience: Audience;
  /** Undefined for one that is not saved yet. */
  campaignId?: string | undefined;
  now: Temporal.Instant;
  /** False: the company has sent too few campaigns for the cap of a week. */
  isCapped?: boolean | undefined;
}

/**
 * For statements that read a whole audience: planned for its conditions, and never customer by customer, as the server
 * would after an import whose rows it has not counted yet.
 */
export const forWholeAudiences = [
  sql`set local plan_cache_mode = force_custom_plan`,
  sql`set local enable_nestloop = off`,
];

/**
 * Selects `contact_id`, `address`, `language`, `basis` and `left_out` of those who agreed. An address gets one message: to the
 * customer who has had this campaign, or else to the one who was added first, and none while another customer with it has had
 * the campaigns of a week.
 */
export function audienceOf(query: AudienceQuery): RawBuilder<object> {
  return sql<object>`
    select contact_id, address, language, basis, case
        when left_out is null and (
          row_number() over (partition by address, left_out is null order by has_had desc, created_at, contact_id) > 1
          or bool_or(left_out = 'frequency') over (partition by address))
        then 'duplicate' else left_out end as left_out
    from (${candidatesOf(query)}) candidates`;
}

/**
 * Selects what `audienceOf` does, `created_at`, and `has_had`: whether the customer has had the campaign, or is about to get
 * it; a message that was stopped is sent by the next start. Of several customers with one address, none is left out yet. With
 * `everyone`, those who have not agreed or have no address follow, with the reason `notAgreed`. What is known of all
 * customers (suppressions, campaigns of this week) is read once, not for each: an audience is counted while it is typed.
 */
export function candidatesOf(query: AudienceQuery, { everyone = false } = {}): RawBuilder<object> {
  const { companyId, medium, audience, campaignId = '', now, isCapped = true } = query;
  const address = addressIn(medium);
  const basis = basisOf(medium, companyId);
  const mayReceive = sql`${hasAddress(medium)} and ${basis} is not null`;
  return sql<object>`
    select c.id as contact_id, c.created_at, ${address} as address, c.language, ${basis} as basis, case
        ${everyone ? sql`when (${mayReceive}) is not true then 'notAgreed'` : sql``}
        when ${isSuppressed(medium, companyId, now)} then 'suppressed'
        when ${prefersOther(medium)} then 'preference'
        ${isCapped ? sql`when f.contact_id is not null then 'frequency'` : sql``}
        ${campaignId === '' ? sql`` : sql`when h.address is not null then 'duplicate'`}
        end as left_out,
      ${campaignId === '' ? sql`false` : sql`c.id in (${havingHad(companyId, campaignId)})`} as has_had
    from contacts c
    ${isCapped ? sql`left join (${oftenReached(query)}) f on f.contact_id = c.id` : sql``}
    ${
      campaignId === ''
        ? sql``
        : sql`left join (
      select address, contact_id from campaign_recipients
      where company_id = ${companyId} and campaign_id = ${campaignId}::uuid and left_out is null) h
      on h.address = ${address} and h.contact_id is distinct from c.id`
    }
    where c.company_id = ${companyId} and c.merged_into is null and ${meets(audience, now)}
      ${everyone ? sql`` : sql`and ${mayReceive}`}
    -- The reason is found once, however often a statement names it.
    offset 0`;
}

const havingHad = (companyId: string, campaignId: string) => sql`
  select r.contact_id from campaign_recipients r
  where r.company_id = ${companyId} and r.campaign_id = ${campaignId}::uuid and r.contact_id is not null and r.left_out is null
    and (r.sent_at is not null or r.delivery_id is not null and coalesce((
      -- No join: it would read the deliveries of all companies, see \`forWholeAudiences\`.
      select d.state <> 'cancelled' or d.given_up_at is not null from deliveries d where d.id = r.delivery_id), true))`;

const addressesOf = (reason: RawBuilder<boolean>) =>
  sql`count(distinct hashtextextended(address, 0)) filter (where ${reason})`;

/**
 * Of rows of `candidatesOf`: how many `audienceOf` does not leave out, without those who have the reason 'had'. Sorting
 * hashes takes a third of the time of sorting addresses; that two of a million addresses share one is less likely than
 * one in ten million.
 */
export const reachedOf = sql<number>`(
  ${addressesOf(sql`left_out is null or left_out in ('frequency', 'had')`)}
  - ${addressesOf(sql`left_out in ('frequency', 'had')`)})::integer`;

const sinceDay = (since: Temporal.Instant) => sql`(${since}::timestamptz at time zone 'UTC')::date - 1`;

/** Whether other campaigns of this week are as many as a customer gets. */
export async function mayBeCapped(db: Db, { companyId, campaignId = '', now }: AudienceQuery): Promise<boolean> {
  const { rows } = await sql`
    select from campaigns g
    where g.company_id = ${companyId} ${campaignId === '' ? sql`` : sql`and g.id <> ${campaignId}::uuid`}
      and (g.started or g.sending or (
        select true from campaign_recipients r
        where r.company_id = g.company_id and r.campaign_id = g.id and r.day >= ${sinceDay(weekBefore(now))} limit 1))
    limit ${maxCampaignsPerWeek}`.execute(db);
  return rows.length === maxCampaignsPerWeek;
}

const weekBefore = (now: Temporal.Instant) => now.subtract({ hours: 7 * 24 });

/** Selects the customers who have had the campaigns of a week, or will have had them. */
function oftenReached({ companyId, campaignId = '', now }: AudienceQuery): RawBuilder<object> {
  const isOther = campaignId === '' ? sql`true` : sql`r.campaign_id <> ${campaignId}::uuid`;
  const since = weekBefore(now);
  return sql<object>`
    select contact_id from (
      select r.contact_id from campaign_recipients r
      where r.company_id = ${companyId} and r.left_out is null and ${isOther}
        and r.day >= ${sinceDay(since)} and r.sent_at > ${since}
      union all
      select r.contact_id from campaigns g join campaign_recipients r on r.company_id = g.company_id and r.campaign_id = g.id
      where g.company_id = ${companyId} and (g.started or g.sending) and r.left_out is null and r.sent_at is null and ${isOther}
        -- No join: it would read the deliveries of all companies, see \`forWholeAudiences\`.
        and coalesce((select d.state from deliveries d where d.id = r.delivery_id), 'queued') in ('queued', 'sending', 'held')
    ) r where contact_id is not null group by contact_id having count(*) >= ${maxCampaignsPerWeek}`;
}
