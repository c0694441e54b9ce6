// Returns the payment that pays an invoice: of the caller's company, or for the operator of any.
import { sql } from 'kysely';
import { eurosOf } from '#contract/lib/money.ts';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { announcePayment } from '#server/money/payments/announce-payment.ts';
import { openPayment } from '#server/money/payments/open-payment.ts';

/** Tells the operators of a new payment. Throws 404 for an unknown invoice, and 417 for one that has nothing to pay. */
export async function payInvoice(context: SignedIn, invoiceId: string): Promise<{ id: string }> {
  const { db, user } = context;
  const { rows } = await sql<{ number: string | null }>`select lock_own_invoice(${invoiceId}) as number`.execute(db);
  const number = rows[0]?.number;
  if (number == null) throw notFound();
  const { id, cents, isAdded } = await openPayment(context, { companyId: user.companyId, invoiceId, number });
  if (isAdded) await announcePayment(context, { id, amount: eurosOf(cents) });
  return { id };
}

/** The same for the operator, who is told of nothing. */
export function payInvoiceOfAny(context: SignedIn, invoiceId: string): Promise<{ id: string }> {
  return transaction(context, async (tx) => {
    const invoice = await tx.db
      .selectFrom('invoices')
      .select(['companyId', 'label'])
      .where('id', '=', invoiceId)
      .forShare()
      .executeTakeFirst();
    if (!invoice) throw notFound();
    const { id } = await openPayment(tx, { companyId: invoice.companyId, invoiceId, number: invoice.label });
    return { id };
  });
}
