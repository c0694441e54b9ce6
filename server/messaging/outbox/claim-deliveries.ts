// Claims due deliveries for a route of this process: first those that a person waits for, then by turns.
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';
import { isSuppressed } from './is-suppressed.ts';

export interface Claimed {
  id: string;
  companyId: string | null;
  queue: string;
  lane: 'now' | 'turn';
  guarantee: 'again' | 'once';
  address: string;
  /** `queued`: it waits for the end of the quiet hours. Other than these, it was not to be sent any more. */
  state: 'sending' | 'queued' | 'expired' | 'suppressed' | 'cancelled';
  /** The number of this attempt, from 1. */
  attempts: number;
  claimedBy: string;
  /** How many the network charges for; null for what has no parts. */
  parts: number | null;
  /** A route has refused it, and left it to the others. */
  hasSkipped: boolean;
}

/** Whether the cause of a delivery `d` still wants it, by the kind of cause: false cancels it. */
export type MayStillSend = Readonly<Record<string, RawBuilder<unknown>>>;

interface Claim {
  medium: string;
  routeId: string;
  /** The most urgent first. */
  queues: readonly string[];
  mayStillSend: MayStillSend;
  /** Only what another route has refused as our fault. */
  isPassedOn?: boolean;
  /** Parts that the route takes now, and whether that is all it ever takes; undefined without a limit. */
  tokens?: { left: number; isAll: boolean } | undefined;
}

/** Turns and deliveries of a turn that one claim serves. */
const turnsPerClaim = 10;
const perTurn = 10;

/** Claims up to `limit` due deliveries that a person waits for. */
export async function claimNow(services: Services, claim: Claim, limit: number): Promise<Claimed[]> {
  const now = services.clock.now();
  const claimedBy = randomUUID();
  const { rows } = await sql<Claimed>`
    with found as (
      select d.*, row_number() over (order by q.n, d.due_at) as n
      from unnest(${claim.queues}::text[]) with ordinality q (queue, n)
      cross join lateral (
        select * from deliveries where queue = q.queue and state = 'queued' and lane = 'now' and due_at <= ${now} and ${takes(claim, now)}
        order by due_at limit ${limit} for update skip locked) d
      order by q.n, d.due_at limit ${limit}),
    due as (${within(claim)})
    ${claimDue({ ...claim, claimedBy, now })}
    select ${columns} from claimed`.execute(services.database.write);
  return rows;
}

