// The campaigns of a company with the figures of each, counted from their facts.
import { type RawBuilder, sql } from 'kysely';
import type { LimitOfDay } from '#contract/campaigns/audience.ts';
import type { Block } from '#contract/campaigns/blocks.ts';
import {
  type Campaign,
  type CampaignFigures,
  type CampaignMedium,
  type CampaignState,
  campaignList,
  type emailCampaigns,
} from '#contract/campaigns/campaigns.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { sentStates } from '#contract/messaging/deliveries.ts';
import { readAudience } from '#server/campaigns/audience/conditions.ts';
import { readDayLimit } from '#server/campaigns/day-limit.ts';
import type { Db } from '#server/db/pool.ts';
import { ordered } from '#server/lib/grid/matching.ts';
import { spanOf } from '#server/lib/grid/period.ts';
import { notFound } from '#server/lib/refusal.ts';

export interface StoredCampaign {
  companyId: string;
  id: string;
  medium: CampaignMedium;
  name: string;
  subject: string;
  message: string;
  text: string;
  blocks: Block[];
  audience: unknown;
  language: string;
  timeZone: string;
  periodStart: Temporal.Instant;
  periodEnd: Temporal.Instant;
  started: boolean;
  sending: boolean;
  snapshotAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  version: string;
}

const columns = sql`r.company_id, r.id, r.medium, r.name, r.subject, r.message, r.text, r.blocks, r.audience, r.language,
  r.time_zone, r.period_start, r.period_end, r.started, r.sending, r.snapshot_at, r.created_at, r.xmin::text as version`;

interface Owner {
  companyId: string;
  medium: CampaignMedium;
}

