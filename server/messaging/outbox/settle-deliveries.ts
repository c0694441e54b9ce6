// Records the outcomes of attempts, many with one statement.
import { randomUUIDv7 } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Claimed } from './claim-deliveries.ts';
import { lockInOrder } from './lock-in-order.ts';
import { recorded, type WhenSent } from './when-sent.ts';

export interface Outcome {
  state: 'sent' | 'queued' | 'failed' | 'uncertain' | 'cancelled';
  answer: string;
  /** The identifier that the provider gave it. */
  providerRef?: string;
  /**
   * Why it was not sent, as a code; the log has it as well. Empty for one that is sent, or queued without an attempt.
   */
  reason: '' | 'retry' | 'refused' | 'bounced' | 'gone' | 'route' | 'givenUp' | 'uncertain' | 'stopped';
  /** For `queued`; by default as before. */
  dueAt?: Temporal.Instant;
  /** The attempt says nothing about the delivery: it does not count. */
  isUncounted?: boolean;
  /** For `queued`: another route takes it. */
  skipsRoute?: boolean;
}

export interface Settled {
  delivery: Claimed;
  medium: string;
  routeId: string;
  outcome: Outcome;
  at: Temporal.Instant;
}

/** How long an address stays suppressed (days): after its first rejection, the second, and each further one. */
const suppressionDays = [30, 90, 365] as const;

/**
 * A delivery whose claim expired, so that another process has tried since, stays unchanged. A bounced recipient is
 * suppressed. A report that came before the outcome decides the state: the attempt is recorded beside it.
 */
export async function settleDeliveries(db: Db, settled: readonly Settled[], whenSent: WhenSent = []): Promise<void> {
  const rows = settled.map(({ delivery, medium, routeId, outcome, at }) => ({
    id: delivery.id,
    claim: delivery.claimedBy,
    medium,
    route_id: routeId,
    state: outcome.state,
    answer: outcome.answer,
    reason: outcome.reason,
    provider_ref: outcome.providerRef,
    due_at: outcome.dueAt,
    counts: !outcome.isUncounted,
    skips: outcome.skipsRoute ?? false,
    at,
    attempt_id: randomUUIDv7(),
  }));
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, claim uuid, medium text,
        route_id uuid, state text, answer text, reason text, provider_ref text, due_at timestamptz, counts boolean,
        skips boolean, at timestamptz, attempt_id uuid)),
    locked as materialized (${lockInOrder(sql`given`)}),
    settled as (
      update deliveries d set state = case d.state when 'sending' then g.state else d.state end,
        answer = case d.state when 'sending' then g.answer else d.answer end,
        reason = case d.state when 'sending' then g.reason else d.reason end,
        claimed_at = null, claimed_by = null, provider_ref = coalesce(g.provider_ref, d.provider_ref),
        due_at = case when d.state = 'sending' and g.state = 'queued' then coalesce(g.due_at, d.due_at) else d.due_at end,
        settled_at = case when d.state <> 'sending' then d.settled_at when g.state <> 'queued' then g.at end,
        attempts = d.attempts - case when g.counts then 0 else 1 end,
        skips_route_id = case when g.skips then g.route_id end
      from given g where d.id = g.id and d.id = any(array(select id from locked))
        and d.state in ('sending', 'undelivered') and d.claimed_by = g.claim
      returning d.id, d.company_id, d.queue, d.lane, d.lane_key, d.due_at, d.address, d.cause_kind,
        d.cause_key, g.medium, g.state, g.answer, g.reason, g.route_id, g.at, g.attempt_id, d.state = 'queued' as is_queued),
    sent as (select id, company_id, cause_kind, cause_key, at from settled where state = 'sent'),
    ${recorded(whenSent)}
    again as (
      insert into turns (queue, lane_key, next_due)
      select queue, lane_key, min(due_at) from settled where is_queued and lane = 'turn'
      group by queue, lane_key order by queue, lane_key
      on conflict (queue, lane_key) do update set next_due = least(turns.next_due, excluded.next_due)),
    known as (select *, true as is_proved from settled),
    suppressed as (${suppressBounced(sql`known`)})
    insert into delivery_attempts (id, delivery_id, company_id, route_id, outcome, answer, created_at)
    select attempt_id, id, company_id, route_id, case when reason = '' then state else reason end, answer, at
    from settled where not (is_queued and reason = '')`.execute(db);
}

/**
 * Suppresses the addresses of `bounced` (id, company_id, medium, address, reason, answer, at, is_proved) that do not
 * exist: what is proved for all companies, the rest for the company of the message. Each time for longer, but once for
 * what had left before the address was suppressed.
 */
export function suppressBounced(bounced: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
  insert into suppressions as before (id, company_id, medium, address, reason, evidence, delivery_id, created_at, expires_at)
  select distinct on (scope, medium, address) gen_random_uuid(), scope, medium, address, 'bounce', answer, id, at, ${until(0)}
  from (select *, case when not is_proved then company_id end as scope from ${bounced}) b
  where reason = 'bounced' and (is_proved or company_id is not null) order by scope, medium, address
  on conflict (medium, address, company_id, reason, purpose) do update set evidence = excluded.evidence,
    delivery_id = excluded.delivery_id, created_at = excluded.created_at, times = before.times + 1,
    expires_at = case before.times when 1 then ${until(1, 'excluded.created_at')}
      else ${until(2, 'excluded.created_at')} end
  where before.expires_at <= excluded.created_at
    or before.created_at < (select d.created_at from deliveries d where d.id = excluded.delivery_id)`;
}

function until(index: 0 | 1 | 2, from = 'at') {
  return sql`${sql.ref(from)} + ${sql.lit(`${(suppressionDays[index] ?? 0) * 24} hours`)}::interval`;
}

/**
 * Takes back the refusals of a route that has refused nearly everyone: what it refused is queued again, no address
 * stays suppressed because of it, and what was suppressed since goes out as well.
 */
export async function takeBackRefusals(db: Db, ids: readonly string[], now: Temporal.Instant): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with lifted as (
      delete from suppressions where delivery_id = any(${ids}::uuid[]) and times = 1 returning medium, address, created_at),
    shortened as (
      update suppressions set times = times - 1, expires_at = ${now}, delivery_id = null
      where delivery_id = any(${ids}::uuid[]) and times > 1 returning medium, address, created_at),
    found as (
      select d.id from deliveries d
      where d.id = any(${ids}::uuid[]) and (d.state = 'failed' or d.state = 'queued' and d.reason = 'route')
      union
      select d.id from deliveries d join (select * from lifted union all select * from shortened) s
        on s.medium = d.medium and s.address = d.address
      where d.state = 'suppressed' and d.settled_at >= s.created_at),
    locked as materialized (${lockInOrder(sql`found`)}),
    again as (
      update deliveries d set state = 'queued', due_at = ${now}, settled_at = null, reason = 'route',
        attempts = greatest(d.attempts - 1, 0)
      from locked l where d.id = l.id and d.state in ('failed', 'queued', 'suppressed')
      returning d.queue, d.lane, d.lane_key, d.due_at)
    insert into turns (queue, lane_key, next_due)
    select queue, lane_key, min(due_at) from again where lane = 'turn' group by queue, lane_key order by queue, lane_key
    on conflict (queue, lane_key) do update set next_due = least(turns.next_due, excluded.next_due)`.execute(db);
}
