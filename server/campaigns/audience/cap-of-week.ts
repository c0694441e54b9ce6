// The weekly cap: a customer gets at most two campaigns a week, by e-mail or SMS. Each recipient records the campaign
// before (docs/decisions/0091-audience-facts.md), and a job stores how long a customer is at the cap
// (docs/decisions/0094-audience-facts-table.md). Counts read that, and the recipients that are not stored yet.
import { type RawBuilder, sql } from 'kysely';
import { maxCampaignsPerWeek } from '#contract/campaigns/campaigns.ts';
import type { Db } from '#server/db/pool.ts';
import type { AudienceScope } from './conditions.ts';

export interface CampaignScope extends AudienceScope {
  /** The campaign that is counted or sent; it does not count itself. Undefined before it is saved. */
  campaignId?: string | undefined;
}

/**
 * Where the customers who have had the campaigns of a week are found. `none`: nowhere, the company has sent too few
 * campaigns. `previous`: every recipient of this week records when another campaign was sent before. `mixed`: not all
 * of them do. `recipients`: all recipients are counted, because their records may refer to the campaign itself.
 */
export type CapSource = 'none' | 'previous' | 'mixed' | 'recipients';

const weekBefore = (now: Temporal.Instant) => now.subtract({ hours: 7 * 24 });

/** A day that is early enough in every zone: the day of a recipient is in the zone of the campaign. */
const sinceDay = (since: Temporal.Instant) => sql`(${since}::timestamptz at time zone 'UTC')::date - 1`;

/** Call it within a transaction: it changes how the rest of it is planned. */
export async function readCap(db: Db, { companyId, campaignId = '', now }: CampaignScope): Promise<CapSource> {
  const isSince = sql`r.day >= ${sinceDay(weekBefore(now))}`;
  const isOther = campaignId === '' ? sql`true` : sql`g.id <> ${campaignId}::uuid`;
  // `order by` makes the server use an index; otherwise it may read all recipients to find none.
  const own = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
    select true from campaign_recipients r
    where r.company_id = ${companyId} and r.campaign_id = ${campaignId}::uuid and ${condition} order by ${order} limit 1)`;
  const isOwn = sql`coalesce(${own(isSince, sql`r.day`)}, ${own(sql`r.left_out is null and r.sent_at is null`, sql`r.campaign_id`)}, false)`;
  // Planning takes longer than this statement: use one plan for all companies.
  await sql`set local plan_cache_mode = force_generic_plan`.execute(db);
  const { rows } = await sql<{ others: number; isKnown: boolean; isOwn: boolean }>`
    select (
      select count(*)::integer from (
        select from campaigns g
        where g.company_id = ${companyId} and ${isOther} and (g.started or g.sending or (
          select true from campaign_recipients r
          where r.company_id = g.company_id and r.campaign_id = g.id and ${isSince} limit 1))
        limit ${maxCampaignsPerWeek}) g) as others,
      not exists (
        select from campaign_recipients r
        where r.company_id = ${companyId} and r.left_out is null and not r.is_previous_known and ${isSince})
      and not exists (
        select from campaigns g join campaign_recipients r on r.company_id = g.company_id and r.campaign_id = g.id
        where g.company_id = ${companyId} and (g.started or g.sending) and r.left_out is null and r.sent_at is null
          and not r.is_previous_known) as is_known,
      ${campaignId === '' ? sql`false` : isOwn} as is_own`.execute(db);
  const [found] = rows;
  if (!found || found.others < maxCampaignsPerWeek) return 'none';
  if (found.isOwn) return 'recipients';
  return found.isKnown ? 'previous' : 'mixed';
}

/** Selects the customers who have had the campaigns of a week, or are about to. */
export function oftenReached(query: CampaignScope, condition = sql`true`): RawBuilder<object> {
  return sql`${reachedThisWeek(query)} and ${condition} group by contact_id having count(*) >= ${maxCampaignsPerWeek}`;
}

/** Whether a row `c` of `audience_facts` is among them; undefined if there are none. */
export function isOftenReached(query: CampaignScope, source: CapSource): RawBuilder<boolean> | undefined {
  if (source === 'none') return undefined;
  if (source === 'recipients') return sql`c.id in (${oftenReached(query)})`;
  const since = weekBefore(query.now);
  // The cap is two, so a campaign with one before it reaches the cap.
  const notStored = reachedThisWeek(query, sql`r.previous_at > ${since}`, sql`not r.is_cap_stored`);
  const known = sql<boolean>`c.capped_until > ${query.now} or c.id in (${notStored})`;
  if (source === 'previous') return known;
  const unknown = reachedThisWeek(query, sql`not r.is_previous_known`);
  return sql`${known} or c.id in (${oftenReached(query, sql`contact_id in (${unknown})`)})`;
}

/**
 * Selects the customers of the recipients `r` who have had, or are about to get, a campaign of this week. `sent` is a
 * condition on those who have had it.
 */
function reachedThisWeek(
  { companyId, campaignId = '', now }: CampaignScope,
  condition = sql`true`,
  sent = sql`true`,
): RawBuilder<object> {
  const isOther = campaignId === '' ? sql`true` : sql`r.campaign_id <> ${campaignId}::uuid`;
  const since = weekBefore(now);
  return sql<object>`
    select contact_id from (
      select r.contact_id from campaign_recipients r
      where r.company_id = ${companyId} and r.left_out is null and ${isOther} and ${condition} and ${sent}
        and r.day >= ${sinceDay(since)} and r.sent_at > ${since} and r.contact_id is not null
      union all
      select r.contact_id from campaigns g join campaign_recipients r on r.company_id = g.company_id and r.campaign_id = g.id
      where g.company_id = ${companyId} and (g.started or g.sending) and r.left_out is null and r.sent_at is null
        and ${isOther} and ${condition}
        -- No join: it would read the deliveries of all companies, see \`forWholeAudiences\`.
        and coalesce((select d.state from deliveries d where d.id = r.delivery_id), 'queued') in ('queued', 'sending', 'held')
    ) r where contact_id is not null`;
}

/**
 * Selects `contact_id`, `previous_at` and `is_previous_known` for the recipients of a campaign that is added now, for
 * the customers who have had another one this week. It is unknown while another message may still be sent to them.
 */
export function previousOf({ companyId, campaignId = '', now }: CampaignScope): RawBuilder<object> {
  const since = weekBefore(now);
  return sql<object>`
    select contact_id, max(at) as previous_at, bool_and(at is not null) as is_previous_known from (
      select r.contact_id, r.sent_at as at from campaign_recipients r
      where r.company_id = ${companyId} and r.campaign_id <> ${campaignId}::uuid and r.left_out is null
        and r.day >= ${sinceDay(since)} and r.sent_at > ${since}
      union all
      select r.contact_id, null from campaigns g
      join campaign_recipients r on r.company_id = g.company_id and r.campaign_id = g.id
      where g.company_id = ${companyId} and g.id <> ${campaignId}::uuid and r.left_out is null and r.sent_at is null
        and (g.started or g.sending or r.delivery_id is not null)
    ) r where contact_id is not null group by contact_id`;
}
