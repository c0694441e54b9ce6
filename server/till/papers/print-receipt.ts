// Prints the receipt of a sale or a refund.
import type { PrintAnswer } from '#contract/devices/print-jobs.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { tills } from '#contract/till/tills.ts';
import { queuePrint } from '#server/devices/jobs/queue-print.ts';
import { headOfPaper } from '#server/devices/paper/head-of-papers.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { findRegister } from '../registers/find-register.ts';
import { findTillReceipt } from '../sales/read-till-receipts.ts';
import { readBeside, receiptValues } from './receipt-values.ts';

/** A receipt that comes out later is in the hands of another customer. */
const useful = { minutes: 10 };

/** Throws 404 for receipts and registers of others. */
export async function printReceipt(
  tx: SignedIn,
  { id, registerId, ...where }: Parsed<typeof tills.printReceipt>,
): Promise<PrintAnswer> {
  const receipt = await findTillReceipt(tx, id);
  const register = registerId === null ? undefined : await findRegister(tx, registerId);
  const beside = await readBeside(tx, id);
  const { language } = beside;
  const head = await headOfPaper(tx.db, { companyId: tx.user.companyId, locationId: beside.locationId });
  const values = receiptValues(receipt, beside, language);
  const { name = '' } = receipt.seller ?? {};
  return queuePrint(
    tx,
    {
      typeKey: 'receipt',
      // The head has the name of the business already.
      values: { ...head.values, ...values, seller: name === head.values.company ? '' : name },
      title: [values.title, values.number, receipt.customer].filter(Boolean).join(' '),
      language,
      // With the number of the fiscal receipt, it is another paper.
      cause: { kind: 'receipt', key: receipt.deviceNumber ? `${id} ${receipt.deviceNumber}` : id },
      locationId: register?.locationId ?? head.locationId,
      expiresAt: tx.clock.now().add(useful),
    },
    { ...where, registerId },
  );
}
