// Repeats the answer to a request with an Idempotency-Key. Neither the key nor the token is stored: the token is
// derived from the key, which only its sender has.
import { createHash, createHmac } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { publicCalendars } from '#contract/booking/public.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import type { Db } from '#server/db/pool.ts';
import type { Context } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';

export type BookingRequest = Parsed<typeof publicCalendars.insertEvent>;
export type HoldAnswer = Output<typeof publicCalendars.insertEvent>;

interface StoredAnswer {
  bodyHash: Buffer;
  answer: Omit<HoldAnswer, 'token'>;
}

/** A subquery for the id of the company at a public address. */
export function companyAt(locationUrlName: string): RawBuilder<string> {
  return sql<string>`(select company_id from locations where lower(url_name) = lower(${locationUrlName}))`;
}

/** Keys are separate per company: its people share them. */
export async function readIdempotencyKey(
  db: Db,
  { locationUrlName }: { locationUrlName: string },
  key: string,
): Promise<StoredAnswer | undefined> {
  const { rows } = await sql<StoredAnswer>`
    select body_hash, answer from idempotency_keys
    where company_id = ${companyAt(locationUrlName)} and key = ${hashKey(key)}`.execute(db);
  return rows[0];
}

/** Throws 409 when the key belongs to another request. */
export function repeatAnswer(key: string, stored: StoredAnswer, request: BookingRequest): HoldAnswer {
  if (!stored.bodyHash.equals(hashRequest(request))) throw new Refusal(409, 'booking.keyUsed');
  return { ...stored.answer, token: tokenFor(key, stored.answer.id) };
}

/** Throws 409 when a concurrent request has used the key for another calendar of the company. */
export async function storeIdempotencyKey(
  context: Context,
  companyId: string,
  key: string,
  request: BookingRequest,
  hold: HoldAnswer,
): Promise<void> {
  const { token: _token, ...answer } = hold;
  const inserted = await context.db
    .insertInto('idempotencyKeys')
    .values({
      companyId,
      key: hashKey(key),
      bodyHash: hashRequest(request),
      answer: JSON.stringify(answer),
      createdAt: context.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['companyId', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!inserted) throw new Refusal(409, 'booking.keyUsed');
}

export function tokenFor(key: string, visitId: string): string {
  return createHmac('sha256', key).update(visitId).digest('base64url');
}

export function hashRequest(request: BookingRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(toWire(publicCalendars.insertEvent.input, request)))
    .digest();
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
