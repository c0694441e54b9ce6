// Reads what a visit costs still, and its receipts.
import { sql } from 'kysely';
import { type OpenPart, payableStatuses, type Receipt, type VisitPayments } from '#contract/booking/receipts.ts';
import { sumOfEuros } from '#contract/lib/money.ts';
import { findUsableVisit } from '#server/booking/visits/find-visit.ts';
import type { Db } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { withOffset } from '#server/lib/with-offset.ts';
import { readReceipts } from './read-receipts.ts';
import { recordsPayments } from './records-payments.ts';
import { listUnpaid, listUnpaidBeside, type UnpaidPart } from './unpaid-parts.ts';

/** Throws 404 for unknown and foreign visits. */
export async function readPayments(context: SignedIn, visitId: string): Promise<VisitPayments> {
  const { db, user } = context;
  const visit = await findUsableVisit(db, user, visitId);
  if (!visit) throw notFound();
  const [unpaid, beside, price, paid, receipts, isRecording] = await Promise.all([
    listUnpaid(db, visit),
    listUnpaidBeside(context, visit),
    priceOf(db, visit),
    paidOf(db, visit),
    listReceipts(db, visit),
    recordsPayments(db, visit),
  ]);
  const isPayable = isRecording && unpaid.length > 0 && payableStatuses.includes(visit.status);
  return {
    visitId,
    isPayable,
    price,
    parts: visit.parts.length,
    paid,
    due: sumOfEuros(unpaid.map(({ price: ofPart }) => ofPart)),
    unpaidParts: unpaid.length,
    open: isPayable ? [...unpaid, ...beside].map(openPartOf) : [],
    receipts,
  };
}

function openPartOf({ startAt, timeZone, visitId, eventId, name, person, price }: UnpaidPart): OpenPart {
  return { visitId, eventId, name, person, start: withOffset(startAt, timeZone), timeZone, price };
}

async function priceOf(db: Db, { companyId, id }: { companyId: string; id: string }): Promise<number> {
  const { price } = await db
    .selectFrom('visitParts')
    .select(({ fn }) => fn.sum('price').as('price'))
    .where('companyId', '=', companyId)
    .where('visitId', '=', id)
    .executeTakeFirstOrThrow();
  return Number(price ?? 0);
}

async function paidOf(db: Db, { companyId, id }: { companyId: string; id: string }): Promise<number> {
  const { paid } = await db
    .selectFrom('receiptLines')
    .select(({ fn }) => fn.sum('amount').as('paid'))
    .where('companyId', '=', companyId)
    .where('visitId', '=', id)
    .executeTakeFirstOrThrow();
  return Number(paid ?? 0);
}

async function listReceipts(db: Db, visit: { companyId: string; id: string }): Promise<Receipt[]> {
  const rows = await readReceipts(
    db,
    sql`r.company_id = ${visit.companyId} and r.refunds_id is null and r.id in (
      select l.receipt_id from receipt_lines l where l.company_id = ${visit.companyId} and l.visit_id = ${visit.id})`,
  );
  return rows.map(({ receipt }) => receipt);
}
