// Reads what a visit costs still, and its receipts.
import { sql } from 'kysely';
import { payableStatuses, type Receipt, type VisitPayments } from '#contract/booking/receipts.ts';
import { sumOfEuros } from '#contract/lib/money.ts';
import { findUsableVisit } from '#server/booking/visits/find-visit.ts';
import type { Db } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { vatOfLines } from './vat-of-lines.ts';

/** A part of a visit without a receipt that stands. */
export interface UnpaidPart {
  eventId: string;
  name: string;
  price: number;
  /** Of the day of the visit, as its service has it now; of a deleted service, as it was. */
  vatRate: number | null;
  locationId: string | null;
  calendarId: string;
}

/** Throws 404 for unknown and foreign visits. */
export async function readPayments({ db, user }: SignedIn, visitId: string): Promise<VisitPayments> {
  const visit = await findUsableVisit(db, user, visitId);
  if (!visit) throw notFound();
  const [unpaid, receipts] = await Promise.all([listUnpaid(db, visit), listReceipts(db, visit)]);
  return {
    visitId,
    isPayable: unpaid.length > 0 && payableStatuses.includes(visit.status),
    due: sumOfEuros(unpaid.map(({ price }) => price)),
    unpaidParts: unpaid.length,
    receipts,
  };
}

export async function listUnpaid(db: Db, visit: { companyId: string; id: string }): Promise<UnpaidPart[]> {
  const { rows } = await sql<UnpaidPart>`
    select p.event_id, coalesce(nullif(p.service_name, ''), e.title) as name, p.price,
      case when s.id is null then p.vat_rate else service_vat_rate(s, v.day) end as vat_rate, e.location_id, e.calendar_id
    from visit_parts p join events e on e.company_id = p.company_id and e.id = p.event_id
      join visits v on v.company_id = p.company_id and v.id = p.visit_id
      left join services s on s.company_id = p.company_id and s.id = p.service_id
    where p.company_id = ${visit.companyId} and p.visit_id = ${visit.id} and not exists (
      select from receipt_lines l where l.company_id = p.company_id and l.visit_id = p.visit_id and l.event_id = p.event_id
        and not l.is_refund and l.refund_id is null)
    order by p.position`.execute(db);
  return rows;
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
