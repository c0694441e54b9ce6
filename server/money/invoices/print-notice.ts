// Prints that an invoice was issued, and how it is paid, on the paper of a receipt printer. It replaces no document.

import type { PrintAnswer } from '#contract/devices/print-jobs.ts';
import { eurosOf } from '#contract/lib/money.ts';
import { contentKey } from '#server/devices/jobs/content-key.ts';
import { type PrintWhere, queuePrint } from '#server/devices/jobs/queue-print.ts';
import { headOfPaper } from '#server/devices/paper/head-of-papers.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { openCents } from '#server/money/payments/open-cents.ts';
import { transferCode } from '#server/money/payments/transfer-code.ts';
import { referenceOf } from './pdf/invoice-document.ts';
import { readDocument } from './pdf/read-document.ts';

const useful = { minutes: 10 };

/** Throws 404 for credit notes, too: there is nothing to pay. */
export async function printNotice(tx: SignedIn, { id, ...where }: { id: string } & PrintWhere): Promise<PrintAnswer> {
  const { db, user, clock } = tx;
  const invoice = { companyId: user.companyId, invoiceId: id };
  const document = await readDocument(db, invoice);
  if (document?.kind !== 'invoice') throw notFound();
  const head = await headOfPaper(db, user);
  const open = await openCents(db, invoice);
  const { number, seller, grandTotal } = document;
  const reference = referenceOf(number);
  const values = {
    ...head.values,
    ...{ seller: seller.name, number, issued: document.issuedOn, total: eurosOf(open || grandTotal) },
    // A paid invoice asks for no transfer.
    ...(open > 0 && {
      ...{ due: document.dueDate, iban: seller.iban, reference },
      link: transferCode({ payee: seller, reference }, open) ?? '',
    }),
  };
  return queuePrint(
    tx,
    {
      typeKey: 'invoiceNotice',
      values,
      title: number,
      language: user.language,
      cause: { kind: 'invoiceNotice', key: `${id} ${contentKey(values)}` },
      locationId: head.locationId,
      expiresAt: clock.now().add(useful),
    },
    where,
  );
}
