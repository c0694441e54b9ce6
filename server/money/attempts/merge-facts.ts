// Merges what a provider says about an order into its attempt, and books what changes.
import { sql } from 'kysely';
import { eurosOf } from '#contract/lib/money.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { remindOperators } from '#server/messaging/feed/remind-operators.ts';
import { bookPayment } from '../payments/book-payment.ts';
import { lockPayment } from '../payments/lock-payment.ts';
import type { OrderFacts } from '../providers/provider.ts';
import { openInterval, type StoredAttempt } from './attempt.ts';

/** Between two questions about money that is on its way: on the first day, and later. */
const pendingInterval = { minutes: 15 };
const latePendingInterval = { hours: 6 };

interface Merged {
  /** The facts contradict us: nothing of them counts. */
  isProblem: boolean;
}

/** Facts only grow, so that older ones change nothing. `isOver`: nothing is to be paid there any more. */
export async function mergeFacts(
  services: Services,
  attempt: StoredAttempt,
  facts: OrderFacts,
  { isOver = false }: { isOver?: boolean } = {},
): Promise<Merged> {
  const isForeign =
    facts.attemptId !== attempt.id || (attempt.orderRef !== null && attempt.orderRef !== facts.orderRef);
  const problem = isForeign ? 'foreign' : facts.currency !== 'EUR' ? 'currency' : '';
  await transaction(asProvider(services), async (tx) => {
    const payment = await lockPayment(tx, attempt.paymentId);
    if (problem) return storeProblem(tx, attempt, problem);
    await store(tx, attempt, facts, isOver);
    await bookPayment(tx, payment);
    await warnOfCancelled(tx, attempt, payment.received);
  });
  return { isProblem: problem !== '' };
}

/** Its order was never made, or the provider has forgotten it. */
export async function endAttempt(services: Services, { companyId, id, paymentId }: StoredAttempt): Promise<void> {
  await transaction(asProvider(services), async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    await sql`
      update payment_attempts set expired = true, due_at = null, asked_at = ${tx.clock.now()}
      where company_id = ${companyId} and id = ${id}`.execute(tx.db);
    await bookPayment(tx, payment);
  });
}

/** The steps of a payment, and audits, name no person: the call may come from the page of a payer. */
const asProvider = ({ config, database, clock, log, live, files, publicUrl }: Services): ServiceContext => ({
  ...{ config, database, clock, log, live, files, publicUrl },
  db: database.write,
});

async function store(tx: ServiceContext, attempt: StoredAttempt, facts: OrderFacts, isOver: boolean): Promise<void> {
  const now = tx.clock.now();
  const euros = [facts.capturedCents, facts.refundedCents, facts.disputedCents, facts.reinstatedCents].map(eurosOf);
  const [captured, refunded, disputed, reinstated] = euros;
  const isPending = facts.state === 'pending';
  const isOpen = facts.state === 'open' || facts.state === 'approved';
  const isEnded = facts.state === 'expired' || facts.state === 'canceled' || (isOver && isOpen);
  const isYoung = Temporal.Instant.compare(attempt.createdAt.add({ hours: 24 }), now) > 0;
  const next = isPending ? now.add(isYoung ? pendingInterval : latePendingInterval) : now.add(openInterval);
  await sql`
    update payment_attempts set order_ref = coalesce(order_ref, ${facts.orderRef}), asked_at = ${now},
      captured = greatest(captured, ${captured}), refunded = greatest(refunded, ${refunded}),
      disputed = greatest(disputed, ${disputed}), reinstated = greatest(reinstated, ${reinstated}),
      seen_pending = seen_pending or ${isPending}, failed = failed or ${facts.state === 'failed'},
      expired = expired or ${isEnded}, failure = coalesce(${facts.failure ?? null}, failure),
      transaction_ref = coalesce(${facts.transactionRef ?? null}, transaction_ref),
      transaction_url = coalesce(${facts.transactionUrl ?? null}, transaction_url)
    where company_id = ${attempt.companyId} and id = ${attempt.id}`.execute(tx.db);
  // Another attempt may have paid meanwhile: an open one ends soon.
  await sql`
    update payment_attempts a set due_at = case
      when a.state = 'open' and exists (select from payments p
        where p.company_id = a.company_id and p.id = a.payment_id and p.status in ('confirmed', 'cancelled'))
        then ${now}::timestamptz
      when a.state in ('open', 'pending') then ${next}::timestamptz end
    where company_id = ${attempt.companyId} and id = ${attempt.id}`.execute(tx.db);
}

async function storeProblem(tx: ServiceContext, attempt: StoredAttempt, problem: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update payment_attempts set problem = ${problem}, asked_at = ${tx.clock.now()}, due_at = null
    where company_id = ${attempt.companyId} and id = ${attempt.id} and problem <> ${problem}`.execute(tx.db);
  if (numAffectedRows) await warnOperators(tx, attempt);
}

/** Money that comes to a payment which an operator has cancelled counts nothing until they decide. */
async function warnOfCancelled(tx: ServiceContext, attempt: StoredAttempt, before: number): Promise<void> {
  const { manual, received } = await lockPayment(tx, attempt.paymentId);
  if (manual === 'cancelled' && received > before) await warnOperators(tx, attempt);
}

function warnOperators(tx: ServiceContext, { paymentId }: StoredAttempt): Promise<void> {
  return remindOperators(tx, {
    type: 'paymentNew',
    words: 'reminderText.paymentProblem',
    link: `/app/system/payments?open=${paymentId}`,
  });
}
