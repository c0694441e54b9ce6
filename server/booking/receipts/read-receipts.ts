// Reads receipts with their lines and payments.
import { type RawBuilder, sql } from 'kysely';
import type { Receipt } from '#contract/booking/receipts.ts';
import type { Db } from '#server/db/pool.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { vatOfLines } from './vat-of-lines.ts';

/** A receipt, and what is known of it beside its own words. */
export interface StoredReceipt {
  receipt: Receipt;
  refundsId: string | null;
  registerId: string | null;
  number: number | null;
  deviceNumber: string | null;
  register: string;
  locationId: string | null;
  location: string;
  timeZone: string;
  /** That of its visit, or its own. */
  contactId: string | null;
  customer: string;
}

type Row = Omit<Receipt, 'vat' | 'createdAt' | 'refundedAt'> &
  Omit<StoredReceipt, 'receipt'> & { createdAt: Temporal.Instant; backAt: Temporal.Instant };

/** The receipts `r` of the condition, the latest first. */
export async function readReceipts(db: Db, where: RawBuilder<unknown>, limit = 1_000): Promise<StoredReceipt[]> {
  const { rows } = await sql<Row>`
    select r.id, r.day, r.created_at, r.seller, r.amount, coalesce(${userName}, '') as person, coalesce(-b.amount, 0) as refunded,
      b.created_at as back_at, r.refunds_id, r.register_id, r.number, r.device_number, r.location_id,
      coalesce(r.contact_id, v.contact_id) as contact_id, coalesce(d.name, '') as register, coalesce(i.name, '') as location,
      coalesce(i.time_zone, 'UTC') as time_zone, coalesce(nullif(c.name, ''), v.name, '') as customer,
      coalesce((select json_agg(json_build_object('method', p.method, 'amount', p.amount, 'given', p.given, 'change', p.change)
          order by p.position)
        from receipt_payments p where p.company_id = r.company_id and p.receipt_id = r.id), '[]') as payments,
      (select json_agg(json_build_object('position', l.position, 'kind', l.kind, 'eventId', l.event_id, 'name', l.name,
          'quantity', l.quantity, 'unitPrice', l.unit_price, 'amount', l.amount, 'vatRate', l.vat_rate,
          'refunded', l.refunded, 'left', l.amount + coalesce(back.amount, 0), 'discounts', l.ref_position,
          'discountPercent', l.discount_percent) order by l.position)
        from receipt_lines l left join lateral (
          select sum(x.amount) as amount from receipt_lines x
          where x.company_id = l.company_id and x.ref_receipt_id = l.receipt_id and x.ref_position = l.position
            and x.quantity < 0) back on true
        where l.company_id = r.company_id and l.receipt_id = r.id) as lines
    from (
      select r.* from receipts r where ${where}
      order by r.created_at desc, r.id desc limit ${limit}) r
    left join visits v on v.company_id = r.company_id and v.id = r.visit_id
    left join devices d on d.company_id = r.company_id and d.id = r.register_id
    left join locations i on i.company_id = r.company_id and i.id = r.location_id
    left join contacts c on c.company_id = r.company_id and c.id = coalesce(r.contact_id, v.contact_id)
    left join lateral (
      select sum(b.amount) as amount, max(b.created_at) as created_at from receipts b
      where b.company_id = r.company_id and b.refunds_id = r.id) b on true
    left join users u on u.id = r.user_id
    order by r.created_at desc, r.id desc`.execute(db);
  return rows.map(({ createdAt, backAt, refundsId, registerId, number, deviceNumber, ...row }) => {
    const { register, locationId, location, timeZone, contactId, customer, ...receipt } = row;
    const isRefunded = receipt.lines.every(({ quantity, refunded }) => refunded >= quantity);
    return {
      receipt: {
        ...receipt,
        vat: vatOfLines(receipt.lines),
        createdAt: createdAt.toString(),
        refundedAt: isRefunded ? (backAt?.toString() ?? null) : null,
      },
      ...{ refundsId, registerId, register, number, deviceNumber, locationId, location, timeZone, contactId, customer },
    };
  });
}
