// Tests of the monthly run: when it issues, what each invoice contains, and their numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { reminders } from '#contract/messaging/feed.ts';
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildCompany, setTerms } from '#server/testing/build/business.ts';
import { billFrom, sellerAndPayer, useSms } from '#server/testing/build/invoicing.ts';
import { whileKilled } from '#server/testing/faults/kill-connections.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { issueInvoices } from './issue-invoices.ts';

const { getNext, getPaginated } = companyInvoices.operations;
const { getMissing } = systemInvoices.operations;

async function issued(app: TestApp): Promise<number[]> {
  const { rows } = await sql<{
    number: number;
  }>`select number::int as number from invoices where series = 'INV' order by number`.execute(app.database.read);
  return rows.map(({ number }) => number);
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('the month is over in the zone of the seller; its invoice comes once, with what the deposit has paid', async () => {
  await using app = await testApp({ now: '2026-03-31T20:50:00Z' });
  const { payer, admin } = await sellerAndPayer(app);
  await billFrom(app, '2026-03-01');
  await useSms(app, payer.id, 12_149);
  const { answer: next } = await app.call(getNext, {}, admin);
  assert.deepEqual([next.grandTotal, next.fromBalance, next.lines.length], [13.31, 1.21, 2]);
  assert.equal((await issueInvoices(app)).issued, 0);
  app.clock.advance({ minutes: 15 });
  assert.equal((await issueInvoices(app)).issued, 1);
  assert.equal((await issueInvoices(app)).issued, 0);
  const { answer } = await app.call(getPaginated, {}, admin);
  const [row] = answer.invoices;
  assert.deepEqual(
    [row?.number, row?.grandTotal, row?.open, row?.dueDate, row?.periodStart, row?.periodEnd, row?.state],
    ['INV-000001', 13.31, 12.1, '2026-04-15', '2026-03-01', '2026-03-31', 'open'],
  );
  const [received] = (await app.call(reminders.getByCreatedAndUser, {}, admin)).answer;
  assert.deepEqual([received?.type, received?.text], ['invoiceNew', 'New invoice over €13.31']);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('a use that was counted while the invoice of its month was issued comes with the next one', async () => {
  await using app = await testApp({ now: '2026-03-31T12:00:00Z' });
  const { payer } = await sellerAndPayer(app);
  await billFrom(app, '2026-03-01');
  const messages = async (at: string) => {
    app.clock.set(at);
    assert.equal((await issueInvoices(app)).issued, 1);
    const { rows } = await sql<{ quantity: number; usesFrom: string }>`
      select l.quantity, (select uses_from::text from billing b where b.company_id = i.company_id) as uses_from
      from invoices i left join invoice_lines l on l.company_id = i.company_id and l.invoice_id = i.id and l.kind = 'sms'
      order by i.number desc limit 1`.execute(app.database.read);
    return [rows[0]?.quantity, rows[0]?.usesFrom];
  };
  await useSms(app, payer.id, 10_000);
  assert.deepEqual(await messages('2026-04-01T12:00:00Z'), [1, '2026-03-01']);
  app.clock.set('2026-03-31T12:00:00Z');
  await useSms(app, payer.id, 10_000);
  assert.deepEqual(await messages('2026-05-01T12:00:00Z'), [1, '2026-04-01']);
  assert.deepEqual(await messages('2026-06-01T12:00:00Z'), [null, '2026-04-01']);
});

test('while details of the seller are missing, nothing is issued, and the operator sees which', async () => {
  await using app = await testApp();
  const { sys } = await sellerAndPayer(app);
  await billFrom(app, '2026-02-01');
  await app.database.write.updateTable('seller').set({ address: '', vatRate: null }).execute();
  assert.deepEqual(await issueInvoices(app), { issued: 0, missing: ['address', 'vatRate'], withoutTerms: [] });
  assert.deepEqual((await app.call(getMissing, {}, sys)).answer.missing, ['address', 'vatRate']);
  await app.database.write.updateTable('seller').set({ address: 'Riga', vatRate: 21 }).execute();
  assert.equal((await issueInvoices(app)).issued, 1);
});

test('a month without terms for each of its days waits for them, and both sides read why', async () => {
  await using app = await testApp();
  const { payer, admin, sys } = await sellerAndPayer(app);
  await billFrom(app, '2026-02-01');
  await app.database.write
    .updateTable('companyTerms')
    .set({ valid: '[2026-02-15,)' })
    .where('companyId', '=', payer.id)
    .execute();
  assert.deepEqual(await issueInvoices(app), { issued: 0, missing: [], withoutTerms: [payer.name] });
  assert.deepEqual((await app.call(getMissing, {}, sys)).answer.withoutTerms, [payer.name]);
  assert.equal((await app.call(getNext, {}, admin)).answer.hasTerms, true);
  assert.ok((await verifyBooks(app.database)).some(({ check }) => check === 'termsEveryDay'));
  await app.database.write
    .updateTable('companyTerms')
    .set({ valid: '(,)' })
    .where('companyId', '=', payer.id)
    .execute();
  assert.deepEqual(await issueInvoices(app), { issued: 1, missing: [], withoutTerms: [] });
  await app.database.write.deleteFrom('companyTerms').where('companyId', '=', payer.id).execute();
  const { answer: next } = await app.call(getNext, {}, admin);
  assert.deepEqual([next.hasTerms, next.lines], [false, []]);
});

for (const killed of [false, true]) {
  const when = killed ? ', while connections are killed between any two statements' : '';
  test(`two runs at once issue one invoice for each company and month, numbered 1 to n${when}`, async () => {
    await using app = await testApp();
    await sellerAndPayer(app);
    for (let made = 0; made < 120; made++) await buildCompany(app);
    await setTerms(app, { monthlyCost: 5 });
    await billFrom(app, '2025-12-01');
    const run = async () => {
      for (let round = 0; round < 8; round++) await issueInvoices(app).catch((error) => assert.ok(killed, error));
    };
    const both = () => Promise.all([run(), run()]);
    if (killed) assert.ok((await whileKilled(app, both)) > 0);
    else await both();
    await issueInvoices(app);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from companies`.execute(
      app.database.read,
    );
    assert.deepEqual(await issued(app), upTo(3 * (rows[0]?.count ?? 0)));
    assert.deepEqual(await verifyBooks(app.database), []);
  });
}
