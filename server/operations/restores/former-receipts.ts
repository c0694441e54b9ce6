// Reads the receipts of archives from before payments and quantities: each was paid by one method, and refunded as a
// whole.
import { asValueRefusal, inSlices, prepared, slice, type Work } from './staged-rows.ts';

/** The columns that only these archives have, by table. */
const formerColumns: Readonly<Record<string, string>> = { receipts: 'method', receipt_lines: 'is_refund' };

/** Gives the staged rows the columns of today. Lines follow the receipts that they are of. */
export async function convertFormerReceipts(work: Work, table: string, staged: number): Promise<void> {
  const former = formerColumns[table];
  if (!former) return;
  const { client, companyId } = work;
  const { rowCount } = await client.query(
    `select from staged where number = 1 and jsonb_typeof(line) = 'object' and line ? $1`,
    [former],
  );
  if (rowCount === 0) return;
  await inSlices(work, { staged, size: slice.checked }, async (range) => {
    for (const { text, values } of statements(table, companyId)) {
      await client.query(prepared(text, [...range, ...values])).catch((error: unknown) => {
        throw asValueRefusal(error, table);
      });
    }
  });
}

function statements(table: string, companyId: string): { text: string; values: string[] }[] {
  if (table === 'receipts') {
    return [
      {
        text: `insert into their_payments
          select (line ->> 'id')::uuid, line ->> 'method', (line ->> 'amount')::numeric
          from staged where number between $1 and $2`,
        values: [],
      },
      { text: `update staged set line = line - 'method' where number between $1 and $2`, values: [] },
    ];
  }
  return [
    {
      text: `update staged s set line = s.line - '{is_refund,refund_id}'::text[] || jsonb_build_object('kind', 'service',
          'quantity', case when l.is_refund then -1 else 1 end, 'unit_price', abs((s.line ->> 'amount')::numeric),
          'refunded', case when s.line ->> 'refund_id' is null then 0 else 1 end,
          'ref_receipt_id', case when l.is_refund then r.refunds_id end,
          'ref_position', case when l.is_refund then s.line -> 'position' end)
        from staged o cross join lateral (select (o.line ->> 'is_refund')::boolean as is_refund) l
          left join receipts r on r.company_id = $3 and r.id = (o.line ->> 'receipt_id')::uuid
        where o.number = s.number and s.number between $1 and $2`,
      values: [companyId],
    },
  ];
}

/** Adds the payment of each of these receipts, which are restored. */
export async function addFormerPayments({ client, companyId }: Work): Promise<void> {
  await client
    .query(
      `insert into receipt_payments (company_id, receipt_id, position, method, amount)
      select $1, receipt, 0, method, amount from their_payments`,
      [companyId],
    )
    .catch((error: unknown) => {
      throw asValueRefusal(error, 'receipts');
    });
}
