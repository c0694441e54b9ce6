// The rows of the lists of invoices.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { companyNameOrder } from '#server/lib/grid/company-names.ts';
import type { RowSource } from '#server/lib/grid/source.ts';

/** Row-level security limits a caller of the company area to their company. */
function invoiceRows({ db, clock }: SignedIn) {
  const isCreditNote = sql<boolean>`i.kind = 'credit_note'`;
  const open = sql<number>`greatest(i.grand_total - s.settled, 0)`;
  return db
    .selectFrom('invoices as i')
    .innerJoin('companies as c', 'c.id', 'i.companyId')
    .leftJoin('invoices as n', (join) =>
      join.onRef('n.creditsId', '=', 'i.id').onRef('n.companyId', '=', 'i.companyId'),
    )
    .leftJoin('invoices as r', (join) =>
      join.onRef('r.replacesId', '=', 'i.id').onRef('r.companyId', '=', 'i.companyId'),
    )
    .leftJoin('invoiceFiles as f', (join) =>
      join.onRef('f.companyId', '=', 'i.companyId').onRef('f.invoiceId', '=', 'i.id'),
    )
    .leftJoin('openInvoices as o', (join) =>
      join.onRef('o.companyId', '=', 'i.companyId').onRef('o.invoiceId', '=', 'i.id'),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('invoiceSettlements as x')
          .select(sql<number>`coalesce(sum(x.amount), 0)`.as('settled'))
          .whereRef('x.companyId', '=', 'i.companyId')
          .whereRef('x.invoiceId', '=', 'i.id')
          .as('s'),
      (join) => join.onTrue(),
    )
    .select([
      'i.id',
      'i.companyId',
      'o.invoiceId as openId',
      'i.issuedAt as created',
      'i.label as number',
      'i.reference',
      'i.grandTotal',
      'i.net',
      'i.vat',
      'i.dueDate',
      'i.periodStart',
      'i.periodEnd',
      'c.name as company',
      'f.id as pdf',
    ])
    .select([
      open.as('open'),
      sql<boolean>`${open} = 0`.as('paid'),
      sql<string>`folded(i.label)`.as('foldedNumber'),
      sql<string>`case when ${isCreditNote} then 'creditNote' when n.id is not null then 'credited' when ${open} = 0 then 'paid'
        when i.due_date < (select seller_day(${clock.now()}::timestamptz)) then 'overdue' else 'open' end`.as('state'),
      sql<boolean>`r.id is not null`.as('replaced'),
    ]);
}

export const invoices: RowSource = {
  rows: invoiceRows,
  orderColumns: {
    number: { column: 'foldedNumber', ties: 'created' },
    grandTotal: { column: 'grandTotal', ties: 'created' },
    dueDate: { column: 'dueDate', ties: 'created' },
    periodStart: { column: 'periodStart', ties: 'created' },
    periodEnd: { column: 'periodEnd', ties: 'created' },
  },
  nameOrders: {
    company: companyNameOrder,
    // The invoices of which something is to be paid are few and have a table: each is read by its id, the others then.
    paid: {
      column: 'openId',
      names: ({ user }, area) => {
        const ofCompany = area === 'system' ? sql`` : sql`where company_id = ${user.companyId}`;
        return sql`select invoice_id as id, 0 as name from open_invoices ${ofCompany} union all select null, 1`;
      },
    },
  },
};
