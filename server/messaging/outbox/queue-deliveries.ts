// Queues deliveries in the transaction of their cause.
import { sql } from 'kysely';
import { eurosOfUnits } from '#contract/lib/money.ts';
import type { Purpose } from '#contract/messaging/deliveries.ts';
import type { Db } from '#server/db/pool.ts';
import type { LinkTokens } from './link-tokens.ts';
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
  /**
   * Where it belongs: reports count it there, on the local day when it was sent. Without one, the company's day counts.
   */
  locationId?: string | null | undefined;
  dueAt: Temporal.Instant;
  expiresAt?: Temporal.Instant | undefined;
  /**
   * By the clock of this zone, it waits for the end of the company's quiet hours; without one, it leaves at any time.
   */
  quietZone?: string | undefined;
  createdAt: Temporal.Instant;
  cause: { kind: string; key: string };
  /** Of an SMS: how many the network charges for, and the price of all in units; without a price it is free. */
  parts?: number;
  price?: number;
  /** The tokens of its links, which its stored text lacks. */
  links?: LinkTokens | null;
  /** The limits of a day that it was counted against; it is given back to them when it is withdrawn. */
  counted?: readonly string[];
  /** Beyond the limits of the day: it does not leave, and is a problem that a person settles. */
  isOverLimit?: boolean;
}

/** The reason of a delivery that is beyond the limits of the day. */
export const limitReason = 'limit';

/**
 * Returns the ids of those queued: a cause that has queued its delivery before queues none. Deliveries with a price are
 * held until the deposit pays for them (fund_deliveries).
 */
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
    location_id: one.locationId ?? null,
    due_at: one.dueAt,
    expires_at: one.expiresAt,
    quiet_zone: one.quietZone,
    created_at: one.createdAt,
    cause_kind: one.cause.kind,
    cause_key: one.cause.key,
    parts: one.parts,
    price: one.price === undefined ? undefined : eurosOfUnits(one.price),
    ...beginningOf(one),
    links: one.links ?? undefined,
    counted: one.counted?.length ? one.counted : undefined,
  }));
  const { rows: queued } = await sql<{ id: string }>`
    insert into deliveries (id, company_id, medium, queue, lane, lane_key, guarantee, address, due_at, expires_at,
      created_at, cause_kind, cause_key, parts, price, state, reason, settled_at, links, counted, location_id,
      quiet_zone, time_zone)
    select id, company_id, medium, queue, lane, lane_key, guarantee, address, due_at, expires_at, created_at, cause_kind,
      cause_key, parts, price, state, reason, settled_at, links, counted, location_id, quiet_zone, coalesce((
        select l.time_zone from locations l where l.company_id = r.company_id
        order by l.id is not distinct from r.location_id desc, l.created_at, l.id limit 1), 'UTC')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, company_id uuid, medium text, queue text,
      lane text, lane_key text, guarantee text, address text, due_at timestamptz, expires_at timestamptz,
      created_at timestamptz, cause_kind text, cause_key text, parts integer, price numeric, state text, reason text,
      settled_at timestamptz, links jsonb, counted text[], location_id uuid, quiet_zone text)
    on conflict (company_id, medium, cause_key) do nothing
    returning id`.execute(db);
  const ids = queued.map(({ id }) => id);
  if (ids.length > 0 && deliveries.some(({ turnKey }) => turnKey !== undefined)) {
    await sql`select take_turns(${ids}::uuid[])`.execute(db);
  }
  return ids;
}

function beginningOf({ price, isOverLimit, dueAt }: NewDelivery) {
  // Settled when it would have left: until then, a change may still be undone.
  if (isOverLimit) return { state: 'failed', reason: limitReason, settled_at: dueAt };
  return price === undefined ? { state: 'queued', reason: '' } : { state: 'held', reason: 'funds' };
}
