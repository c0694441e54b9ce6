// The rows of the list of balances: one for each company.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import type { RowSource } from '#server/lib/grid/source.ts';

const cents = (amount: string) => sql<number>`coalesce(round(${sql.raw(amount)}, 2), 0)`;

function balanceRows({ db }: SignedIn) {
  const lastInvoice = (column: string) =>
    sql`(select ${sql.ref(column)} from invoices i where i.company_id = c.id and i.kind <> 'credit_note' order by i.issued_at desc, i.id desc limit 1)`;
  return db
    .selectFrom('companies as c')
    .leftJoin('deposits as d', 'd.companyId', 'c.id')
    .select(['c.id', 'c.name as company'])
    .select([
      cents('d.posted').as('posted'),
      cents('d.held').as('held'),
      cents('d.posted - d.held').as('free'),
      sql<number>`(select ${cents('sum(e.amount)')} from entries e where e.account = 'receivables' and e.company_id = c.id)`.as(
        'receivable',
      ),
      sql<string | null>`${lastInvoice('i.label')}`.as('lastInvoice'),
      sql<Temporal.Instant | null>`${lastInvoice('i.issuedAt')}`.as('lastIssued'),
    ]);
}

export const balances: RowSource = { rows: balanceRows };
