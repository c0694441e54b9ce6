// Reads how much is to be paid, and how much of it is overdue.
import { sql } from 'kysely';
import type { InvoicesDue } from '#contract/money/invoices.ts';
import type { SignedIn } from '#server/lib/context.ts';

/** Row-level security limits a caller of the company area to their company. */
export async function readDue({ db, clock }: SignedIn): Promise<InvoicesDue> {
  const isOverdue = sql`due_date < (select seller_day(${clock.now()}::timestamptz))`;
  const { rows } = await sql<InvoicesDue>`
    select count(*)::int as count, coalesce(sum(open), 0)::float8 as amount,
      (count(*) filter (where ${isOverdue}))::int as overdue_count,
      coalesce(sum(open) filter (where ${isOverdue}), 0)::float8 as overdue_amount
    from (
      select o.due_date, i.grand_total - coalesce((select sum(s.amount) from invoice_settlements s
          where s.company_id = i.company_id and s.invoice_id = i.id), 0) as open
      from open_invoices o join invoices i on i.company_id = o.company_id and i.id = o.invoice_id) due`.execute(db);
  return rows[0] ?? { count: 0, amount: 0, overdueCount: 0, overdueAmount: 0 };
}
