// The cap of a week: a customer gets two campaigns in it, whatever their medium. Decides whom it leaves out, from what
// recipients say of the campaign before: docs/decisions/0091-audience-facts.md.
import { type RawBuilder, sql } from 'kysely';
import { maxCampaignsPerWeek } from '#contract/campaigns/campaigns.ts';
import type { Db } from '#server/db/pool.ts';

interface OfCampaign {
  companyId: string;
  /** The campaign that is counted or sent, if it is saved: it does not count. */
  campaignId?: string | undefined;
  now: Temporal.Instant;
}

/**
 * How the customers who have had the campaigns of a week are found. `none`: the company has sent too few campaigns;
 * `known`: every recipient of this week says when their customer had had another campaign; `partly`: not all of them do;
 * `counted`: what they say includes the campaign itself.
 */
export type Cap = 'none' | 'known' | 'partly' | 'counted';

const weekBefore = (now: Temporal.Instant) => now.subtract({ hours: 7 * 24 });

/** The day of a recipient is in the zone of their campaign. */
const sinceDay = (since: Temporal.Instant) => sql`(${since}::timestamptz at time zone 'UTC')::date - 1`;

/** Finds out, in a transaction, how the cap of a week is to be read. */
export async function readCap(db: Db, { companyId, campaignId = '', now }: OfCampaign): Promise<Cap> {
  const isSince = sql`r.day >= ${sinceDay(weekBefore(now))}`;
  const isOther = campaignId === '' ? sql`true` : sql`g.id <> ${campaignId}::uuid`;
  // In the order of an index: otherwise all recipients may be read to find none.
  const own = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
    select true from campaign_recipients r
    where r.company_id = ${companyId} and r.campaign_id = ${campaignId}::uuid and ${condition} order by ${order} limit 1)`;
  const isOwn = sql`coalesce(${own(isSince, sql`r.day`)}, ${own(sql`r.left_out is null and r.sent_at is null`, sql`r.campaign_id`)}, false)`;
  // One plan for all companies: making one takes longer than reading.
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
  if (found.isOwn) return 'counted';
  return found.isKnown ? 'known' : 'partly';
}

/** Selects the customers who have had the campaigns of a week, or will have had them; some of them more than once. */
export function oftenReached(query: OfCampaign, cap: Cap): RawBuilder<object> {
  const over = sql`having count(*) >= ${maxCampaignsPerWeek}`;
  if (cap === 'counted') return sql`${reachedThisWeek(query)} group by contact_id ${over}`;
  const since = weekBefore(query.now);
  // The cap is two: with one before, a customer has had enough.
  const known = reachedThisWeek(query, sql`r.previous_at > ${since}`);
  if (cap === 'known') return known;
  const unknown = reachedThisWeek(query, sql`not r.is_previous_known`);
  return sql`${known} union all (
    ${reachedThisWeek(query)} and contact_id in (${unknown}) group by contact_id ${over})`;
}

/** Selects the customer of each recipient of this week's campaigns who has had it or is about to, under a condition on them. */
function reachedThisWeek({ companyId, campaignId = '', now }: OfCampaign, condition = sql`true`): RawBuilder<object> {
  const isOther = campaignId === '' ? sql`true` : sql`r.campaign_id <> ${campaignId}::uuid`;
  const since = weekBefore(now);
  return sql<object>`
    select contact_id from (
      select r.contact_id from campaign_recipients r
      where r.company_id = ${companyId} and r.left_out is null and ${isOther} and ${condition}
        and r.day >= ${sinceDay(since)} and r.sent_at > ${since}
      union all
      select r.contact_id from campaigns g join campaign_recipients r on r.company_id = g.company_id and r.campaign_id = g.id
      where g.company_id = ${companyId} and (g.started or g.sending) and r.left_out is null and r.sent_at is null
        and ${isOther} and ${condition}
        -- No join: it would read the deliveries of all companies, see \`forWholeAudiences\`.
        and coalesce((select d.state from deliveries d where d.id = r.delivery_id), 'queued') in ('queued', 'sending', 'held')
    ) r where contact_id is not null`;
}

/**
 * Selects `contact_id`, `previous_at` and `is_previous_known` of the recipients of other campaigns of this week: what a new
 * recipient says. It is not known for those whom a message may still reach.
 */
export function previousOf({ companyId, campaignId = '', now }: OfCampaign): RawBuilder<object> {
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
