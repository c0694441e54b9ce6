// Returns the payment that pays an invoice of the caller's company.
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { openCents } from './open-cents.ts';
import { openPayment } from './open-payment.ts';

/** Throws 404 for an unknown invoice, and 417 for one that has nothing to pay. */
export async function payInvoice(context: SignedIn, invoiceId: string): Promise<{ id: string }> {
  const { db, user } = context;
  const { companyId } = user;
  const invoice = await db.selectFrom('invoices').select('label').where('id', '=', invoiceId).executeTakeFirst();
  if (!invoice) throw notFound();
  const cents = await openCents(db, { companyId, invoiceId });
  if (cents === 0) throw invalid('Id', 'list.invoices.nothingToPay', { number: invoice.label });
  return { id: await openPayment(context, { companyId, invoiceId, cents }) };
}
