// Tests a gateway whose link another process may have: the test is a delivery of the outbox, in the queue of this
// gateway alone, and its outcome is the result.
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { ownQueueOf } from '#server/messaging/sms/gateways.ts';
import { smsParts } from '#server/messaging/sms/sms-parts.ts';

/** Milliseconds. */
const timeout = 30_000;
const between = 100;

interface Test {
  gatewayId: string;
  /** E.164. */
  to: string;
  text: string;
}

/** A gateway that is paused is tried at once; when it takes the test, its pause is over. */
export async function testOverOutbox(
  context: SignedIn,
  test: Test,
): Promise<{ sent: boolean; to: string; answer: string; isUncertain?: true }> {
  const id = await queue(context, test);
  const end = performance.now() + timeout;
  for (;;) {
    await sleep(between);
    const { state, reason, answer, pausedReason } = await outcomeOf(context, test.gatewayId, id);
    // Its link may be found broken before it is tried.
    const isPaused = state === 'queued' && pausedReason !== null;
    const isOver = !['queued', 'sending'].includes(state) || reason !== '' || isPaused;
    if (!isOver && performance.now() < end) continue;
    const sent = ['sent', 'delivered', 'undelivered'].includes(state);
    if (!sent) await withdraw(context, id);
    const why = state === 'suppressed' ? 'smsTest.suppressed' : 'smsTest.untaken';
    const found = { sent, to: test.to, answer: answer || pausedReason || translate(context.visitor.language, why) };
    return state === 'uncertain' ? { ...found, isUncertain: true } : found;
  }
}

function queue(context: SignedIn, { gatewayId, to, text }: Test): Promise<string> {
  const { database, clock, visitor } = context;
  const id = randomUUIDv7();
  const now = clock.now();
  return transaction({ ...context, db: database.write }, async ({ db }) => {
    await sql`update routes set paused_until = ${now} where id = ${gatewayId} and paused_until > ${now}`.execute(db);
    await sql`
      insert into deliveries (id, company_id, medium, queue, lane, guarantee, address, due_at, expires_at, created_at,
        cause_kind, cause_key, parts)
      values (${id}, null, 'sms', ${ownQueueOf(gatewayId)}, 'now', 'once', ${to}, ${now}, ${now.add({ milliseconds: timeout })},
        ${now}, 'gatewayTest', ${id}, ${smsParts(text).parts})`.execute(db);
    await db
      .insertInto('smsMessages')
      .values({
        ...{ id, companyId: null, locationId: null, visitId: null, fromSms: '', toSms: to, typed: to, message: text },
        ...{ subject: translate(visitor.language, 'smsTest.subject'), createdAt: now },
      })
      .execute();
    return id;
  });
}

async function outcomeOf({ database, clock }: SignedIn, gatewayId: string, id: string) {
  const { rows } = await sql<{ state: string; reason: string; answer: string; pausedReason: string | null }>`
    select state, reason, answer, (
      select paused_reason from routes where id = ${gatewayId} and paused_until > ${clock.now()}) as paused_reason
    from deliveries where id = ${id}`.execute(database.write);
  return rows[0] ?? { state: 'cancelled', reason: '', answer: '', pausedReason: null };
}

/** No request waits for it any more: it is neither sent later nor a problem. */
async function withdraw({ database, clock }: SignedIn, id: string): Promise<void> {
  await sql`
    update deliveries set state = 'cancelled', settled_at = ${clock.now()} where id = ${id} and state <> 'sending'`.execute(
    database.write,
  );
}
