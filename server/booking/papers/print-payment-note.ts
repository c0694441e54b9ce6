// Prints what a customer has paid at the desk. Many countries demand registered receipts: this paper says it is none.
import { sql } from 'kysely';
import type { PaymentMethod } from '#contract/booking/receipts.ts';
import type { PrintAnswer } from '#contract/devices/print-jobs.ts';
import { readPayments } from '#server/booking/receipts/read-payments.ts';
import { headOfPaper, timeOnPaper } from '#server/booking/slips/head-of-papers.ts';
import { findUsableVisit } from '#server/booking/visits/find-visit.ts';
import { type PrintWhere, queuePrint } from '#server/devices/jobs/queue-print.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { notFound } from '#server/lib/refusal.ts';

const useful = { minutes: 10 };

/** Throws 404 for refunds and refunded receipts, too: nothing is paid by them. */
export async function printPaymentNote(
  tx: SignedIn,
  { receiptId, ...where }: { receiptId: string } & PrintWhere,
): Promise<PrintAnswer> {
  const { rows } = await sql<{ visitId: string }>`
    select visit_id from receipts where company_id = ${tx.user.companyId} and id = ${receiptId}`.execute(tx.db);
  const visitId = rows[0]?.visitId;
  const visit = visitId ? await findUsableVisit(tx.db, tx.user, visitId) : undefined;
  if (!visit) throw notFound();
  const { receipts } = await readPayments(tx, visit.id);
  const receipt = receipts.find(({ id, refundedAt }) => id === receiptId && refundedAt === null);
  if (!receipt) throw notFound();
  const head = await headOfPaper(tx.db, { ...visit, locationId: visit.locationId ?? tx.user.locationId });
  const { language } = visit;
  return queuePrint(
    tx,
    {
      typeKey: 'paymentNote',
      values: {
        ...head.values,
        date: receipt.day,
        time: timeOnPaper(Temporal.Instant.from(receipt.createdAt), visit.timeZone),
        customer: visit.name,
        person: receipt.person,
        total: receipt.amount,
        method: methodIn(language, receipt.method),
        lines: receipt.lines.map(({ name, amount }) => ({ name, amount })),
        vat: receipt.vat.flatMap(({ rate, vat }) =>
          rate === null ? [] : [{ name: `${translate(language, 'paper.say.vat')} ${rate} %`, amount: vat }],
        ),
      },
      title: [visit.name, receipt.day].filter(Boolean).join(', '),
      language,
      cause: { kind: 'paymentNote', key: receiptId },
      locationId: head.locationId,
      expiresAt: tx.clock.now().add(useful),
    },
    where,
  );
}

function methodIn(language: string, method: PaymentMethod): string {
  return translate(language, `receipts.method.${method}`);
}
