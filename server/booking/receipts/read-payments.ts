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

type Row = Omit<Receipt, 'vat' | 'createdAt' | 'refundedAt'> & {
  createdAt: Temporal.Instant;
  backAt: Temporal.Instant;
};

async function listReceipts(db: Db, visit: { companyId: string; id: string }): Promise<Receipt[]> {
  const { rows } = await sql<Row>`
    select r.id, r.day, r.created_at, r.seller, r.amount, coalesce(${userName}, '') as person, coalesce(-b.amount, 0) as refunded,
      b.created_at as back_at,
      coalesce((select json_agg(json_build_object('method', p.method, 'amount', p.amount, 'given', p.given, 'change', p.change)
          order by p.position)
        from receipt_payments p where p.company_id = r.company_id and p.receipt_id = r.id), '[]') as payments,
      (select json_agg(json_build_object('position', l.position, 'kind', l.kind, 'eventId', l.event_id, 'name', l.name,
          'quantity', l.quantity, 'unitPrice', l.unit_price, 'amount', l.amount, 'vatRate', l.vat_rate,
          'refunded', l.refunded, 'left', l.amount + coalesce(back.amount, 0), 'discounts', l.ref_position) order by l.position)
        from receipt_lines l left join lateral (
          select sum(x.amount) as amount from receipt_lines x
          where x.company_id = l.company_id and x.ref_receipt_id = l.receipt_id and x.ref_position = l.position
            and x.quantity < 0) back on true
        where l.company_id = r.company_id and l.receipt_id = r.id) as lines
    from receipts r
    left join lateral (
      select sum(b.amount) as amount, max(b.created_at) as created_at from receipts b
      where b.company_id = r.company_id and b.refunds_id = r.id) b on true
    left join users u on u.id = r.user_id
    where r.company_id = ${visit.companyId} and r.refunds_id is null and r.id in (
      select l.receipt_id from receipt_lines l where l.company_id = ${visit.companyId} and l.visit_id = ${visit.id})
    order by r.created_at desc, r.id desc`.execute(db);
  return rows.map(({ createdAt, backAt, ...row }) => ({
    ...row,
    vat: vatOfLines(row.lines),
    createdAt: createdAt.toString(),
    refundedAt: row.lines.every(({ quantity, refunded }) => refunded >= quantity) ? backAt.toString() : null,
  }));
}
