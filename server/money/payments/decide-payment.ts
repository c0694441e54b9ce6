// Confirms or cancels a payment by hand, for the operator, and moves the money.
import { sql } from 'kysely';
import { euroFormat, eurosOf, unitsOfCents } from '#contract/lib/money.ts';
import { type PaymentAction, type PaymentState, paymentActions, systemPayments } from '#contract/money/payments.ts';
import { takeBack } from '#server/balance/deposits/take-back.ts';
import { topUp } from '#server/balance/deposits/top-up.ts';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { centsIn } from '#server/lib/sql/money.ts';
import { remindAdmins } from '#server/messaging/feed/remind-admins.ts';
import { cancelOpenPayments } from './cancel-open.ts';
import { settleInvoice } from './settle-invoice.ts';
import { payments } from './store.ts';

type Decision = Exclude<PaymentAction, 'pay'>;

const decisions = {
  confirm: {
    state: 'confirmed',
    type: 'paymentConfirmed',
    words: 'reminderText.paymentConfirmed',
    refused: 'list.payments.isConfirmed',
  },
  cancel: {
    state: 'cancelled',
    type: 'paymentCancelled',
    words: 'reminderText.paymentCancelled',
    refused: 'list.payments.isCancelled',
  },
} as const;

interface Locked {
  companyId: string;
  /** The invoice that it pays; null for a top-up. */
  invoiceId: string | null;
  cents: number;
  state: PaymentState;
  moves: number;
}

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
  const { companyId, invoiceId, cents, state, moves } = await lockPayment(tx, id);
  const { state: next, type, words, refused } = decisions[decision];
  const amountIn = (language: string) => euroFormat(language).format(eurosOf(cents));
  if (!paymentActions[state][decision]) {
    throw invalid('Status', refused, { amount: amountIn(tx.visitor.language) });
  }
  const step = moves + 1;
  const now = tx.clock.now();
  await tx.db
    .updateTable('payments')
    .set({ manual: next, confirmedAt: decision === 'confirm' ? now : null })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
  await tx.db
    .insertInto('paymentMoves')
    .values({ companyId, paymentId: id, step, kind: next, userId: tx.user.id, createdAt: now })
    .execute();
  const paidFor = { companyId, invoiceId, paymentId: id, cents };
  const settled = invoiceId === null ? 0 : await settleInvoice(tx, decision, { ...paidFor, invoiceId });
  const receivable = unitsOfCents(settled);
  const isBeyond = decision === 'confirm' && invoiceId !== null && settled < cents;
  if (invoiceId !== null && decision === 'confirm') await cancelOpenPayments(tx, { companyId, invoiceId });
  const movement = { companyId, units: unitsOfCents(cents), cause: { kind: 'payment', id, step }, receivable };
  if (decision === 'confirm') await topUp(tx, movement);
  else if (state === 'confirmed') await takeBack(tx, movement);
  await remindAdmins(tx, {
    companyId,
    type,
    words: isBeyond ? 'reminderText.paymentConfirmedBeyond' : words,
    params: (language) => ({
      amount: amountIn(language),
      beyond: euroFormat(language).format(eurosOf(cents - settled)),
    }),
    link: `/app/company/payments?open=${id}`,
  });
}

/**
 * Locks the payment until the end of the transaction: of two decisions at once, the second sees the first. Its invoice
 * comes first, as wherever both are locked.
 */
async function lockPayment({ db }: SignedIn, id: string): Promise<Locked> {
  const cents = centsIn(sql`p.amount`);
  await sql`select from invoices where id = (select invoice_id from payments where id = ${id}) for update`.execute(db);
  await db.selectFrom('payments as p').select('p.id').where('p.id', '=', id).forUpdate().execute();
  const found = await db
    .selectFrom('payments as p')
    .select(['p.companyId', 'p.invoiceId', 'p.status', cents.as('cents')])
    .select((p) =>
      p
        .selectFrom('paymentMoves as m')
        .select((m) => m.fn.countAll<number>().as('count'))
        .whereRef('m.companyId', '=', 'p.companyId')
        .whereRef('m.paymentId', '=', 'p.id')
        .as('moves'),
    )
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound();
  // The column holds only these states.
  return { ...found, state: found.status as PaymentState, cents: Number(found.cents), moves: Number(found.moves) };
}
