// Writes priced invoices with everything that belongs to them. Their numbers are taken last.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { eurosOf, eurosOfUnits, percentOf } from '#contract/lib/money.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import type { PricedMonth } from './read-billable.ts';

export interface NewInvoice extends PricedMonth {
  kind: 'periodic' | 'single';
}

/**
 * Call it in a transaction that does nothing afterwards: it holds the series of numbers until its end. The deposit has
 * paid for the uses before; the ledger turns these from income into what was sold, with VAT.
 */
export async function writeInvoices(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  invoices: readonly NewInvoice[],
): Promise<void> {
  if (invoices.length === 0) return;
  const now = clock.now();
  const rows = JSON.stringify(
    invoices.map(({ companyId, invoiceId, replacesId, kind, period, priced }) => ({
      ...{ companyId, invoiceId, replacesId, kind, start: period.start, end: period.end },
      ...{ net: eurosOf(priced.net), vat: eurosOf(priced.vat) },
      ...{ total: eurosOf(priced.grandTotal), deposit: eurosOf(priced.fromDeposit) },
      ...{ usage: eurosOfUnits(priced.units), transactionId: randomUUIDv7(), settlementId: randomUUIDv7() },
    })),
  );
  const given = sql`json_to_recordset(${rows}::json) as i ("companyId" uuid, "invoiceId" uuid, "replacesId" uuid, kind text,
    start date, "end" date, net numeric, vat numeric, total numeric, deposit numeric, usage numeric,
    "transactionId" uuid, "settlementId" uuid)`;
  const lines = JSON.stringify(
    invoices.flatMap(({ companyId, invoiceId, priced }) =>
      priced.lines.map((line, index) => ({
        ...{ companyId, invoiceId, position: index + 1, ...line },
        ...{
          unitPrice: line.unitPrice === null ? null : eurosOf(line.unitPrice),
          discount: percentOf(line.discount),
          rate: percentOf(line.rate),
          net: eurosOf(line.net),
        },
      })),
    ),
  );
  const vatRows = JSON.stringify(
    invoices.flatMap(({ companyId, invoiceId, priced }) =>
      priced.vatTable.map(({ category, rate, basis, vat }) => ({
        ...{ companyId, invoiceId, category, rate: percentOf(rate), basis: eurosOf(basis), vat: eurosOf(vat) },
      })),
    ),
  );
  await sql`
    with i as materialized (select * from ${given}), lines as (
      insert into invoice_lines (company_id, invoice_id, position, kind, first_day, last_day, quantity, unit_price, discount_percentage, net, vat_category, vat_rate)
      select l."companyId", l."invoiceId", l.position, l.kind, l."firstDay", l."lastDay", l.quantity, l."unitPrice", l.discount, l.net,
        l.category, l.rate
      from json_to_recordset(${lines}::json) as l ("companyId" uuid, "invoiceId" uuid, position integer, kind text, "firstDay" date,
        "lastDay" date, quantity integer, "unitPrice" numeric, discount numeric, net numeric, category text, rate numeric)
    ), vat as (
      insert into invoice_vat (company_id, invoice_id, category, rate, basis, vat)
      select v."companyId", v."invoiceId", v.category, v.rate, v.basis, v.vat
      from json_to_recordset(${vatRows}::json) as v ("companyId" uuid, "invoiceId" uuid, category text, rate numeric, basis numeric, vat numeric)
    ), settled as (
      insert into invoice_settlements (company_id, invoice_id, id, kind, amount, created_at)
      select "companyId", "invoiceId", "settlementId", 'deposit', deposit, ${now}::timestamptz from i where deposit > 0
    ), moved as (
      insert into transactions (company_id, id, kind, cause, step, created_at)
      select "companyId", "transactionId", 'invoice', "invoiceId", 1, ${now}::timestamptz from i
    )
    insert into entries (company_id, transaction_id, account, amount)
    select "companyId", "transactionId", a.account, a.amount
    from i, lateral (values ('usage', usage), ('receivables', total - deposit), ('sales', -net),
      ('vat', -vat), ('rounding', deposit - usage)) a (account, amount)
    where a.amount <> 0`.execute(db);
  await sql`
    insert into invoices (company_id, id, kind, series, issued_at, due_date, period_start, period_end, net, vat, grand_total, seller, buyer, replaces_id)
    select i."companyId", i."invoiceId", i.kind, 'INV', ${now}::timestamptz, wall_time(${now}::timestamptz, s.time_zone)::date + s.due_days,
      i.start, i."end", i.net, i.vat, i.total,
      jsonb_build_object('name', s.name, 'address', s.address, 'registration', s.registration, 'vatId', s.vat_id, 'iban', s.iban, 'bic', s.bic),
      jsonb_build_object('name', coalesce(nullif(p.name, ''), c.name), 'address', coalesce(nullif(p.address, ''), c.address),
        'country', coalesce(nullif(p.country, ''), c.country), 'vatId', coalesce(p.vat_id, ''), 'reference', coalesce(p.reference, ''),
        'eMail', coalesce(nullif(p.billing_e_mail, ''), c.verified_e_mail)), i."replacesId"
    from ${given} join companies c on c.id = i."companyId" left join billing_profiles p on p.company_id = c.id, seller s order by i.start, i."companyId"`.execute(
    db,
  );
}
