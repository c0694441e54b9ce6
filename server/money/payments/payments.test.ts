// Tests of payments: what a company may ask for, what operators decide, and where the money goes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { company } from '#contract/company/details.ts';
import { reminders } from '#contract/messaging/feed.ts';
import { companyInvoices } from '#contract/money/invoices.ts';
import { companyPayments, paymentActions, paymentStates, systemPayments } from '#contract/money/payments.ts';
import { seller } from '#contract/money/seller.ts';
import { cases } from '#contract/testing/random-cases.ts';
import { reserve } from '#server/balance/deposits/reserve.ts';
import { transaction } from '#server/db/transaction.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildInvoice, buildPayment } from '#server/testing/build/invoices.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { whileKilled } from '#server/testing/faults/kill-connections.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { add, getCheckout, getPaginated } = companyPayments.operations;
const { manualConfirm, manualCancel } = systemPayments.operations;

async function people(app: TestApp) {
  const { company: payer, location, employee } = await buildBusiness(app, { actions: ['admin'], language: 'de' });
  const operator = (await buildBusiness(app, { actions: ['sys', 'admin'] })).employee;
  return { payer, location, employee, admin: await signIn(app, employee), sys: await signIn(app, operator) };
}

async function balanceOf(app: TestApp, headers: { cookie: string }): Promise<number> {
  return (await app.call(company.get, {}, headers)).answer.additionalBalance;
}

/** Sends a body as a client of the specification does. */
async function post(app: TestApp, path: string, payload: object, headers: { cookie: string }) {
  const answer = await app.server.inject({ method: 'POST', url: `/api/${path}`, payload, headers });
  return { status: answer.statusCode, json: answer.json() };
}