/** Whether a claim by turns would find any: most find none, and a claim is a transaction. */
export async function hasDueTurns({ database, clock }: Services, queues: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (
    select from turns where queue = any(${queues}::text[]) and next_due <= ${clock.now()}) as has`.execute(
    database.write,
  );
  return rows[0]?.has ?? false;
}

/** Claims up to `limit` due deliveries of the turns that were served longest ago. */
export async function claimTurns(services: Services, claim: Claim, limit: number): Promise<Claimed[]> {
  const now = services.clock.now();
  const claimedBy = randomUUID();
  const turns = Math.min(turnsPerClaim, limit);
  return transaction({ ...services, db: services.database.write }, async ({ db }) => {
    const { rows } = await sql<Claimed & { turnQueue: string; turnKey: string; id: string | null }>`
      with picked as (
        select queue, lane_key from turns where queue = any(${claim.queues}::text[]) and next_due <= ${now}
        order by served_at limit ${turns} for update skip locked),
      found as (
        select d.*, row_number() over (order by d.turn_n) as n from picked p cross join lateral (
          select l.*, row_number() over () as turn_n from (
            select * from deliveries
            where queue = p.queue and lane_key = p.lane_key and lane = 'turn' and state = 'queued' and due_at <= ${now}
              and ${takes(claim, now)}
            order by due_at limit ${perTurn} for update skip locked) l) d
        order by d.turn_n limit ${limit}),
      due as (${within(claim)})
      ${claimDue({ ...claim, claimedBy, now })}
      select p.queue as turn_queue, p.lane_key as turn_key, c.*
      from picked p left join (select ${columns}, lane_key from claimed) c
        on c.queue = p.queue and c.lane_key = p.lane_key`.execute(db);
    if (rows.length === 0) return [];
    // A new statement, which sees what was committed before the turns were locked.
    await refreshTurns(db, rows, true);
    return rows.filter(({ id }) => id !== null);
  });
}

/** The caller has locked the turns with an earlier statement. */
export async function refreshTurns(
  db: Services['database']['write'],
  rows: readonly { turnQueue: string; turnKey: string }[],
  served: boolean,
): Promise<void> {
  const turns = new Map(rows.map((row) => [JSON.stringify([row.turnQueue, row.turnKey]), row]));
  const list = [...turns.values()];
  await sql`select refresh_turns(${list.map(({ turnQueue }) => turnQueue)}::text[],
    ${list.map(({ turnKey }) => turnKey)}::text[], ${served})`.execute(db);
}

const columns = sql.raw(
  'id, company_id, queue, lane, guarantee, address, state, attempts, claimed_by, parts, has_skipped',
);

/** A route leaves what it has refused as our fault to another one, for a minute: that may be paused meanwhile. */
const skippedFor = Temporal.Duration.from({ minutes: 1 });

function takes({ routeId, isPassedOn = false }: Claim, now: Temporal.Instant): RawBuilder<unknown> {
  if (isPassedOn) return sql`skips_route_id <> ${routeId}`;
  return sql`(skips_route_id is distinct from ${routeId} or due_at <= ${now.subtract(skippedFor)})`;
}

/** The deliveries of `found` whose parts the route takes. One with more parts than it ever takes leaves alone. */
function within({ tokens }: Claim): RawBuilder<unknown> {
  if (tokens === undefined) return sql`select * from found`;
  return sql`select * from (
    select *, sum(coalesce(parts, 1)) over (order by n) as total from found) f
    where f.total <= ${tokens.left} or f.n = 1 and ${tokens.isAll}`;
}

/**
 * Deliveries that are due when the quiet hours begin, such as reminders of the next morning, have this long to leave.
 */
const quietGrace = sql.lit('15 minutes');

/**
 * The end of the quiet hours that a delivery `d` waits for; null if it may leave now. A message about a visit leaves at
 * night if it would expire before their end.
 */
function quietUntil(now: Temporal.Instant): RawBuilder<unknown> {
  return sql`case when d.quiet_zone is not null then (
    select upper(h.hours) from companies c
    cross join lateral (select quiet_hours_at(${now}, d.quiet_zone, c.quiet_from, c.quiet_until) as hours) h
    where c.id = d.company_id and lower(h.hours) + interval ${quietGrace} <= ${now}
      and (split_part(d.queue, ':', 2) <> 'visit' or d.expires_at is null or d.expires_at > upper(h.hours))) end`;
}

/** Whether the cause of a delivery `d` still wants it. */
export function stillWanted(mayStillSend: MayStillSend): RawBuilder<boolean> {
  const causes = Object.entries(mayStillSend).map(([kind, says]) => sql`when ${sql.lit(kind)} then ${says}`);
  return causes.length > 0 ? sql`(case d.cause_kind ${sql.join(causes, sql` `)} else true end)` : sql`true`;
}

/**
 * Claims the rows of `due`, except those that wait for the end of the quiet hours, and those that must not be sent any
 * more: they get their final state and a line in the log.
 */
function claimDue({
  routeId,
  mayStillSend,
  claimedBy,
  now,
}: Claim & { claimedBy: string; now: Temporal.Instant }): RawBuilder<unknown> {
  return sql`,
    judged as materialized (
      select d.id, q.quiet_until, case
        when d.expires_at <= ${now} then 'expired'
        when ${isSuppressed(now)} then 'suppressed'
        when not ${stillWanted(mayStillSend)} then 'cancelled'
        when q.quiet_until is not null then 'queued'
        else 'sending' end as verdict
      from due d cross join lateral (select ${quietUntil(now)} as quiet_until) q),
    claimed as (
      update deliveries d set state = j.verdict, reason = '',
        route_id = case when j.verdict = 'queued' then d.route_id else ${routeId} end,
        due_at = case when j.verdict = 'queued' then j.quiet_until else d.due_at end,
        claimed_at = case when j.verdict = 'sending' then ${now}::timestamptz end,
        claimed_by = case when j.verdict = 'sending' then ${claimedBy}::uuid end,
        attempts = d.attempts + case when j.verdict = 'sending' then 1 else 0 end,
        settled_at = case when j.verdict not in ('sending', 'queued') then ${now}::timestamptz end
      from judged j where d.id = j.id and d.state = 'queued'
      returning d.*, d.skips_route_id is not null as has_skipped),
    noted as (
      insert into delivery_attempts (id, delivery_id, company_id, outcome, answer, created_at)
      select gen_random_uuid(), id, company_id, state, case state
          when 'expired' then 'Not sent: it was too late.'
          when 'suppressed' then 'Not sent: this address is suppressed.'
          else 'Not sent: it is no longer true.' end, ${now}
      from claimed where state not in ('sending', 'queued'))`;
}
