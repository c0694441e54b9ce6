// Reads the acts of a register from its journal, with everything that was recorded about each.
import { sql } from 'kysely';
import type { PaymentMethod, ReceiptLineKind } from '#contract/booking/receipts.ts';
import { isAtOwnLocation } from '#server/devices/devices/device-rows.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { userName } from '#server/lib/sql/person-name.ts';

export interface RecordedLine {
  position: number;
  kind: ReceiptLineKind;
  name: string;
  productId: string | null;
  /** That of the product today. */
  barcode: string | null;
  eventId: string | null;
  calendarId: string | null;
  quantity: number;
  unitPrice: number;
  amount: number;
  vatRate: number | null;
  refReceiptId: string | null;
  refPosition: number | null;
  discountPercent: number | null;
}

interface RecordedPayment {
  method: PaymentMethod;
  amount: number;
  given: number | null;
  change: number | null;
}

export interface RecordedReceipt {
  id: string;
  number: number;
  day: string;
  startedAt: string | null;
  amount: number;
  currency: string;
  seller: Partial<Record<'name' | 'address' | 'registration' | 'vatId' | 'vatRegime', string>> | null;
  customerId: string | null;
  customer: string;
  refundsId: string | null;
  refundsNumber: number | null;
  deviceNumber: string | null;
  lines: RecordedLine[];
  payments: RecordedPayment[];
}

export interface RecordedAct {
  entry: number;
  act: 'opened' | 'receipt' | 'move' | 'number' | 'closed';
  at: Temporal.Instant;
  hash: string;
  registerId: string;
  register: string;
  locationId: string;
  location: string;
  timeZone: string;
  sessionId: string;
  zNumber: number | null;
  personId: string | null;
  person: string;
  openingCash: number;
  countedCash: number | null;
  move: { kind: 'in' | 'out' | 'difference' | 'drawer'; amount: number; reason: string } | null;
  /** A number of the fiscal device that was entered or changed for a receipt. */
  deviceNumber: { receiptId: string; receiptNumber: number; previous: string; number: string } | null;
  receipt: RecordedReceipt | null;
}

interface Range {
  registerId: string;
  from: Temporal.Instant;
  until: Temporal.Instant;
  /** The last entry that was read. */
  after: number;
  limit: number;
}

/** Returns the acts at the caller's locations, in the order of the journal. */
export async function readActs(
  { db, user }: SignedIn,
  { registerId, from, until, after, limit }: Range,
): Promise<RecordedAct[]> {
  const { companyId } = user;
  const sessionId = sql`case j.kind when 'receipt' then r.session_id when 'move' then m.session_id
    when 'number' then n.session_id else j.subject_id end`;
  const { rows } = await sql<RecordedAct>`
    with act as materialized (
      select j.*, ${sessionId} as session_id, coalesce(r.user_id, m.user_id, n.user_id) as user_id
      from till_journal j
        left join receipts r on j.kind = 'receipt' and r.company_id = j.company_id and r.id = j.subject_id
        left join till_moves m on j.kind = 'move' and m.company_id = j.company_id and m.id = j.subject_id
        left join lateral (
          select b.session_id, n.user_id from till_device_numbers n
            join receipts b on b.company_id = n.company_id and b.id = n.receipt_id
          where j.kind = 'number' and n.company_id = j.company_id and n.id = j.subject_id) n on true
        join till_sessions s on s.company_id = j.company_id and s.id = ${sessionId}
      where j.company_id = ${companyId} and j.register_id = ${registerId} and j.entry > ${after}
        and j.at >= ${from} and j.at < ${until} and ${isAtOwnLocation(user, sql.ref('s.location_id'))}
      order by j.entry limit ${limit}
    )
    select a.entry, a.kind as act, a.at, encode(a.hash, 'hex') as hash, d.id as register_id, d.name as register,
      l.id as location_id, l.name as location, l.time_zone, s.id as session_id, s.z_number, u.id as person_id,
      coalesce(${userName}, '') as person, s.opening_cash, s.counted_cash,
      (select json_build_object('kind', m.kind, 'amount', m.amount, 'reason', m.reason)
        from till_moves m where a.kind = 'move' and m.company_id = a.company_id and m.id = a.subject_id) as move,
      (select json_build_object('receiptId', r.id, 'receiptNumber', r.number, 'previous', n.previous, 'number', n.number)
        from till_device_numbers n join receipts r on r.company_id = n.company_id and r.id = n.receipt_id
        where a.kind = 'number' and n.company_id = a.company_id and n.id = a.subject_id) as device_number,
      (select json_build_object('id', r.id, 'number', r.number, 'day', r.day, 'startedAt', r.started_at, 'amount', r.amount,
          'currency', r.currency, 'seller', r.seller, 'customerId', c.id, 'customer', coalesce(nullif(c.name, ''), v.name, ''),
          'refundsId', r.refunds_id, 'deviceNumber', r.device_number,
          'refundsNumber', (select o.number from receipts o where o.company_id = r.company_id and o.id = r.refunds_id),
          'lines', (select json_agg(json_build_object('position', x.position, 'kind', x.kind, 'name', x.name,
              'productId', x.product_id, 'barcode', p.barcode, 'eventId', x.event_id, 'calendarId', x.calendar_id,
              'quantity', x.quantity, 'unitPrice', x.unit_price, 'amount', x.amount, 'vatRate', x.vat_rate,
              'refReceiptId', x.ref_receipt_id, 'refPosition', x.ref_position, 'discountPercent', x.discount_percent) order by x.position)
            from receipt_lines x left join products p on p.company_id = x.company_id and p.id = x.product_id
            where x.company_id = r.company_id and x.receipt_id = r.id),
          'payments', coalesce((select json_agg(json_build_object('method', y.method, 'amount', y.amount, 'given', y.given,
              'change', y.change) order by y.position)
            from receipt_payments y where y.company_id = r.company_id and y.receipt_id = r.id), '[]'))
        from receipts r left join visits v on v.company_id = r.company_id and v.id = r.visit_id
          left join contacts c on c.company_id = r.company_id and c.id = coalesce(r.contact_id, v.contact_id)
        where a.kind = 'receipt' and r.company_id = a.company_id and r.id = a.subject_id) as receipt
    from act a
      join till_sessions s on s.company_id = a.company_id and s.id = a.session_id
      join devices d on d.company_id = a.company_id and d.id = a.register_id
      join locations l on l.company_id = s.company_id and l.id = s.location_id
      left join users u on u.id = case a.kind when 'opened' then s.opened_by when 'closed' then s.closed_by else a.user_id end
    order by a.entry`.execute(db);
  return rows;
}
