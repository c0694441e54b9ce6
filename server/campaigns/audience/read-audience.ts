// Reads the audience of a campaign: everyone who meets its conditions and may receive it, each with the reason for
// which they are left out, if any.
import { type RawBuilder, sql } from 'kysely';
import type { Audience } from '#contract/campaigns/audience.ts';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import { type CampaignScope, type CapSource, isOftenReached, oftenReached } from './cap-of-week.ts';
import { meets } from './conditions.ts';
import {
  addressIn,
  basisOf,
  hasAddress,
  hashIn,
  mayReceive,
  prefersOther,
  suppressedAddresses,
} from './may-receive.ts';

export interface AudienceQuery extends CampaignScope {
  medium: CampaignMedium;
  audience: Audience;
  /** Whether the next start sends what was kept without a server; not by default. */
  resendsKept?: RawBuilder<boolean>;
}

/**
 * Settings of the rest of a transaction for statements that read a whole audience. They are planned for their
 * conditions, and never loop over customers, as they would after an import that the statistics do not include yet.
 */
export const forWholeAudiences = sql`
  select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_nestloop', 'off', true),
    -- The server hashes a subquery only if it expects the result to fit.
    set_config('work_mem', '64MB', true),
    -- Prefer indexes that cover a query to whole tables.
    set_config('random_page_cost', '1.1', true), set_config('jit', 'off', true)`;

/**
 * Selects `contact_id`, `address`, `language`, `basis` and `left_out` of those who agreed. An address gets one message:
 * to the customer who has had this campaign, or else to the one who was added first, and none while another customer
 * with it has had the campaigns of a week.
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
 * Selects what `audienceOf` does, `created_at`, and `has_had`: whether the customer has had the campaign, or is about
 * to get it; a message that was stopped is sent by the next start. Of several customers with one address, none is left
 * out yet.
 */
function candidatesOf(query: AudienceQuery): RawBuilder<object> {
  const { companyId, medium, audience } = query;
  const basis = basisOf(medium, companyId);
  return sql<object>`
    select c.id as contact_id, c.created_at, ${addressIn(medium)} as address, c.language, ${basis} as basis,
      ${reasonOf(query, sql`c.id in (${oftenReached(query)})`, byAddress)} as left_out, ${hasHad(query)} as has_had
    from contacts c ${joinOther(query, byAddress)}
    where c.company_id = ${companyId} and c.merged_into is null and ${meets(audience, query)}
      and ${hasAddress(medium)} and ${basis} is not null
    -- The reason is found once, however often a statement names it.
    offset 0`;
}

/**
 * Selects the hash of the address and the number of the reason as `left_out` for all customers who meet the conditions,
 * for a count. Customers who have not agreed or have no address have the reason `notAgreed`, and those who have had the
 * campaign have the reason `had`, unless it is sent to them again. Reads one index of `audience_facts`, in the order of
 * the hashes.
 */
export function countedOf(query: AudienceQuery, cap: CapSource, { isRepeated = false } = {}): RawBuilder<object> {
  const { companyId, medium, audience } = query;
  const hash = hashIn(medium);
  const reached = sql.lit(numberOfReached);
  const otherwise = isRepeated ? reached : sql`case when ${hasHad(query)} then ${numberOf('had')} else ${reached} end`;
  const reason = reasonOf(query, isOftenReached(query, cap), byHash, otherwise);
  return sql<object>`
    select ${hash} as hash,
      case when ${mayReceive(medium, companyId)} then ${reason} else ${numberOf('notAgreed')} end as left_out
    from audience_facts c ${joinOther(query, byHash)}
    where c.company_id = ${companyId} and ${meets(audience, query)}
    order by ${hash} offset 0`;
}

/**
 * The reasons that are known before a campaign is sent. Customers with `notAgreed` do not belong to the audience. The
 * first two are of customers to whom their address belongs, as do those who are reached.
 */
export const exclusionReasons = ['had', 'frequency', 'suppressed', 'preference', 'duplicate', 'notAgreed'] as const;

export type ExclusionReason = (typeof exclusionReasons)[number];

const numberOfReached = 0;

