// Confirms for the operator that an invoice was paid by a transfer, also by one that needed no page of a payment.
import { systemInvoices } from '#contract/money/invoices.ts';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { decide } from '#server/money/payments/decide-payment.ts';
import { openPayment } from '#server/money/payments/open-payment.ts';
import { invoices } from './store.ts';

/**
 * Confirms the open payment of the invoice; adds one for what is open when there is none. Returns the invoice. Throws
 * 404 for an unknown invoice, and 417 for one that has nothing to pay.
 */
export function confirmTransfer(context: SignedIn, invoiceId: string): Promise<JsonText> {
  return transaction(context, async (tx) => {
    // Of two decisions at once, the second sees what the first has paid.
    const invoice = await tx.db
      .selectFrom('invoices')
      .select(['companyId', 'label'])
      .where('id', '=', invoiceId)
      .forUpdate()
      .executeTakeFirst();
    if (!invoice) throw notFound();
    const { companyId, label: number } = invoice;
    const { id } = await openPayment(tx, { companyId, invoiceId, number });
    await decide(tx, id, 'confirm');
    return rowById(tx, systemInvoices, invoices, invoiceId);
  });
}
