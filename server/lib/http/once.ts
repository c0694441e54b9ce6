// Adds a record once, however often a request with the same Idempotency-Key arrives.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { JsonText } from './answer.ts';

interface Request {
  /** Of the operation. */
  path: string;
  key: string;
  body: unknown;
}

interface Handlers {
  add: () => Promise<unknown>;
  read: (id: string) => Promise<unknown>;
}

/**
 * Within the transaction of a company: calls `add`, or `read` for the record that an earlier call with the same key has
 * added. A call at the same time waits for the other. Only the id is stored. Throws 409 for a key that was sent with
 * another body.
 */
export async function once({ db, user, clock }: SignedIn, request: Request, { add, read }: Handlers): Promise<unknown> {
  const { companyId } = user;
  const key = hash(`${user.id} ${request.path} ${request.key}`).toString('base64url');
  const bodyHash = hash(JSON.stringify(request.body ?? {}));
  const inserted = await db
    .insertInto('idempotencyKeys')
    .values({ companyId, key, bodyHash, answer: '{}', createdAt: clock.now() })
    .onConflict((conflict) => conflict.columns(['companyId', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (inserted) {
    const answer = await add();
    const id = idOf(answer);
    await sql`
      update idempotency_keys set answer = ${JSON.stringify({ id })} where company_id = ${companyId} and key = ${key}`.execute(
      db,
    );
    return answer;
  }
  const { rows } = await sql<{ bodyHash: Buffer; answer: { id: string } }>`
    select body_hash, answer from idempotency_keys where company_id = ${companyId} and key = ${key}`.execute(db);
  const [stored] = rows;
  if (!stored?.bodyHash.equals(bodyHash)) throw new Refusal(409, 'booking.keyUsed');
  return read(stored.answer.id);
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function idOf(answer: unknown): string {
  const record = answer instanceof JsonText ? JSON.parse(answer.text).Id : (answer as { id?: unknown }).id;
  if (typeof record !== 'string') throw new Error('An operation that adds a record answers with it.');
  return record;
}
