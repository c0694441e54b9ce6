// Asks the providers about a payment whose payer has come back.
import { sql } from 'kysely';
import type { Checkout } from '#contract/money/payments.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { readCheckout } from '../payments/read-checkout.ts';
import { ProviderError } from '../providers/provider.ts';
import { readPaymentAttempts } from './attempt.ts';
import { checkAttempt } from './check-attempt.ts';

/** A page that waits asks every 2 seconds; the provider is asked less often, however many pages wait. */
const interval = { seconds: 3 };
/** The last ones: others are looked at by the job. */
const maxAttempts = 3;

/**
 * Returns the payment as it is then. A provider that does not answer is asked again later: the payment is as it was.
 * Throws 404 for payments of others.
 */
export async function checkPayment(context: SignedIn, { id }: { id: string }): Promise<Checkout> {
  const { companyId } = context.user;
  const own = await sql`select from payments where company_id = ${companyId} and id = ${id}`.execute(context.db);
  if (own.rows.length === 0) throw notFound();
  const now = context.clock.now();
  const { rows } = await sql<{ id: string }>`
    update payment_attempts set asked_at = ${now}
    where id in (
      select id from payment_attempts
      where company_id = ${companyId} and payment_id = ${id} and state in ('open', 'pending')
        and (asked_at is null or asked_at < ${now.subtract(interval)})
      order by created_at desc limit ${maxAttempts})
    returning id`.execute(context.database.write);
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) {
    const attempts = await readPaymentAttempts(context.database.write, sql`a.id = any(${ids}::uuid[])`);
    await Promise.all(attempts.map((attempt) => check(context, attempt)));
  }
  return readCheckout({ ...context, db: context.database.write }, { id });
}

async function check(context: SignedIn, attempt: Parameters<typeof checkAttempt>[1]): Promise<void> {
  try {
    await checkAttempt(context, attempt);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { provider, kind, code, requestId, message } = error;
    context.log.warn({ category: 'Payments', provider, kind, code, requestId }, message);
  }
}
