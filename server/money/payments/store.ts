// The rows of the lists of payments.
import { sql } from 'kysely';
import type { PaymentProblem } from '#contract/money/payments.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { companyNameOrder } from '#server/lib/grid/company-names.ts';
import type { RowSource } from '#server/lib/grid/source.ts';

/** The amount that a payment `p` added to the balance. */
export const toBalance = sql<number>`case when p.counted > 0 then p.counted - coalesce((select sum(x.amount)
  from invoice_settlements x where x.company_id = p.company_id and x.payment_id = p.id), 0) else 0 end`;

/** Row-level security limits a caller of the company area to their company. */
function paymentRows({ db }: SignedIn) {
  return db
    .selectFrom('payments as p')
    .innerJoin('companies as c', 'c.id', 'p.companyId')
    .leftJoin('invoices as i', (join) =>
      join.onRef('i.companyId', '=', 'p.companyId').onRef('i.id', '=', 'p.invoiceId'),
    )
    .leftJoin('invoiceFiles as f', (join) =>
      join.onRef('f.companyId', '=', 'p.companyId').onRef('f.invoiceId', '=', 'p.invoiceId'),
    )
    .select([
      'p.id',
      'p.createdAt as created',
      'p.amount',
      'p.status as state',
      'p.confirmedAt as confirmedDate',
      'p.reference',
      'p.provider',
      'p.providerRef as transactionId',
      'p.companyId',
      'c.name as company',
      'f.id as pdf',
      sql<string | null>`folded(i.label)`.as('invoiceNumber'),
    ])
    .select([
      sql<number>`array_position(array['created', 'pending', 'confirmed', 'cancelled'], p.status) - 1`.as('status'),
      sql<boolean>`p.status = 'confirmed'`.as('confirmed'),
      toBalance.as('toBalance'),
      sql<PaymentProblem | null>`case when p.manual = 'cancelled' and p.captured - p.refunded - p.disputed + p.reinstated > 0
        then 'cancelled' else nullif(p.problem, '') end`.as('problem'),
      sql<{
        id: string;
        number: string;
      } | null>`case when i.id is not null then json_build_object('Id', i.id, 'Number', i.label) end`.as('invoice'),
    ]);
}

export const payments: RowSource = {
  rows: paymentRows,
  // The number alone: its object contains an id, in which digits are found by chance.
  foldedColumns: { fields: { invoice: 'invoiceNumber' } },
  nameOrders: { company: companyNameOrder },
  orderColumns: {
    amount: { column: 'amount', ties: 'created' },
    status: { column: 'status', ties: 'created' },
    confirmed: { column: 'confirmed', ties: 'created' },
    confirmedDate: { column: 'confirmedDate', ties: 'created' },
  },
};
