// Tests of `npm run verify:books`: it says whether the books are right, and ends with 1 when they are not.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { receipts } from '#contract/booking/receipts.ts';
import { visits } from '#contract/booking/visits.ts';
import type { BookCheck } from '#contract/money/books.ts';
import { companyInvoices } from '#contract/money/invoices.ts';
import { systemPayments } from '#contract/money/payments.ts';
import { tills } from '#contract/till/tills.ts';
import { reserve } from '#server/balance/deposits/reserve.ts';
import { settle } from '#server/balance/deposits/settle.ts';
import { transaction } from '#server/db/transaction.ts';
import { type BuiltEmployee, buildBusiness, setTerms } from '#server/testing/build/business.ts';
import { buildAttempt, buildInvoice, buildPayment } from '#server/testing/build/invoices.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildProduct, buildTill } from '#server/testing/build/till.ts';
import { dataFolder, launch, run } from '#server/testing/process.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { verifyBooks } from './verify-books.ts';

async function verify(app: TestApp): Promise<[code: number, output: string]> {
  const { user, host, port, database } = app.database.connection;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts'), '--verify-books'], {
    env: {
      ...process.env,
      DATABASE_URL: `postgresql://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return [code, output.trim()];
}

test('the command names each record that contradicts another', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const { id } = await buildPayment(app, company, { amount: 10 });
  await app.call(systemPayments.operations.manualConfirm, { id }, sys);
  assert.deepEqual(await verify(app), [0, 'The books are right.']);
  await app.database.write.updateTable('payments').set({ manual: null }).execute();
  assert.deepEqual(await verify(app), [
    1,
    `payment ${id}: 10, not 0 (Payments equal their entries)\nRecords that contradict others: 1.`,
  ]);
});

/** A history with each kind of record that the books have. */
async function history(app: TestApp): Promise<void> {
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const [admin, sys] = [
    await signIn(app, employee),
    await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee),
  ];
  await setTerms(app, { monthlyCost: 10 }, company.id);
  const source = { kind: 'sms', id: randomUUID() };
  const { id } = await buildPayment(app, company, { amount: 10 });
  await buildAttempt(app, { companyId: company.id, paymentId: id });
  await app.call(systemPayments.operations.manualConfirm, { id }, sys);
  await transaction({ ...app, db: app.database.write }, async (tx) => {
    await reserve(tx, { companyId: company.id, units: 12_149, source });
    await settle(tx, { companyId: company.id, source });
  });
  for (let made = 0; made < 2; made++) {
    const invoice = await buildInvoice(app, company, { cents: 4_000 });
    const { answer } = await app.call(companyInvoices.operations.pay, { id: invoice.id }, admin);
    await app.call(systemPayments.operations.manualConfirm, { id: answer.id }, sys);
  }
  const part = { calendarId: employee.calendarId, title: 'Cut', start: '2026-03-02T10:00:00Z' };
  const visit = await app.call(visits.insertVisit, { name: 'Mara', acceptClosed: true, parts: [part] }, admin);
  const paid = await app.call(receipts.pay, { visitId: visit.answer.id, amount: 40, method: 'cash' }, admin);
  assert.equal(paid.status, 200, paid.body);
  await daysAtTill(app, employee, admin);
}

/** Two sessions of a register, one of them closed, with sales, a refund and a move of cash. */
async function daysAtTill(app: TestApp, { companyId, locationId }: BuiltEmployee, admin: { cookie: string }) {
  const { registerId, sessionId } = await buildTill(app, { companyId, locationId, mode: 'beside' });
  const product = await buildProduct(app, { companyId });
  const lines = [{ productId: product.id, unitPrice: product.price }];
  const payments = [{ method: 'cash' as const, amount: product.price }];
  const sell = async () =>
    (await app.call(tills.sell, { id: randomUUID(), registerId, lines, payments }, admin)).answer;
  const sale = await sell();
  await app.call(tills.refund, { id: randomUUID(), registerId, receiptId: sale.id }, admin);
  await app.call(tills.move, { id: randomUUID(), registerId, kind: 'in', amount: 5, reason: 'Change' }, admin);
  await app.call(tills.close, { registerId, sessionId, countedCash: 4 }, admin);
  for (const number of ['EKA 17', 'EKA 18'])
    assert.equal((await app.call(tills.setDeviceNumber, { id: sale.id, number }, admin)).status, 200);
  await app.call(tills.open, { registerId, openingCash: 4 }, admin);
  await sell();
}

const entriesOf = (account: string, kind: string) => sql`account = ${account} and transaction_id in (
  select id from transactions where kind = ${kind})`;

/** Adds a sign to a text of the rows of a condition, and takes it away again. */
function mark(column: string, where: RawBuilder<unknown>) {
  const text = sql.ref(column);
  return (sign: 1 | -1) =>
    sql`${text} = case when ${sign}::int = 1 then ${text} || '!' else left(${text}, -1) end where ${where}`;
}

/** For each check: a table, and what makes it wrong by the sign 1 and right again by -1. */
const mistakes: readonly [check: BookCheck, table: string, change: (sign: 1 | -1) => RawBuilder<unknown>][] = [
  ['transactionSums', 'entries', (sign) => sql`amount = amount + ${sign}::int where ${entriesOf('bank', 'payment')}`],
  [
    'ledgerSum',
    'entries',
    (sign) =>
      sql`amount = amount + ${sign}::int where ${entriesOf('vat', 'invoice')} or ${entriesOf('bank', 'payment')}`,
  ],
  ['paymentMoves', 'payment_moves', (sign) => sql`amount = amount + ${sign}::int`],
  [
    'paymentAttempts',
    'payments',
    (sign) => sql`captured = captured + ${sign}::int where id in (select payment_id from payment_attempts)`,
  ],
  ['usageEntries', 'entries', (sign) => sql`amount = amount + ${sign}::int where ${entriesOf('usage', 'sms')}`],
  ['settledHolds', 'usage', (sign) => sql`amount = amount + ${sign}::int`],
  ['invoiceEntries', 'entries', (sign) => sql`amount = amount + ${sign}::int where ${entriesOf('sales', 'invoice')}`],
  [
    'invoiceReceivables',
    'entries',
    (sign) => sql`amount = amount + ${sign}::int where ${entriesOf('receivables', 'invoice')}`,
  ],
  ['invoiceParts', 'invoice_lines', (sign) => sql`net = net + ${sign}::int`],
  ['invoiceHashes', 'invoices', (sign) => sql`due_date = due_date + ${sign}::int`],
  ['invoiceSettlements', 'invoice_settlements', (sign) => sql`amount = amount + ${sign}::int * 100`],
  ['invoiceNumbers', 'invoice_series', (sign) => sql`last_number = last_number + ${sign}::int`],
  ['receiptParts', 'receipts', (sign) => sql`amount = amount + ${sign}::int`],
  ['receiptPayments', 'receipt_payments', (sign) => sql`amount = amount + ${sign}::int where amount > 20`],
  ['receiptRefunds', 'receipt_lines', (sign) => sql`refunded = refunded + ${sign}::int where kind = 'service'`],
  ['tillNumbers', 'till_registers', (sign) => sql`last_number = last_number + ${sign}::int`],
  ['tillChain', 'till_registers', (sign) => sql`last_entry = last_entry + ${sign}::int`],
  ['tillHashes', 'till_moves', (sign) => sql`amount = amount + ${sign}::int where kind = 'in'`],
  ['tillHashes', 'till_device_numbers', mark('number', sql`previous = ''`)],
  ['tillHashes', 'till_device_numbers', mark('previous', sql`previous <> ''`)],
  ['tillDeviceNumbers', 'receipts', mark('device_number', sql`device_number <> ''`)],
  ['tillClosings', 'receipt_payments', (sign) => sql`amount = amount + ${sign}::int where amount < 0`],
  ['tillHashes', 'receipt_lines', mark('name', sql`kind = 'product'`)],
  ['smsPrices', 'unit_prices', (sign) => sql`price = price + ${sign}::int`],
  // Last: a hash cannot be put back.
  ['invoiceChain', 'invoices', () => sql`previous_hash = sha256(previous_hash) where number = 2`],
];

test('each kind of wrong book is found', async () => {
  await using app = await testApp();
  await history(app);
  assert.deepEqual(await verifyBooks(app.database), []);
  for (const [check, table, change] of mistakes) {
    const make = (sign: 1 | -1) =>
      transaction({ ...app, db: app.database.write }, async ({ db }) => {
        await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
        await sql`update ${sql.table(table)} set ${change(sign)}`.execute(db);
        await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
      });
    await make(1);
    const wrong = await verifyBooks(app.database);
    assert.ok(
      wrong.some((one) => one.check === check),
      `${check}: ${JSON.stringify(wrong)}`,
    );
    if (check === 'invoiceChain') continue;
    await make(-1);
    assert.deepEqual(await verifyBooks(app.database), [], check);
  }
});

test('an act at a register that its journal lacks is found', async () => {
  await using app = await testApp();
  await history(app);
  await transaction({ ...app, db: app.database.write }, async ({ db }) => {
    await sql`alter table till_journal disable trigger user`.execute(db);
    await sql`delete from till_journal where kind in ('move', 'number')`.execute(db);
    await sql`alter table till_journal enable trigger user`.execute(db);
  });
  const wrong = await verifyBooks(app.database);
  assert.deepEqual(
    new Set(wrong.map(({ check }) => check)),
    new Set(['tillChain', 'tillEntries']),
    JSON.stringify(wrong),
  );
});

test('a transaction without entries is found', async () => {
  await using app = await testApp();
  await history(app);
  await transaction({ ...app, db: app.database.write }, async ({ db }) => {
    await sql`alter table entries disable trigger user`.execute(db);
    await sql`delete from entries where ${entriesOf('bank', 'payment')} or ${entriesOf('deposits', 'payment')}`.execute(
      db,
    );
    await sql`alter table entries enable trigger user`.execute(db);
  });
  const wrong = await verifyBooks(app.database);
  assert.ok(
    wrong.some(({ check }) => check === 'transactionEntries'),
    JSON.stringify(wrong),
  );
});

test('the command runs beside the product on the embedded database, which serves on, and after it', async () => {
  await using folder = await dataFolder();
  const env = { DATA_DIR: folder.path };
  const command = async () => {
    const { ended, lines } = launch(env, 'node', ['--verify-books']);
    return [await ended, ...lines];
  };
  await using daybook = await run(env);
  assert.deepEqual(await command(), [0, 'The books are right.']);
  assert.equal((await fetch(daybook.url)).status, 200);
  await daybook.stop();
  assert.deepEqual((await command()).slice(0, 1), [0]);
});