/** Stands for a reason in counts: numbers are compared faster than text. */
export const numberOf = (reason: ExclusionReason): RawBuilder<number> => sql.lit(1 + exclusionReasons.indexOf(reason));

/** The reasons that a count can find: without a campaign, no customer is a recipient of it. */
export const reasonsOf = ({ campaignId }: AudienceQuery): readonly ExclusionReason[] =>
  campaignId ? exclusionReasons : exclusionReasons.filter((reason) => reason !== 'had' && reason !== 'duplicate');

/** How addresses are compared (that of a contact `c`, and another one), and how reasons are returned. */
interface Comparison {
  own: typeof addressIn | typeof hashIn;
  other: (address: RawBuilder<unknown>) => RawBuilder<unknown>;
  reason: (reason: ExclusionReason) => RawBuilder<unknown>;
}

const byAddress: Comparison = { own: addressIn, other: (address) => address, reason: sql.lit };
const byHash: Comparison = {
  own: hashIn,
  other: (address) => sql`hashtextextended(${address}, 0)`,
  reason: numberOf,
};

/**
 * Why a contact `c` who may receive campaigns is left out, if they are. Suppressions and campaigns of this week are
 * subqueries within `case`: the server hashes them once, and no join changes the order of the contacts.
 */
function reasonOf(
  { companyId, medium, campaignId = '', now }: AudienceQuery,
  isCapped: RawBuilder<boolean> | undefined,
  { own, other, reason }: Comparison,
  otherwise: RawBuilder<unknown> = sql`null`,
): RawBuilder<unknown> {
  const address = own(medium);
  const suppressed = sql`select ${other(sql`o.address`)} from (${suppressedAddresses(medium, companyId, now)}) o`;
  return sql`case
    when ${address} in (${suppressed}) then ${reason('suppressed')}
    when ${prefersOther(medium)} then ${reason('preference')}
    ${isCapped ? sql`when ${isCapped} then ${reason('frequency')}` : sql``}
    ${campaignId === '' ? sql`` : sql`when h.address is not null then ${reason('duplicate')}`}
    else ${otherwise} end`;
}

/** Joins the recipient `h`, if any: another customer who is to get the campaign at the address of a contact `c`. */
function joinOther(
  { companyId, medium, campaignId = '' }: AudienceQuery,
  { own, other }: Comparison,
): RawBuilder<unknown> {
  if (campaignId === '') return sql``;
  return sql`left join (
    select ${other(sql`r.address`)} as address, r.contact_id from campaign_recipients r
    where r.company_id = ${companyId} and r.campaign_id = ${campaignId}::uuid and r.left_out is null) h
    on h.address = ${own(medium)} and h.contact_id is distinct from c.id`;
}

const hasHad = (query: AudienceQuery) => (query.campaignId ? sql`c.id in (${havingHad(query)})` : sql`false`);

const havingHad = ({ companyId, campaignId = '', resendsKept = sql<boolean>`false` }: AudienceQuery) => sql`
  select r.contact_id from campaign_recipients r
  where r.company_id = ${companyId} and r.campaign_id = ${campaignId}::uuid and r.contact_id is not null and r.left_out is null
    and (r.sent_at is not null or r.delivery_id is not null and coalesce((
      -- No join: it would read the deliveries of all companies, see \`forWholeAudiences\`.
      select d.given_up_at is not null or d.state <> 'cancelled' and not (d.state = 'kept' and ${resendsKept})
      from deliveries d where d.id = r.delivery_id), true))`;

const addressesOf = (reason: RawBuilder<boolean>) => sql`count(distinct hash) filter (where ${reason})`;

/**
 * Of rows of `countedOf`: how many `audienceOf` does not leave out, without those who have the reason `had`. Sorting
 * hashes takes a third of the time of sorting addresses; that two of a million addresses share one is less likely than
 * one in ten million.
 */
export const reachedOf = sql<number>`(
  ${addressesOf(sql`left_out <= ${numberOf('frequency')}`)}
  - ${addressesOf(sql`left_out between ${numberOf('had')} and ${numberOf('frequency')}`)})::integer`;
