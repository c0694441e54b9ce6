// Reads what a visit costs still, and its receipts.
import { sql } from 'kysely';
import { type OpenPart, payableStatuses, type Receipt, type VisitPayments } from '#contract/booking/receipts.ts';
import { sumOfEuros } from '#contract/lib/money.ts';
import { findUsableVisit } from '#server/booking/visits/find-visit.ts';
import type { Db } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { withOffset } from '#server/lib/with-offset.ts';
import { recordsPayments } from './records-payments.ts';
import { listUnpaid, listUnpaidBeside, type UnpaidPart } from './unpaid-parts.ts';
import { vatOfLines } from './vat-of-lines.ts';

/** Throws 404 for unknown and foreign visits. */
export async function readPayments(context: SignedIn, visitId: string): Promise<VisitPayments> {
  const { db, user } = context;
  const visit = await findUsableVisit(db, user, visitId);
  if (!visit) throw notFound();
  const [unpaid, beside, price, receipts, isRecording] = await Promise.all([
    listUnpaid(db, visit),
    listUnpaidBeside(context, visit),
    priceOf(db, visit),
    listReceipts(db, visit),
    recordsPayments(db, visit),
  ]);
  const isPayable = isRecording && unpaid.length > 0 && payableStatuses.includes(visit.status);
  return {
    visitId,
    isPayable,
    price,
    parts: visit.parts.length,
    paid: sumOfEuros(receipts.filter(({ refundedAt }) => refundedAt === null).map(({ amount }) => amount)),
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

async function listReceipts(db: Db, visit: { companyId: string; id: string }): Promise<Receipt[]> {
  const { rows } = await sql<
    Omit<Receipt, 'vat' | 'createdAt' | 'refundedAt'> & Record<'createdAt' | 'refundedAt', Temporal.Instant>
  >`
    select r.id, r.day, r.created_at, r.method, r.amount, coalesce(${userName}, '') as person, back.created_at as refunded_at, (
        select json_agg(json_build_object('eventId', l.event_id, 'name', l.name, 'amount', l.amount, 'vatRate', l.vat_rate)
          order by l.position)
        from receipt_lines l where l.company_id = r.company_id and l.receipt_id = r.id) as lines
    from receipts r
    left join receipts back on back.company_id = r.company_id and back.refunds_id = r.id
    left join users u on u.id = r.user_id
    where r.company_id = ${visit.companyId} and r.visit_id = ${visit.id} and r.refunds_id is null
    order by r.created_at desc, r.id desc`.execute(db);
  return rows.map(({ createdAt, refundedAt, ...row }) => ({
    ...row,
    vat: vatOfLines(row.lines),
    createdAt: createdAt.toString(),
    refundedAt: refundedAt?.toString() ?? null,
  }));
}