/** Returns the campaign, locked with `lock`; its recipients may be written meanwhile. Throws 404 for an unknown one. */
export async function findCampaign(
  db: Db,
  { companyId, medium }: { companyId: string; medium?: CampaignMedium },
  id: string,
  { lock = false } = {},
): Promise<StoredCampaign> {
  const { rows } = await sql<StoredCampaign>`
    select ${columns} from campaigns r
    where r.company_id = ${companyId} and r.id = ${id} and r.deleted_at is null
      ${medium ? sql`and r.medium = ${medium}` : sql``} ${lock ? sql`for no key update` : sql``}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/**
 * By default the newest first. Days count in the zone. Throws 417 for an unknown order.
 */
export async function listCampaigns(
  db: Db,
  { companyId, medium }: Owner,
  { now, timeZone }: { now: Temporal.Instant; timeZone: string },
  { pageNr, rowsPerPage, search, order, startDate, endDate }: CampaignQuery,
): Promise<{ totalRows: number; campaigns: Campaign[] }> {
  const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const [from, to] = rangeOf(startDate, endDate, timeZone);
  const found = sql`from campaigns r where r.company_id = ${companyId} and r.medium = ${medium} and r.deleted_at is null
    ${search.trim() === '' ? sql`` : sql`and folded(r.name) like folded(${pattern})`}
    ${from ? sql`and r.period_end >= ${from}` : sql``} ${to ? sql`and r.period_start <= ${to}` : sql``}`;
  const { rows } = await sql<StoredCampaign>`
    select ${columns} ${found} order by ${ordered({ declared: campaignList }, {}, order)}
    limit ${rowsPerPage} offset ${(pageNr - 1) * rowsPerPage}`.execute(db);
  const [total, campaigns] = await Promise.all([
    sql<{ count: number }>`select count(*)::integer as count ${found}`.execute(db),
    withFigures(db, rows, now),
  ]);
  return { totalRows: total.rows[0]?.count ?? 0, campaigns };
}

type CampaignQuery = Parsed<typeof emailCampaigns.getPaginated>;

/** The first and the last instant, in order; undefined where there is none. */
function rangeOf(start: string | undefined, end: string | undefined, timeZone: string) {
  const [first, last] = [start, end].map((text) => (text === undefined ? undefined : spanOf(text, timeZone)));
  if (first && last && Temporal.Instant.compare(first[0], last[0]) > 0) return [last[0], first[1]] as const;
  return [first?.[0], last?.[1]] as const;
}

/** The campaigns, of one company and medium, as they are answered, with one query for the figures of all. */
export async function withFigures(
  db: Db,
  campaigns: readonly StoredCampaign[],
  now: Temporal.Instant,
): Promise<Campaign[]> {
  const [first] = campaigns;
  if (!first) return [];
  const dayLimit = await readDayLimit(db, first, now);
  const ids = campaigns.map(({ id }) => id);
  const { rows } = await sql<CampaignFigures & { id: string }>`${figuresOf(ids, now, dayLimit)}`.execute(db);
  const byId = new Map(rows.map(({ id, ...figures }) => [id, figures]));
  return campaigns.map((stored) => ({
    id: stored.id,
    name: stored.name,
    subject: stored.subject,
    message: stored.message,
    text: stored.text,
    blocks: stored.blocks,
    audience: readAudience(stored.audience),
    periodStart: stored.periodStart.toString(),
    periodEnd: stored.periodEnd.toString(),
    timeZone: stored.timeZone,
    started: stored.started,
    state: campaignState(stored),
    figures: byId.get(stored.id) ?? noFigures,
    dayLimit,
    createdAt: stored.createdAt.toString(),
    version: stored.version,
  }));
}

export function campaignState({ started, sending }: Pick<StoredCampaign, 'started' | 'sending'>): CampaignState {
  if (sending) return 'sending';
  return started ? 'started' : 'idle';
}

const noFigures: CampaignFigures = {
  audience: 0,
  sent: 0,
  waiting: 0,
  waitingBy: [],
  failed: 0,
  uncertain: 0,
  stopped: 0,
  leftOut: 0,
  leftOutBy: [],
  delivered: null,
  visited: 0,
  scanned: 0,
  unsubscribed: 0,
  booked: 0,
  bookings: 0,
  income: 0,
};

/** A booking counts for seven days after the visit to a link from which it came. */
const bookingDays = 7;

const inStates = (...states: string[]) => sql`d.state in (${sql.join(states.map((state) => sql.lit(state)))})`;

const parts = ['sent', 'waiting', 'failed', 'uncertain', 'stopped', 'leftOut'] as const;

const sumOf = (part: (typeof parts)[number]) =>
  sql`coalesce(sum(n) filter (where part = ${sql.lit(part)}), 0)::integer as ${sql.ref(part)}`;

const reasonsOf = (part: 'leftOut' | 'waiting') => sql`coalesce(
  jsonb_agg(jsonb_build_object('reason', reason, 'count', n) order by n desc, reason)
    filter (where part = ${sql.lit(part)} and reason is not null), '[]')`;

/** Each recipient is counted in one of the parts of the audience: their sum is the audience. */
function figuresOf(ids: readonly string[], now: Temporal.Instant, { left }: LimitOfDay): RawBuilder<object> {
  return sql<object>`
    select g.id, p.*, v.visited, v.scanned, b.booked, b.bookings, b.income
    from campaigns g
    cross join lateral (
      select coalesce(sum(n), 0)::integer as audience, ${sql.join(parts.map(sumOf))},
        ${reasonsOf('leftOut')} as left_out_by, ${reasonsOf('waiting')} as waiting_by,
        coalesce(sum(unsubscribed), 0)::integer as unsubscribed,
        case when g.medium = 'mail' then coalesce(sum(n) filter (where part = 'sent'), 0) - coalesce(sum(back), 0)
          when sum(arrived) + sum(back) > 0 then sum(arrived) end::integer as delivered
      from (
        select part, reason, count(*)::integer as n, count(unsubscribed_at) as unsubscribed,
          count(*) filter (where state = 'delivered') as arrived,
          count(*) filter (where state = 'undelivered') as back from (
          select r.unsubscribed_at, d.state, case
              when r.left_out is not null or ${inStates('suppressed')} then coalesce(r.left_out, 'suppressed')
              when ${inStates('held')} then 'funds'
              when ${inStates('kept')} then 'kept'
              when ${inStates('queued')} and d.quiet_zone is not null and d.due_at > ${now} then 'night'
              when r.delivery_id is null and r.waits_until > ${now} then 'address'
              when r.delivery_id is null then ${left > 0 ? 'later' : 'limit'} end as reason, case
              when ${inStates(...sentStates)} then 'sent'
              when r.left_out is not null or ${inStates('suppressed')} then 'leftOut'
              when ${inStates('failed', 'expired')} then 'failed'
              when ${inStates('uncertain')} then 'uncertain'
              when ${inStates('queued', 'sending', 'held', 'kept')} then 'waiting'
              when d.id is null and r.delivery_id is null and (g.started or g.sending) then 'waiting'
              else 'stopped' end as part
          from campaign_recipients r left join deliveries d on d.id = r.delivery_id
          where r.company_id = g.company_id and r.campaign_id = g.id) recipients
        group by part, reason) counted) p
    cross join lateral (
      select count(distinct recipient_id) filter (where is_person)::integer as visited,
        (count(*) filter (where not is_person and waits_until is null))::integer as scanned
      from campaign_visits w where w.company_id = g.company_id and w.campaign_id = g.id) v
    cross join lateral (
      select count(distinct x.id)::integer as bookings, count(distinct w.recipient_id)
          filter (where x.id is not null)::integer as booked,
        coalesce(sum(p.price) filter (where x.status = 'completed'), 0)::float8 as income
      from campaign_visits w
      join visits x on x.company_id = w.company_id and x.came_through = w.id
        and x.status not in ('held', 'declined', 'expired')
        and x.created_at >= w.created_at and x.created_at < w.created_at + ${sql.lit(`${bookingDays * 24} hours`)}::interval
      left join lateral (
        select sum(price) as price from visit_parts y where y.company_id = x.company_id and y.visit_id = x.id) p on true
      where w.company_id = g.company_id and w.campaign_id = g.id) b
    where g.id = any(${ids}::uuid[])`;
}
