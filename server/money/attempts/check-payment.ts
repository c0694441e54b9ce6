// Asks the providers about a payment whose payer has come back.
import { sql } from 'kysely';
import type { Checkout } from '#contract/money/payments.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { readCheckout } from '../payments/read-checkout.ts';
import { reportProvider } from './ask-provider.ts';
import { checkOwnPayment, readPaymentAttempts } from './attempt.ts';
import { checkAttempt } from './check-attempt.ts';

/** A page that waits asks every 2 seconds; the provider is asked less often, however many pages wait. */
const interval = { seconds: 3 };
/** The last ones: others are looked at by the job. */
const maxAttempts = 3;

/**
 * Returns the payment as it is then. A provider that does not answer is asked again later: the payment is as it was.
 * Throws 404 for payments of others, and 429 for a company that asks very often.
 */
export async function checkPayment(context: SignedIn, { id }: { id: string }): Promise<Checkout> {
  const { companyId } = context.user;
  await checkOwnPayment(context, id);
  await throttle(context, { action: 'payment check', subject: companyId, max: 1_000, minutes: 60 });
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
    await Promise.all(
      attempts.map((attempt) =>
        checkAttempt(context, attempt).catch((error: unknown) => reportProvider(context, error)),
      ),
    );
  }
  return readCheckout({ ...context, db: context.database.write }, { id });
}
