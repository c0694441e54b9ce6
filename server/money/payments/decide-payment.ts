// Confirms or cancels a payment by hand, for the operator, and moves the money.
import { euroFormat, eurosOf } from '#contract/lib/money.ts';
import { type PaymentAction, paymentActions, systemPayments } from '#contract/money/payments.ts';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { invalid } from '#server/lib/refusal.ts';
import { bookPayment } from './book-payment.ts';
import { lockPayment } from './lock-payment.ts';
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
  // Money that came to a payment that was cancelled by hand: the provider's is confirmed, not another transfer.
  const isOfProvider = decision === 'confirm' && manual === 'cancelled' && received > 0;
  await tx.db
    .updateTable('payments')
    .set({ manual: isOfProvider ? null : next })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
  await bookPayment(tx, payment, next);
}
