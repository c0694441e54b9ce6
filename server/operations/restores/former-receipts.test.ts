// Tests that archives from before receipts had quantities and payments are restored with every amount.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { systemRestores } from '#contract/operations/restores.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { richCompany } from '#server/testing/build/rich-company.ts';
import { type ArchiveChange, changed, linesOf, readArchive } from '#server/testing/files/archive-contents.ts';
import { archiveOf, operatorOf, uploadArchive } from '#server/testing/files/restores.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { workOnRestores } from './work-on-restores.ts';

type Row = Record<string, unknown>;

/** Gives the receipts of an archive the columns that they had; `alter` changes its lines then. */
function asBefore(alter: (line: Row) => Row = (line) => line): ArchiveChange {
  return (contents) => {
    const [receipts, lines] = [linesOf(contents, 'receipts'), linesOf(contents, 'receipt_lines')];
    const refundOf = (id: unknown) => receipts.find(({ refunds_id: refundsId }) => refundsId === id)?.id ?? null;
    const write = (table: string, rows: Row[]) =>
      contents.set(`tables/${table}.jsonl`, Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
    write(
      'receipts',
      receipts.map(({ contact_id: _, register_id: __, session_id: ___, number: ____, seller: _____, ...row }) => ({
        ...row,
        method: 'cash',
      })),
    );
    write(
      'receipt_lines',
      lines.map(
        ({ kind: _, quantity, unit_price: __, refunded: ___, ref_receipt_id: ____, ref_position: _____, ...row }) =>
          alter({ ...row, is_refund: Number(quantity) < 0, refund_id: refundOf(row.receipt_id) }),
      ),
    );
    contents.delete('tables/receipt_payments.jsonl');
  };
}

async function figuresOf(app: TestApp, companyId: string) {
  const { rows } = await sql<Row>`
    select r.id, r.day::text, r.amount, r.refunds_id, p.method, p.amount as paid, l.position, l.event_id, l.kind, l.quantity,
      l.unit_price, l.amount as of_line, l.refunded, l.ref_receipt_id, l.ref_position
    from receipts r join receipt_payments p on (p.company_id, p.receipt_id) = (r.company_id, r.id)
    join receipt_lines l on (l.company_id, l.receipt_id) = (r.company_id, r.id)
    where r.company_id = ${companyId} order by r.id, l.position`.execute(app.database.read);
  return rows;
}

test('an archive of before is restored with its payments, refunds and quantities', async () => {
  await using source = await testApp();
  const { company } = await richCompany(source);
  const expected = await figuresOf(source, company.id);
  assert.deepEqual(
    expected.map(({ quantity, refunded }) => [quantity, refunded]).sort(),
    [
      [-1, 0],
      [1, 1],
    ],
    'one receipt and its refund',
  );
  const original = await readArchive(source, await archiveOf(source, company.id));
  await using app = await testApp();
  const { as } = await operatorOf(app);
  const { start, getById } = systemRestores.operations;
  const checked = await uploadArchive(app, changed(original, asBefore()), as);
  assert.deepEqual([checked.state, checked.problem, checked.problemAbout], ['checked', null, '']);
  await app.call(start, { id: checked.id, administrator: 'rosa@salon.example' }, as);
  await workOnRestores(app);
  const { restoredTo } = (await app.call(getById, { id: checked.id }, as)).answer;
  assert.deepEqual(await figuresOf(app, restoredTo ?? ''), expected);
  const wrong = await verifyBooks(app.database);
  assert.deepEqual(
    wrong.filter(({ check }) => check.startsWith('receipt')),
    [],
  );

  for (const [column, value] of [
    ['is_refund', 'perhaps'],
    ['amount', 'much'],
    ['receipt_id', 'none'],
  ] as const) {
    const hostile = changed(
      original,
      asBefore((line) => ({ ...line, [column]: value })),
    );
    const refused = await uploadArchive(app, hostile, as);
    assert.deepEqual([refused.state, refused.problem], ['refused', 'values'], column);
  }
});
