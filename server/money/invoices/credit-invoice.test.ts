// Tests of credit notes, and of invoices that are issued again.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { companyBilling, systemBilling } from '#contract/money/billing.ts';
import { systemInvoices } from '#contract/money/invoices.ts';
import { systemPayments } from '#contract/money/payments.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { billFrom, sellerAndPayer, useSms } from '#server/testing/build/invoicing.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';
import { issueInvoices } from './issue-invoices.ts';

const { update } = companyBilling;
const { checkVatId } = systemBilling.operations;
const { credit, issueAgain } = systemInvoices.operations;
const { manualConfirm, manualCancel } = systemPayments.operations;

test('a credit note moves what was paid to the deposit; the month is issued again once, with the same uses', async () => {
  await using app = await testApp({ now: '2026-03-20T08:00:00Z' });
  const { payer } = await sellerAndPayer(app);
  await billFrom(app, '2026-03-01');
  await useSms(app, payer.id, 12_149);
  app.clock.set('2026-04-01T08:00:00Z');
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  await issueInvoices(app);
  const { id } = await app.database.read.selectFrom('invoices').select('id').executeTakeFirstOrThrow();
  const payment = randomUUID();
  await sql`insert into payments (company_id, id, amount, created_at, invoice_id) values (${payer.id}, ${payment}, 12.1, now(), ${id})`.execute(
    app.database.write,
  );
  await app.call(manualConfirm, { id: payment }, sys);
  assert.equal((await app.call(issueAgain, { id }, sys)).status, 417);
  const { answer: note } = await app.call(credit, { id }, sys);
  assert.deepEqual([note.number, note.grandTotal, note.state], ['CN-000001', -13.31, 'creditNote']);
  assert.equal((await app.call(credit, { id }, sys)).status, 417);
  assert.equal((await app.call(credit, { id: note.id }, sys)).status, 417);
  assert.deepEqual(await verifyBooks(app.database), []);

  const { answer: again } = await app.call(issueAgain, { id }, sys);
  assert.deepEqual(
    [again.number, again.grandTotal, again.open, again.periodStart],
    ['INV-000002', 13.31, 12.1, '2026-03-01'],
  );
  assert.equal((await app.call(issueAgain, { id }, sys)).status, 417);
  assert.deepEqual(await verifyBooks(app.database), []);
  await app.call(manualCancel, { id: payment }, sys);
  assert.deepEqual(await verifyBooks(app.database), []);
  await app.call(manualConfirm, { id: payment }, sys);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('an invoice that is issued again has the category of VAT of now: the number of the buyer was not checked', async () => {
  await using app = await testApp({ now: '2026-03-20T08:00:00Z' });
  const { payer, admin } = await sellerAndPayer(app);
  await billFrom(app, '2026-03-01');
  await useSms(app, payer.id, 12_149);
  const buyer = { name: 'Buyer GmbH', address: 'Hauptstraße 1, Berlin', country: 'DE', vatId: 'DE129273398' };
  assert.equal((await app.call(update, { ...buyer, version: '' }, admin)).status, 200);
  app.clock.set('2026-04-01T08:00:00Z');
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  await issueInvoices(app);
  const vatOf = async (id: string) => {
    const { rows } = await sql<{ categories: string }>`
      select string_agg(concat_ws(' ', category, rate, basis, vat), ', ') || ' / ' ||
        (select string_agg(distinct concat_ws(' ', vat_category, vat_rate), ', ') from invoice_lines where invoice_id = ${id})
        as categories from invoice_vat where invoice_id = ${id}`.execute(app.database.read);
    return rows[0]?.categories;
  };
  const { id } = await app.database.read.selectFrom('invoices').select('id').executeTakeFirstOrThrow();
  assert.equal(await vatOf(id), 'S 21.00 11.00 2.31 / S 21.00');
  const checked = await app.call(checkVatId, { id: payer.id, vatId: 'DE129273398', isChecked: true }, sys);
  assert.equal(checked.status, 200, checked.body);
  const { answer: note } = await app.call(credit, { id }, sys);
  assert.equal(await vatOf(note.id), 'S 21.00 -11.00 -2.31 / S 21.00', 'what it credits, not what holds now');
  const { answer: again } = await app.call(issueAgain, { id }, sys);
  // The deposit paid 1.21 for the messages, of which nothing is VAT now.
  assert.deepEqual([again.net, again.grandTotal], [11.21, 11.21]);
  assert.equal(await vatOf(again.id), 'AE 0.00 11.21 0.00 / AE 0.00');
  assert.deepEqual(await verifyBooks(app.database), []);
});
