// Tests of how invoices are paid: by payments, and by transfers that the operator confirms.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { reminders } from '#contract/messaging/feed.ts';
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { companyPayments, systemPayments } from '#contract/money/payments.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildCompany } from '#server/testing/build/business.ts';
import { buildInvoice } from '#server/testing/build/invoices.ts';
import { sellerAndPayer } from '#server/testing/build/invoicing.ts';
import { testApp } from '#server/testing/test-app.ts';
import { referenceOf } from './pdf/invoice-document.ts';

const { pay } = companyInvoices.operations;
const { confirmTransfer, credit } = systemInvoices.operations;
const { manualConfirm, manualCancel } = systemPayments.operations;

test('an invoice has one open payment, also in two tabs; what is paid beyond it becomes deposit', async () => {
  await using app = await testApp();
  const { payer, admin, sys } = await sellerAndPayer(app);
  const { id } = await buildInvoice(app, payer, { cents: 4_000 });
  const tabs = await Promise.all([1, 2, 3].map(() => app.call(pay, { id }, admin)));
  const ids = new Set(tabs.map(({ answer }) => answer.id));
  assert.equal(ids.size, 1);
  const received = (await app.call(reminders.getByCreatedAndUser, {}, sys)).answer;
  assert.deepEqual(
    received.map(({ type, text }) => [type, text]),
    [['paymentNew', `New payment of €40 from ${payer.name}`]],
    'the operator is told once',
  );
  const payment = tabs[0]?.answer.id ?? assert.fail();
  const { answer: list } = await app.call(companyPayments.operations.getPaginated, {}, admin);
  assert.deepEqual([list.payments[0]?.amount, list.payments[0]?.invoice?.number], [40, 'INV-000001']);
  await app.call(manualConfirm, { id: payment }, sys);
  const stateOf = async () => (await app.call(companyInvoices.operations.getById, { id }, admin)).answer.state;
  assert.equal(await stateOf(), 'paid');
  assert.equal((await app.call(pay, { id }, admin)).status, 417);
  assert.deepEqual(await verifyBooks(app.database), []);

  await app.call(manualCancel, { id: payment }, sys);
  assert.equal(await stateOf(), 'open');
  const { answer: second } = await app.call(pay, { id }, admin);
  assert.notEqual(second.id, payment);
  const { answer: counted } = await app.call(manualConfirm, { id: second.id }, sys);
  assert.equal(counted.toBalance, 0);
  app.clock.advance({ minutes: 1 });
  const { answer: beyond } = await app.call(manualConfirm, { id: payment }, sys);
  assert.equal(beyond.toBalance, 40);
  const [heard] = (await app.call(reminders.getByCreatedAndUser, {}, admin)).answer;
  assert.equal(heard?.text, 'Your payment of €40 is confirmed; €40 of it is added to the balance');
  assert.deepEqual(await verifyBooks(app.database), []);
  const { rows } = await sql<{
    posted: number;
  }>`select posted::float8 as posted from deposits where company_id = ${payer.id}`.execute(app.database.read);
  assert.equal(rows[0]?.posted, 40);
});

