// Deliveries that no process works on: expired claims, those that are too late, those without any route.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';
import { refreshTurns } from './claim-deliveries.ts';

/** An older claim belongs to a process that died: no attempt lasts half as long. */
export const claimDuration = Temporal.Duration.from({ minutes: 2 });
const perStatement = 1_000;
/** A mail that was kept for longer is not sent any more. */
export const keptFor = Temporal.Duration.from({ hours: 7 * 24 });

/**
 * Releases expired claims: a delivery that may go out twice is queued again, because a duplicate is better than a lost
 * message; one that goes out at most once becomes uncertain, and a person decides.
 */
export async function releaseExpiredClaims(db: Db, now: Temporal.Instant): Promise<void> {
  await sql`
    with released as (
      update deliveries d set claimed_at = null, claimed_by = null,
        state = case guarantee when 'once' then 'uncertain' else 'queued' end,
        reason = case guarantee when 'once' then 'uncertain' else d.reason end,
        settled_at = case guarantee when 'once' then ${now}::timestamptz end
      where id in (
        select id from deliveries where state = 'sending' and claimed_at < ${now.subtract(claimDuration)}
        limit ${perStatement} for update skip locked)
      returning id, company_id, queue, lane, lane_key, due_at, state),
    again as (
      insert into turns (queue, lane_key, next_due)
      select queue, lane_key, min(due_at) from released where state = 'queued' and lane = 'turn'
      group by queue, lane_key order by queue, lane_key
      on conflict (queue, lane_key) do update set next_due = least(turns.next_due, excluded.next_due))
    insert into delivery_attempts (id, delivery_id, company_id, outcome, answer, created_at)
    select gen_random_uuid(), id, company_id, state, 'Cut off: the process that was sending it ended.', ${now}
    from released`.execute(db);
}

/** Expires what a claim does not reach, such as the deliveries of a paused route, and those that wait for money. */
export async function expireQueued(db: Db, now: Temporal.Instant): Promise<void> {
  await sql`
    with expired as (
      update deliveries set state = 'expired', reason = 'expired', settled_at = ${now}
      where id in (
        select id from deliveries where state in ('queued', 'held') and expires_at <= ${now}
        limit ${perStatement} for update skip locked)
      returning id, company_id)
    insert into delivery_attempts (id, delivery_id, company_id, outcome, answer, created_at)
    select gen_random_uuid(), id, company_id, 'expired', 'Not sent: it was too late.', ${now} from expired`.execute(db);
}

/** Marks the due deliveries of queues without any route as kept, and returns their ids. */
export async function keepDeliveries(services: Services, queues: readonly string[]): Promise<string[]> {
  const now = services.clock.now();
  const due = await nextDue(services.database.write, queues);
  if (!due || Temporal.Instant.compare(due, now) > 0) return [];
  return transaction({ ...services, db: services.database.write }, async ({ db }) => {
    const { rows: turns } = await sql<{ turnQueue: string; turnKey: string }>`
      select queue as turn_queue, lane_key as turn_key from turns
      where queue = any(${queues}::text[]) and next_due <= ${now} for update skip locked`.execute(db);
    const { rows } = await sql<{ id: string }>`
      with kept as (
        update deliveries d set state = 'kept', settled_at = ${now}
        where d.id in (
          select id from deliveries where state = 'queued' and queue = any(${queues}::text[]) and due_at <= ${now}
          limit ${perStatement} for update skip locked)
        returning d.id, d.company_id),
      noted as (
        insert into delivery_attempts (id, delivery_id, company_id, outcome, answer, created_at)
        select gen_random_uuid(), id, company_id, 'kept', 'Not sent: no server is set for such messages.', ${now} from kept)
      select id from kept`.execute(db);
    if (turns.length > 0) await refreshTurns(db, turns, false);
    return rows.map(({ id }) => id);
  });
}

/** When the next queued delivery of the queues is due; undefined when none is queued. */
export async function nextDue(db: Db, queues: readonly string[]): Promise<Temporal.Instant | undefined> {
  const { rows } = await sql<{ due: Temporal.Instant | null }>`
    select min(least(
      (select d.due_at from deliveries d where d.queue = q.queue and d.state = 'queued' and d.lane = 'now'
        order by d.due_at limit 1),
      (select min(t.next_due) from turns t where t.queue = q.queue))) as due
    from unnest(${queues}::text[]) q (queue)`.execute(db);
  return rows[0]?.due ?? undefined;
}
