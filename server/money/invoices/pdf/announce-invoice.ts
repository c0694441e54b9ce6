// Queues the mail that brings an invoice or credit note.
import { eurosOf, fixedEuroFormat } from '#contract/lib/money.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { localeOf } from '#server/lib/i18n.ts';
import { queueAccountMail } from '#server/messaging/mail/queue-account-mail.ts';
import { billingRecipients } from '#server/money/invoices/billing-recipients.ts';
import { type InvoiceDocument, toPay } from './invoice-document.ts';
import { addInvoiceLink } from './invoice-link.ts';

/**
 * Call it in the transaction that stores the file; `key` is that of its bytes. Each recipient has a link of their own.
 */
export async function announceInvoice(
  tx: ServiceContext,
  {
    companyId,
    invoiceId,
    document,
    key,
  }: { companyId: string; invoiceId: string; document: InvoiceDocument; key: string },
): Promise<void> {
  const { kind, number, grandTotal, dueDate, buyer } = document;
  const due = toPay(document);
  for (const { address, language } of await billingRecipients(tx.db, companyId)) {
    const euros = fixedEuroFormat(localeOf(language));
    await queueAccountMail(tx, kind, {
      to: address,
      language,
      url: await addInvoiceLink(tx, { companyId, invoiceId }),
      companyId,
      company: buyer.name,
      ...(kind === 'invoice' && due === 0 && { lead: 'mail.invoice.leadPaid' as const }),
      words: {
        number,
        amount: euros.format(eurosOf(Math.abs(grandTotal))),
        toPay: euros.format(eurosOf(due)),
        due: Temporal.PlainDate.from(dueDate).toLocaleString(localeOf(language), { dateStyle: 'long' }),
      },
      attachment: { key, name: `${number}.pdf`, type: 'application/pdf' },
    });
  }
}
