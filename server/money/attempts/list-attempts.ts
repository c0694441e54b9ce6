// Lists the tries to pay a payment by card or wallet.
import { sql } from 'kysely';
import type { PaymentAttempt } from '#contract/money/payments.ts';
import { callerZone } from '#server/lib/caller-zone.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { withOffset } from '#server/lib/with-offset.ts';

/**
 * The latest first. Their pages at the provider are for those who have the account there. Throws 404 for payments of
 * others.
 */
export async function listAttempts(
  { db, user }: SignedIn,
  paymentId: string,
  { isOperator }: { isOperator: boolean },
): Promise<PaymentAttempt[]> {
  const { rows } = await sql<Omit<PaymentAttempt, 'created'> & { created: Temporal.Instant; isNone: boolean }>`
    select a.id is null as is_none, a.id, a.created_at as created, a.provider, a.state, a.amount::float8 as amount,
      a.captured::float8 as captured, (a.refunded + a.disputed - a.reinstated)::float8 as returned,
      a.transaction_ref as transaction_id, case when ${isOperator} then a.transaction_url end as transaction_url, a.failure,
      nullif(a.problem, '') as problem
    from payments p left join payment_attempts a on a.company_id = p.company_id and a.payment_id = p.id
    where p.id = ${paymentId} and (${isOperator} or p.company_id = ${user.companyId})
    order by a.created_at desc, a.id desc`.execute(db);
  if (rows.length === 0) throw notFound();
  // As in the lists of both areas.
  const zone = isOperator ? 'UTC' : await callerZone({ db, user });
  return rows.flatMap(({ isNone, created, ...attempt }) =>
    isNone ? [] : [{ ...attempt, created: withOffset(created, zone) }],
  );
}
