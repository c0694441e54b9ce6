// Tests of the text that the hash of an invoice protects: invoices from before lines had a rate of VAT keep theirs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testApp } from '#server/testing/test-app.ts';

const companyId = '01890000-0000-7000-8000-000000000001';
const id = '01890000-0000-7000-8000-000000000002';

/** As the release computed it whose lines had neither category nor rate. */
const known = '8603383afab72fbf518f240443de7e07b220d1bc2a19e8cd3f09fe8bfe778ad3';

/** The hash of an invoice of February 2026, with the category and rate of its lines. */
async function hashOf(category: string | null, rate: number | null): Promise<string | undefined> {
  await using app = await testApp();
  const { write, read } = app.database;
  await write.insertInto('companies').values({ id: companyId, name: 'Buyer' }).execute();
  await write.transaction().execute(async (tx) => {
    await sql`update invoice_series set last_number = 6, last_hash = sha256('before') where series = 'INV'`.execute(tx);
    await sql`
      insert into invoice_lines (company_id, invoice_id, position, kind, first_day, last_day, quantity, unit_price,
        discount_percentage, net, vat_category, vat_rate)
      values (${companyId}, ${id}, 0, 'month', '2026-02-01', '2026-02-28', 1, 10, 0, 10, ${category}, ${rate}),
        (${companyId}, ${id}, 1, 'sms', '2026-02-03', '2026-02-28', 204, null, 0, 1.22, ${category}, ${rate})`.execute(
      tx,
    );
    await sql`
      insert into invoice_vat (company_id, invoice_id, category, rate, basis, vat)
      values (${companyId}, ${id}, 'S', 21, 11.22, 2.36)`.execute(tx);
    await sql`
      insert into invoices (company_id, id, kind, series, issued_at, due_date, period_start, period_end, net, vat, grand_total,
        seller, buyer)
      values (${companyId}, ${id}, 'periodic', 'INV', '2026-03-01T06:00:00Z', '2026-03-15', '2026-02-01', '2026-02-28', 11.22,
        2.36, 13.58, '{"name": "Daybook SIA", "vatId": "LV40003032949"}', '{"name": "Buyer", "country": "LV"}')`.execute(
      tx,
    );
  });
  const invoice = read.selectFrom('invoices').select(sql<string>`encode(hash, 'hex')`.as('hash')).where('id', '=', id);
  return (await invoice.executeTakeFirst())?.hash;
}

test('an invoice from before its lines had a rate of VAT hashes as before; category and rate are protected since', async () => {
  assert.equal(await hashOf(null, null), known);
  const hashes = [await hashOf('S', 21), await hashOf('S', 22), await hashOf('E', 21)];
  assert.equal(new Set([known, ...hashes]).size, 4);
});
