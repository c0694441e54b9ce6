// Confirms or cancels a payment by hand, for the operator, and moves the money.
import { sql } from 'kysely';
import { euroFormat, eurosOf } from '#contract/lib/money.ts';
import { type PaymentAction, paymentActions, systemPayments } from '#contract/money/payments.ts';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { invalid } from '#server/lib/refusal.ts';
import { bookPayment } from './book-payment.ts';
import { type LockedPayment, lockPayment } from './lock-payment.ts';
import { payments } from './store.ts';

type Decision = Exclude<PaymentAction, 'pay'>;

const decisions = {
  confirm: { state: 'confirmed', refused: 'list.payments.isConfirmed' },
  cancel: { state: 'cancelled', refused: 'list.payments.isCancelled' },
} as const;

/**
 * Returns the payment. Throws 404 for an unknown one, and 417 with the amount where its state does not allow the
 * decision; nothing has moved then.
 */
export function decidePayment(context: SignedIn, id: string, decision: Decision): Promise<JsonText> {
  return transaction(context, async (tx) => {
    await decide(tx, id, decision);
    return rowById(tx, systemPayments, payments, id);
  });
}

/** The same in a transaction of the caller's, who has locked the invoice if there is one. */
export async function decide(tx: SignedIn, id: string, decision: Decision): Promise<void> {
  const payment = await lockPayment(tx, id);
  const { companyId, cents, state, manual, received } = payment;
  const { state: next, refused } = decisions[decision];
  if (!paymentActions[state][decision]) {
    throw invalid('Status', refused, { amount: euroFormat(tx.visitor.language).format(eurosOf(cents)) });
  }
  // Money of a provider that came to a payment which was cancelled by hand, and no transfer before that.
  const isOfProvider =
    decision === 'confirm' && manual === 'cancelled' && received > 0 && !(await wasConfirmed(tx, payment));
  await tx.db
    .updateTable('payments')
    .set({ manual: isOfProvider ? null : next })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
  await bookPayment(tx, payment, isOfProvider ? undefined : next);
}

/** Whether a transfer was confirmed by hand before the payment was cancelled. */
async function wasConfirmed({ db }: SignedIn, { companyId, id }: LockedPayment): Promise<boolean> {
  const { rows } = await sql<{ kind: string }>`
    select kind from payment_moves
    where company_id = ${companyId} and payment_id = ${id} and kind in ('confirmed', 'cancelled')
    order by step desc offset 1 limit 1`.execute(db);
  return rows[0]?.kind === 'confirmed';
}