test('a company tops up its balance: the operator hears of it and confirms it, then the company hears of that', async () => {
  await using app = await testApp();
  const { admin, sys, payer } = await people(app);
  const { answer: payment } = await app.call(add, { amount: 12.5 }, admin);
  assert.deepEqual(
    [payment.amount, payment.status, payment.state, payment.confirmed, payment.confirmedDate, payment.company],
    [12.5, 0, 'created', false, null, payer.name],
  );
  assert.match(payment.reference, /^RF\d{8,}$/);
  assert.equal(await balanceOf(app, admin), 0);
  const [asked] = (await app.call(reminders.getByCreatedAndUser, {}, sys)).answer;
  assert.deepEqual([asked?.type, asked?.text], ['paymentNew', `New payment of €12.50 from ${payer.name}`]);

  app.clock.advance({ minutes: 5 });
  const { answer: confirmed } = await app.call(manualConfirm, { id: payment.id }, sys);
  assert.deepEqual(
    [confirmed.status, confirmed.confirmed, confirmed.confirmedDate],
    [2, true, '2026-03-02T08:05:00+00:00'],
  );
  assert.equal(await balanceOf(app, admin), 12.5);
  const [received] = (await app.call(reminders.getByCreatedAndUser, {}, admin)).answer;
  assert.deepEqual(
    [received?.type, received?.text],
    ['paymentConfirmed', 'Ihre Zahlung über 12,50\u00a0€ ist bestätigt'],
  );
  assert.equal(received?.link, `/app/company/payments?open=${payment.id}`);
  const { answer: page } = await app.call(getPaginated, {}, admin);
  assert.deepEqual([page.totalRows, page.payments[0]?.id], [1, payment.id]);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('a cancelled payment is told to its company, with the amount; its row says so', async () => {
  await using app = await testApp();
  const { admin, sys, payer } = await people(app);
  const { id } = await buildPayment(app, payer, { amount: 12.5 });
  await app.call(manualConfirm, { id }, sys);
  app.clock.advance({ minutes: 5 });
  const { answer: cancelled } = await app.call(manualCancel, { id }, sys);
  assert.deepEqual(
    [cancelled.status, cancelled.state, cancelled.confirmed, cancelled.confirmedDate],
    [3, 'cancelled', false, null],
  );
  const [received] = (await app.call(reminders.getByCreatedAndUser, {}, admin)).answer;
  assert.deepEqual(
    [received?.type, received?.text],
    ['paymentCancelled', 'Ihre Zahlung über 12,50\u00a0€ ist storniert'],
  );
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('the rows of payments have the fields of the specification', async () => {
  await using app = await testApp();
  const { admin, payer } = await people(app);
  const { id: invoiceId } = await buildInvoice(app, payer, { cents: 4_000 });
  await app.call(companyInvoices.operations.pay, { id: invoiceId }, admin);
  const url = '/api/company/payments/GetPaginated?pageNr=1&rowsPerPage=20&search=&order=-Created';
  const { TotalRows, Payments } = (await app.server.inject({ url, headers: admin })).json();
  const [{ Id, Created, Amount, Status, Confirmed, ConfirmedDate, TransactionId, Invoice, Pdf, Company }] = Payments;
  assert.match(Id, /^[\da-f-]{36}$/);
  assert.match(Created, /^2026-03-02T08:00:00/);
  assert.match(Pdf, /^[\da-f-]{36}$/);
  assert.deepEqual(
    [TotalRows, Amount, Status, Confirmed, ConfirmedDate, TransactionId, Invoice, Company],
    [1, 40, 0, false, null, null, { Id: invoiceId, Number: 'INV-000001' }, payer.name],
  );
});

test('amounts of nothing, below nothing, a million or with three decimals are refused', async () => {
  await using app = await testApp();
  const { admin } = await people(app);
  for (const [Amount, Message] of [
    [0, 'Must be at least 1.'],
    [-5, 'Must be at least 1.'],
    [0.5, 'Must be at least 1.'],
    [1_000_000, 'Must be at most 50,000.'],
    [10.005, 'At most 2 decimals.'],
    ['10', 'This value is not valid.'],
    [null, 'Fill in this field.'],
    [undefined, 'Fill in this field.'],
  ]) {
    const { status, json } = await post(app, 'company/payments/Insert', { Amount }, admin);
    assert.deepEqual([status, json], [417, [{ Key: 'Amount', Message }]], String(Amount));
  }
  for (const [language, Message] of Object.entries({
    de: 'Höchstens 2 Nachkommastellen.',
    es: 'Como máximo 2 decimales.',
    fr: 'Au plus 2 décimales.',
    lt: 'Ne daugiau kaip 2 skaitmenys po kablelio.',
    lv: 'Ne vairāk kā 2 cipari aiz komata.',
  })) {
    const headers = { ...admin, 'accept-language': language };
    const { json } = await post(app, 'company/payments/Insert', { Amount: 10.005 }, headers);
    assert.deepEqual(json, [{ Key: 'Amount', Message }]);
  }
  assert.equal((await app.call(getPaginated, {}, admin)).answer.totalRows, 0);
});

test('status and company never come from a body, and of a decision only the id counts', async () => {
  await using app = await testApp();
  const { admin, sys } = await people(app);
  const { company: other } = await buildBusiness(app, {});
  const forged = { Id: other.id, Amount: 10, Status: 2, Confirmed: true, State: 'confirmed', Company: other.name };
  const { json: added } = await post(app, 'company/payments/Insert', forged, admin);
  assert.deepEqual([added.Status, added.Confirmed, added.Amount], [0, false, 10]);
  assert.notEqual(added.Id, other.id);
  const decided = await post(
    app,
    'system/payments/ManualConfirm',
    { ...added, Amount: 5000, Company: other.name },
    sys,
  );
  assert.deepEqual([decided.status, decided.json.Amount, decided.json.Company], [200, 10, added.Company]);
  assert.equal(await balanceOf(app, admin), 10);
});

test('payments are found by the aliases of the specification, of the last month by default', async () => {
  await using app = await testApp();
  const { sys, payer, employee } = await people(app);
  const { id: old } = await buildPayment(app, payer, { amount: 20 });
  app.clock.advance({ hours: 24 * 32 });
  const again = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const { id } = await buildPayment(app, payer, { amount: 10 });
  const { answer: confirmed } = await app.call(manualConfirm, { id }, again);
  const found = async (query: object) =>
    (await app.call(systemPayments.operations.getPaginated, query, again)).answer.payments.map((row) => row.id);
  assert.deepEqual(await found({}), [id]);
  assert.deepEqual(await found({ startDate: '2026-01-01' }), [id, old]);
  assert.deepEqual(await found({ startDate: '2026-01-01', order: '-Amount' }), [old, id]);
  for (const search of [
    `reference:${confirmed.reference}`,
    `company:${payer.name}`,
    'created:2026-04-03',
    'confirmeddate:2026-04-03',
    'state:confirmed',
  ]) {
    assert.deepEqual(await found({ startDate: '2026-01-01', search: `${search}, amount:10` }), [id], search);
  }
  const invoice = await buildInvoice(app, payer, { cents: 4_000 });
  const admin = await signIn(app, employee);
  const { answer: paying } = await app.call(companyInvoices.operations.pay, { id: invoice.id }, admin);
  assert.deepEqual(await found({ search: 'number:INV-000001' }), [paying.id]);
  assert.deepEqual(await found({ search: 'number:000002' }), []);
  const url = await app.server.inject({ url: '/api/application/GetPayPalTransactionUrl', headers: again });
  assert.match(url.json().Value, /^https:\/\/www\.paypal\.com\//);
  assert.ok(sys);
});

test('each state allows exactly what the table says; a refused decision names the amount and moves nothing', async () => {
  await using app = await testApp();
  const { admin, sys, payer } = await people(app);
  const into = {
    created: [],
    pending: [],
    confirmed: [manualConfirm],
    cancelled: [manualCancel],
  };
  const decisions = { confirm: manualConfirm, cancel: manualCancel } as const;
  for (const state of paymentStates) {
    for (const decision of ['confirm', 'cancel'] as const) {
      const { id } = await buildPayment(app, payer, { amount: 10 });
      if (state === 'pending') {
        await app.database.write.updateTable('payments').set({ seenPending: true }).where('id', '=', id).execute();
      }
      for (const operation of into[state]) await app.call(operation, { id }, sys);
      const before = await balanceOf(app, admin);
      const done = await app.call(decisions[decision], { id }, sys);
      if (paymentActions[state][decision]) {
        assert.equal(done.status, 200, `${decision} ${state}`);
        continue;
      }
      assert.equal(done.status, 417, `${decision} ${state}`);
      const [{ Key, Message }] = JSON.parse(done.body);
      assert.deepEqual([Key, Message], ['Status', `The payment of €10 is ${state} already.`]);
      assert.equal(await balanceOf(app, admin), before);
    }
  }
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('of the same decision in two tabs at once, one is made', async () => {
  await using app = await testApp();
  const { admin, sys, payer } = await people(app);
  const { id } = await buildPayment(app, payer, { amount: 10 });
  for (const [operation, balance] of [
    [manualConfirm, 10],
    [manualCancel, 0],
  ] as const) {
    const answers = await Promise.all([1, 2, 3].map(() => app.call(operation, { id }, sys)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 417, 417]);
    assert.equal(await balanceOf(app, admin), balance);
  }
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('operators decide while connections are killed: each decision is whole or not made', async () => {
  await using app = await testApp();
  const { sys, payer } = await people(app);
  const made = await Promise.all(Array.from({ length: 6 }, () => buildPayment(app, payer, { amount: 10 })));
  const decide = async () => {
    for (let round = 0; round < cases(20, 8); round++) {
      const { id } = made[Math.floor(Math.random() * made.length)] ?? assert.fail();
      const operation = Math.random() < 0.5 ? 'ManualConfirm' : 'ManualCancel';
      const { status } = await post(app, `system/payments/${operation}`, { Id: id }, sys);
      // A killed connection answers 503; its transaction has moved nothing, or all.
      assert.ok([200, 417, 503].includes(status), String(status));
    }
  };
  const kills = await whileKilled(app, () => Promise.all([1, 2, 3, 4].map(decide)));
  assert.ok(kills > 0, `${kills} kills`);
  assert.deepEqual(await verifyBooks(app.database), []);
  const { rows } = await sql`select p.id from payments p left join payment_moves m on m.payment_id = p.id
    group by p.company_id, p.id having coalesce((array_agg(m.kind order by m.step desc))[1], 'created') <> p.status`.execute(
    app.database.read,
  );
  assert.deepEqual(rows, [], 'the status is that of the last decision');
});

test('a cancelled top-up takes back what is free; confirmed again, it pays what is owed first', async () => {
  await using app = await testApp();
  const { admin, sys, payer } = await people(app);
  const { id } = await buildPayment(app, payer, { amount: 10 });
  await app.call(manualConfirm, { id }, sys);
  await transaction({ ...app, db: app.database.write }, (tx) =>
    reserve(tx, { companyId: payer.id, units: 40_000, source: { kind: 'sms', id } }),
  );
  assert.equal(await balanceOf(app, admin), 6);
  await app.call(manualCancel, { id }, sys);
  assert.equal(await balanceOf(app, admin), 0);
  assert.deepEqual(await verifyBooks(app.database), []);
  await app.call(manualConfirm, { id }, sys);
  assert.equal(await balanceOf(app, admin), 6);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('the status is a merge of facts: a decision by hand comes first, then the money that is there', async () => {
  await using app = await testApp();
  const { payer } = await people(app);
  const cases = [
    [{ seenPending: true }, 'pending'],
    [{ seenPending: true, captured: 10 }, 'confirmed'],
    [{ captured: 10, refunded: 4 }, 'confirmed'],
    [{ captured: 10, refunded: 10 }, 'cancelled'],
    [{ captured: 10, disputed: 10 }, 'cancelled'],
    [{ captured: 10, disputed: 10, reinstated: 10 }, 'confirmed'],
    [{ failed: true }, 'cancelled'],
    [{ closed: true }, 'cancelled'],
    [{ closed: true, seenPending: true }, 'pending'],
    [{ closed: true, captured: 10 }, 'confirmed'],
    [{ failed: true, captured: 10 }, 'confirmed'],
    [{ failed: true, manual: 'confirmed' }, 'confirmed'],
    [{ captured: 10, manual: 'cancelled' }, 'cancelled'],
  ] as const;
  for (const [facts, expected] of cases) {
    const { id } = await buildPayment(app, payer);
    const { status } = await app.database.write
      .updateTable('payments')
      .set(facts)
      .where('id', '=', id)
      .returning('status')
      .executeTakeFirstOrThrow();
    assert.equal(status, expected, JSON.stringify(facts));
  }
});

test('administrators of the company and operators see the page of a payment; it is unknown to everyone else', async () => {
  await using app = await testApp();
  const { admin, sys, payer, location, employee } = await people(app);
  const { id } = await buildPayment(app, payer);
  const colleague = await signIn(app, await buildEmployee(app, location));
  const stranger = await signIn(app, (await buildBusiness(app, { actions: ['admin'] })).employee);
  for (const headers of [undefined, colleague, stranger]) {
    assert.equal((await app.call(getCheckout, { id }, headers)).status, 404);
  }
  const { answer: bare } = await app.call(getCheckout, { id }, admin);
  assert.deepEqual([bare.amount, bare.transferCode, bare.providers], [10, null, []], 'the seller has no account yet');
  assert.equal(bare.invoice, null);
  assert.deepEqual(bare.decisions, [], 'the company decides nothing');
  const decisions = async () => {
    const { answer } = await app.call(getCheckout, { id }, sys);
    return [answer.company, answer.state, answer.toBalance, answer.decisions];
  };
  assert.deepEqual(await decisions(), [payer.name, 'created', 0, ['confirm', 'cancel']]);
  await app.call(systemPayments.operations.manualConfirm, { id }, sys);
  assert.deepEqual(await decisions(), [payer.name, 'confirmed', 10, ['cancel']]);
  await app.call(systemPayments.operations.manualCancel, { id }, sys);
  assert.deepEqual(await decisions(), [payer.name, 'cancelled', 0, ['confirm']]);
  assert.ok(employee);
});

test('the page of a payment has the details of a transfer, and a code with all of them', async () => {
  await using app = await testApp();
  const { admin, sys, payer } = await people(app);
  const details = {
    name: 'Daybook SIA',
    iban: 'de89 3704 0044 0532 0130 00',
    bic: 'cobadeffxxx',
    timeZone: 'Europe/Riga',
  };
  const { answer: saved } = await app.call(seller.update, details, sys);
  assert.equal(saved.iban, 'DE89370400440532013000');
  const { id } = await buildPayment(app, payer, { amount: 1234.5 });
  const { answer } = await app.call(getCheckout, { id }, admin);
  assert.equal(
    answer.transferCode,
    `BCD\n002\n1\nSCT\nCOBADEFFXXX\nDaybook SIA\nDE89370400440532013000\nEUR1234.50\n\n${answer.reference}`,
  );
  // ISO 11649: with `RF00` at the end and letters as numbers, the remainder by 97 is 1.
  const rotated = `${answer.reference.slice(4)}2715${answer.reference.slice(2, 4)}`;
  assert.equal(BigInt(rotated) % 97n, 1n);
});

test('the seller has one account that can exist, and two operators do not overwrite each other', async () => {
  await using app = await testApp();
  const { sys } = await people(app);
  for (const [given, key] of [
    [{ iban: 'DE89370400440532013001' }, 'IBAN'],
    [{ bic: 'COBA' }, 'BIC'],
    [{ vatId: 'DE136695977' }, 'VatId'],
    [{ timeZone: 'Europe/Nowhere' }, 'TimeZone'],
  ] as const) {
    const refused = await app.call(seller.update, given, sys);
    assert.deepEqual([refused.status, JSON.parse(refused.body)[0].Key], [417, key]);
  }
  const { answer: withVat } = await app.call(seller.update, { vatId: 'de 136.695-976' }, sys);
  assert.equal(withVat.vatId, 'DE136695976');
  const { answer: before } = await app.call(seller.get, {}, sys);
  assert.equal((await app.call(seller.update, { name: 'One', version: before.version }, sys)).status, 200);
  assert.equal((await app.call(seller.update, { name: 'Two', version: before.version }, sys)).status, 409);
  assert.equal((await app.call(seller.get, {}, sys)).answer.name, 'One');
});

test('books that contradict each other are found', async () => {
  await using app = await testApp();
  const { sys, payer } = await people(app);
  const { id } = await buildPayment(app, payer, { amount: 10 });
  await app.call(manualConfirm, { id }, sys);
  await app.database.write.updateTable('deposits').set({ posted: 11, held: 1 }).execute();
  await app.database.write.updateTable('payments').set({ manual: null }).execute();
  const wrong = await verifyBooks(app.database);
  assert.deepEqual(
    wrong.map(({ check }) => check),
    ['depositEntries', 'openHolds', 'paymentEntries'],
  );
});
