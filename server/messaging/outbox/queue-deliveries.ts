// Queues deliveries in the transaction of their cause.
import { sql } from 'kysely';
import type { Purpose } from '#contract/messaging/deliveries.ts';
import type { Db } from '#server/db/pool.ts';
import { queueOf } from './medium.ts';

export interface NewDelivery {
  id: string;
  companyId: string | null;
  medium: string;
  purpose: Purpose;
  /** Takes turns with the other keys of its queue; without a key, a person waits for it. */
  turnKey?: string;
  /** `once`: never sent a second time, even when its outcome is unknown. */
  guarantee?: 'again' | 'once';
  address: string;
  dueAt: Temporal.Instant;
  expiresAt?: Temporal.Instant | undefined;
  createdAt: Temporal.Instant;
  cause: { kind: string; key: string };
}

/** Returns the ids of those queued: a cause that has queued its delivery before queues none. */
export async function queueDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<string[]> {
  const rows = deliveries.map((one) => ({
    id: one.id,
    company_id: one.companyId,
    medium: one.medium,
    queue: queueOf(one.medium, one.purpose),
    lane: one.turnKey === undefined ? 'now' : 'turn',
    lane_key: one.turnKey ?? '',
    guarantee: one.guarantee ?? 'again',
    address: one.address.toLowerCase(),
    due_at: one.dueAt,
    expires_at: one.expiresAt,
    created_at: one.createdAt,
    cause_kind: one.cause.kind,
    cause_key: one.cause.key,
  }));
  const { rows: queued } = await sql<{ id: string }>`
    insert into deliveries (id, company_id, medium, queue, lane, lane_key, guarantee, address, due_at, expires_at,
      created_at, cause_kind, cause_key)
    select id, company_id, medium, queue, lane, lane_key, guarantee, address, due_at, expires_at, created_at, cause_kind,
      cause_key
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, company_id uuid, medium text, queue text,
      lane text, lane_key text, guarantee text, address text, due_at timestamptz, expires_at timestamptz,
      created_at timestamptz, cause_kind text, cause_key text)
    on conflict (company_id, medium, cause_key) do nothing
    returning id`.execute(db);
  const ids = queued.map(({ id }) => id);
  if (ids.length > 0 && deliveries.some(({ turnKey }) => turnKey !== undefined)) {
    await sql`select take_turns(${ids}::uuid[])`.execute(db);
  }
  return ids;
}