test('an invoice that is settled or credited no longer asks for the money: its open payment is cancelled', async () => {
  await using app = await testApp();
  const { payer, admin, sys } = await sellerAndPayer(app);
  const { id } = await buildInvoice(app, payer, { cents: 4_000 });
  const { answer: first } = await app.call(pay, { id }, admin);
  await app.call(manualCancel, { id: first.id }, sys);
  const { answer: second } = await app.call(pay, { id }, admin);
  // The money of the first one has arrived after all.
  await app.call(manualConfirm, { id: first.id }, sys);
  const stateOf = async (paymentId: string) =>
    (await app.call(companyPayments.operations.getCheckout, { id: paymentId }, admin)).answer.state;
  assert.equal(await stateOf(second.id), 'cancelled');

  const other = await buildInvoice(app, payer, { cents: 2_500 });
  const { answer: third } = await app.call(pay, { id: other.id }, admin);
  app.clock.advance({ minutes: 1 });
  await app.call(credit, { id: other.id }, sys);
  assert.equal(await stateOf(third.id), 'cancelled');
  const [received] = (await app.call(reminders.getByCreatedAndUser, {}, admin)).answer;
  assert.deepEqual([received?.type, received?.link], ['paymentCancelled', `/app/company/payments?open=${third.id}`]);
  assert.equal((await app.call(pay, { id: other.id }, admin)).status, 417);
  const moves = await app.database.read
    .selectFrom('paymentMoves')
    .select('kind')
    .where('paymentId', '=', third.id)
    .execute();
  assert.deepEqual(moves, [{ kind: 'cancelled' }]);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('the operator confirms a transfer by the reference of the invoice, with and without a payment, once', async () => {
  await using app = await testApp();
  const { payer, admin, sys } = await sellerAndPayer(app);
  const without = await buildInvoice(app, payer, { cents: 4_000 });
  const withPayment = await buildInvoice(app, payer, { cents: 2_500 });
  const { answer: asked } = await app.call(pay, { id: withPayment.id }, admin);
  const { answer: checkout } = await app.call(companyPayments.operations.getCheckout, { id: asked.id }, admin);
  assert.equal(checkout.reference, referenceOf('INV-000002'), 'as on the document');
  assert.deepEqual(checkout.invoice, { number: 'INV-000002' });

  const search = `reference:${referenceOf('INV-000001')}`;
  const found = await app.call(systemInvoices.operations.getPaginated, { search }, sys);
  assert.deepEqual(
    found.answer.invoices.map(({ id, reference }) => [id, reference]),
    [[without.id, referenceOf('INV-000001')]],
  );
  const tabs = await Promise.all([1, 2, 3].map(() => app.call(confirmTransfer, { id: without.id }, sys)));
  assert.deepEqual(tabs.map(({ status }) => status).toSorted(), [200, 417, 417]);
  assert.equal(tabs.find(({ status }) => status === 200)?.answer.state, 'paid');
  const both = await Promise.all([
    app.call(confirmTransfer, { id: withPayment.id }, sys),
    app.call(manualConfirm, { id: asked.id }, sys),
  ]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 417]);
  const { answer } = await app.call(systemPayments.operations.getPaginated, {}, sys);
  assert.deepEqual(
    answer.payments.map(({ reference, amount, state }) => [reference, amount, state]).toSorted(),
    [
      [referenceOf('INV-000002'), 25, 'confirmed'],
      [referenceOf('INV-000001'), 40, 'confirmed'],
    ].toSorted(),
  );
  const [received] = (await app.call(reminders.getByCreatedAndUser, {}, admin)).answer;
  assert.equal(received?.type, 'paymentConfirmed');
  assert.equal((await app.call(confirmTransfer, { id: randomUUID() }, sys)).status, 404);
  assert.equal((await app.call(confirmTransfer, { id: without.id }, admin)).status, 403);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('the invoice of another company is unknown, and its amount never comes from a body', async () => {
  await using app = await testApp();
  const { payer, admin } = await sellerAndPayer(app);
  const other = await buildCompany(app);
  const { id } = await buildInvoice(app, other);
  assert.equal((await app.call(pay, { id }, admin)).status, 404);
  const own = await buildInvoice(app, payer, { cents: 4_000 });
  const payload = { Id: own.id, GrandTotal: 1, Open: 1, Paid: true };
  const answer = await app.server.inject({ method: 'POST', url: '/api/company/invoices/Pay', payload, headers: admin });
  assert.equal(answer.statusCode, 200);
  const paid = await app.database.read.selectFrom('payments').select('amount').executeTakeFirstOrThrow();
  assert.equal(Number(paid.amount), 40);
});
