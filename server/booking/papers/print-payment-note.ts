// Prints what a customer has paid at the desk. Many countries demand registered receipts: this paper says it is none.
import { sql } from 'kysely';
import type { Receipt } from '#contract/booking/receipts.ts';
import type { PrintAnswer } from '#contract/devices/print-jobs.ts';
import { sumOfEuros } from '#contract/lib/money.ts';
import { readPayments } from '#server/booking/receipts/read-payments.ts';
import { vatOfLines } from '#server/booking/receipts/vat-of-lines.ts';
import { findUsableVisit } from '#server/booking/visits/find-visit.ts';
import { type PrintWhere, queuePrint } from '#server/devices/jobs/queue-print.ts';
import { headOfPaper, timeOnPaper } from '#server/devices/paper/head-of-papers.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { notFound } from '#server/lib/refusal.ts';

const useful = { minutes: 10 };

/** Says what was not refunded. Throws 404 for refunds and refunded receipts, too: nothing is paid by them. */
export async function printPaymentNote(
  tx: SignedIn,
  { receiptId, ...where }: { receiptId: string } & PrintWhere,
): Promise<PrintAnswer> {
  const { rows } = await sql<{ visitId: string }>`
    select visit_id from receipt_lines
    where company_id = ${tx.user.companyId} and receipt_id = ${receiptId} and visit_id is not null limit 1`.execute(
    tx.db,
  );
  const visitId = rows[0]?.visitId;
  const visit = visitId ? await findUsableVisit(tx.db, tx.user, visitId) : undefined;
  if (!visit) throw notFound();
  const { receipts } = await readPayments(tx, visit.id);
  const receipt = receipts.find(({ id, refundedAt }) => id === receiptId && refundedAt === null);
  if (!receipt) throw notFound();
  const head = await headOfPaper(tx.db, { ...visit, locationId: visit.locationId ?? tx.user.locationId });
  const { language } = visit;
  const lines = receipt.lines.filter(({ quantity, refunded }) => refunded < quantity);
  return queuePrint(
    tx,
    {
      typeKey: 'paymentNote',
      values: {
        ...head.values,
        date: receipt.day,
        time: timeOnPaper(Temporal.Instant.from(receipt.createdAt), visit.timeZone),
        ...sellerOf(receipt, head.values.company),
        customer: visit.name,
        person: receipt.person,
        total: sumOfEuros(lines.map(({ left }) => left)),
        method: methodsIn(language, receipt.payments),
        lines: lines.map(({ name, left: amount }) => ({ name, amount })),
        vat: vatOfLines(lines.map(({ left, vatRate }) => ({ amount: left, vatRate }))).flatMap(({ rate, vat }) =>
          rate === null ? [] : [{ name: `${translate(language, 'paper.say.vat')} ${rate} %`, amount: vat }],
        ),
      },
      title: [visit.name, receipt.day].filter(Boolean).join(', '),
      language,
      // After a refund of some of its lines, it is another paper.
      cause: { kind: 'paymentNote', key: receipt.refunded === 0 ? receiptId : `${receiptId} ${receipt.refunded}` },
      locationId: head.locationId,
      expiresAt: tx.clock.now().add(useful),
    },
    where,
  );
}

/** The head of the paper has the name of the business already. */
function sellerOf({ seller }: Receipt, company: string) {
  const { name = '', registration = '', vatId = '' } = seller ?? {};
  return { seller: name === company ? '' : name, registration, vatId };
}

function methodsIn(language: string, payments: Receipt['payments']): string {
  return payments.map(({ method }) => translate(language, `receipts.method.${method}`)).join(', ');
}
