// Returns the document of an invoice for its page.
import { eurosOf, percentOf } from '#contract/lib/money.ts';
import type { InvoiceDocumentAnswer } from '#contract/money/invoice-documents.ts';
import { companyInvoices } from '#contract/money/invoices.ts';
import type { Context } from '#server/lib/context.ts';
import { mayCall } from '#server/lib/http/may.ts';
import { notFound } from '#server/lib/refusal.ts';
import { openCents } from '#server/money/payments/open-cents.ts';
import { referenceOf, toPay } from './invoice-document.ts';
import type { InvoiceFile } from './invoice-files.ts';
import { openFile } from './open-file.ts';
import { readDocument } from './read-document.ts';

export async function getDocument(
  context: Context,
  input: { id: string; token?: string | undefined },
): Promise<InvoiceDocumentAnswer> {
  const file = await openFile(context, input);
  const document = await readDocument(context.db, file);
  if (!document) throw notFound();
  const open = await openCents(context.db, file);
  const { lines, vat, seller, buyer, net, vatTotal, grandTotal, fromBalance, credits, replaces, ...rest } = document;
  return {
    ...rest,
    id: file.id,
    credits: credits?.number ?? null,
    replaces: replaces?.number ?? null,
    seller,
    buyer,
    lines: lines.map(({ unitPrice, discount, net: amount, rate, category: _category, ...line }) => ({
      ...line,
      unitPrice: unitPrice === null ? null : eurosOf(unitPrice),
      discount: percentOf(discount),
      rate: percentOf(rate),
      net: eurosOf(amount),
    })),
    vatTable: vat.map(({ category, rate, basis, vat: amount }) => ({
      category,
      rate: percentOf(rate),
      basis: eurosOf(basis),
      vat: eurosOf(amount),
    })),
    net: eurosOf(net),
    vat: eurosOf(vatTotal),
    grandTotal: eurosOf(grandTotal),
    fromBalance: eurosOf(fromBalance),
    toPay: eurosOf(toPay(document)),
    reference: referenceOf(document.number),
    payableId: open > 0 && mayPay(context, file) ? file.invoiceId : null,
    settled: (await isCredited(context, file)) ? 'credited' : open === 0 && toPay(document) > 0 ? 'paid' : null,
  };
}

function mayPay({ user }: Context, { companyId }: InvoiceFile): boolean {
  return user !== undefined && user.companyId === companyId && mayCall(user, companyInvoices.operations.pay);
}

async function isCredited({ db }: Context, { companyId, invoiceId }: InvoiceFile): Promise<boolean> {
  const note = await db
    .selectFrom('invoices')
    .select('id')
    .where('companyId', '=', companyId)
    .where('creditsId', '=', invoiceId)
    .executeTakeFirst();
  return note !== undefined;
}
