// Tests of the export of the till: each row against what was recorded.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { type BasketLine, tills } from '#contract/till/tills.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildProduct, buildTill } from '#server/testing/build/till.ts';
import { testApp } from '#server/testing/test-app.ts';

async function shop() {
  const app = await testApp();
  const business = await buildBusiness(app, { actions: ['user', 'admin'] });
  const { company, location } = business;
  const as = await signIn(app, business.employee);
  const till = await buildTill(app, { companyId: company.id, locationId: location.id });
  const { registerId } = till;
  const product = await buildProduct(app, { companyId: company.id, barcode: '4006381333931' });
  const sell = (lines: Partial<BasketLine>[], payments: Payment[], more: object = {}) =>
    app.call(tills.sell, { id: randomUUID(), registerId, lines: lines as BasketLine[], payments, ...more }, as);
  const today = app.clock.now().toZonedDateTimeISO(location.timeZone).toPlainDate().toString();
  return { ...app, ...business, ...till, as, product, sell, today };
}

interface Payment {
  method: 'cash' | 'card' | 'transfer';
  amount: number;
  given?: number;
}

type Row = Record<string, string>;

function rowsOf(body: string): Row[] {
  assert.ok(body.startsWith('\uFEFF'), 'UTF-8 is marked');
  return parse(body, { bom: true, columns: true }) as Row[];
}

const sum = (rows: readonly Row[], column: string) =>
  Math.round(rows.reduce((total, row) => total + Number(row[column]), 0) * 100) / 100;

test('a row for each line of each receipt has its facts, and they add up', async () => {
  await using app = await shop();
  const { as, registerId, sessionId, product, today, location } = app;
  const basketId = randomUUID();
  const begun = app.clock.now();
  const lines = [
    { productId: product.id, unitPrice: 12.5, quantity: 3, discount: 1.5, discountPercent: 4 },
    { name: '=HYPERLINK("x")', unitPrice: 9.99, vatRate: 21 },
    { name: '-Coupon, "small"', unitPrice: 0.01, vatRate: 12 },
  ];
  await app.call(
    tills.saveBasket,
    { id: basketId, registerId, revision: 0, lines: lines as unknown as BasketLine[] },
    as,
  );
  app.clock.advance({ minutes: 3 });
  const sale = await app.sell(
    lines,
    [
      { method: 'cash', amount: 20, given: 50 },
      { method: 'card', amount: 26 },
    ],
    { id: basketId },
  );
  assert.equal(sale.status, 200, sale.body);
  app.clock.advance({ minutes: 1 });
  const refund = await app.call(
    tills.refund,
    {
      ...{ id: randomUUID(), registerId, receiptId: sale.answer.id },
      ...{ lines: [{ position: 0, quantity: 1 }], method: 'cash' },
    },
    as,
  );
  assert.equal(refund.status, 200, refund.body);
  await app.call(tills.move, { id: randomUUID(), registerId, kind: 'out', amount: 5, reason: '@bank' }, as);
  await app.call(tills.close, { registerId, sessionId, countedCash: 0 }, as);

  const file = await app.call(tills.export, { start: today, end: today, registerId }, as);
  assert.equal(file.status, 200, file.body);
  assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8');
  const rows = rowsOf(file.body);
  assert.deepEqual(
    rows.map(({ kind, line, line_kind }) => [kind, line, line_kind].filter(Boolean).join(' ')),
    [
      'opened',
      ...['sale 0 product', 'sale 1 discount', 'sale 2 product', 'sale 3 product'],
      ...['refund 0 product', 'refund 1 discount'],
      ...['out', 'difference', 'closed'],
    ],
  );
  const sold = rows.filter(({ kind }) => kind === 'sale');
  const [first, discount, formula, coupon] = sold;
  const { answer } = sale;
  assert.ok(first && discount && formula && coupon);
  assert.partialDeepStrictEqual(first, {
    ...{ register_id: registerId, terminal_id: registerId, session_id: sessionId, z_number: '1', day: today },
    ...{ location: location.name, time_zone: location.timeZone, receipt_id: answer.id, receipt_number: '1' },
    ...{ receipt_started_at: begun.toString(), receipt_ended_at: begun.add({ minutes: 3 }).toString() },
    ...{ receipt_amount: '46', receipt_cash: '20', receipt_card: '26', receipt_transfer: '0' },
    ...{ receipt_given: '50', receipt_change: '30', receipt_payments: 'cash:20:50:30|card:26::' },
    ...{ name: 'Shampoo', product_id: product.id, barcode: '4006381333931', quantity: '3', unit_price: '12.5' },
    ...{ amount: '37.5', vat_rate: '21', receipt_refunds_id: '', receipt_device_number: '' },
  });
  assert.equal(first.person, answer.person);
  assert.deepEqual([discount.discounts_line, discount.amount, discount.refunds_line], ['0', '-1.5', '']);
  assert.deepEqual(
    rows.filter(({ line_kind }) => line_kind === 'discount').map(({ discount_percent }) => discount_percent),
    ['4', '4'],
  );
  // Formulas are text, numbers are numbers.
  assert.deepEqual([formula.name, coupon.name], [`'=HYPERLINK("x")`, `'-Coupon, "small"`]);
  for (const { rate, net, vat, amount } of answer.vat) {
    const own = sold.filter((row) => row.vat_rate === String(rate));
    assert.deepEqual([sum(own, 'net'), sum(own, 'vat'), sum(own, 'amount')], [net, vat, amount]);
  }
  const back = rows.filter(({ kind }) => kind === 'refund');
  assert.equal(sum(back, 'amount'), refund.answer.amount);
  assert.deepEqual(
    back.map((row) => [row.refunds_line, row.receipt_refunds_id, row.receipt_refunds_number]),
    [
      ['0', answer.id, '1'],
      ['1', answer.id, '1'],
    ],
  );
  assert.deepEqual(
    rows.filter(({ line }) => line === '').map(({ kind, name, amount }) => [kind, name, amount]),
    [
      ['opened', '', '0'],
      ['out', `'@bank`, '-5'],
      ['difference', '', String(-(20 - 12 - 5))],
      ['closed', '', '0'],
    ],
  );
  const { rows: journal } = await sql<{ entry: number; hash: string }>`
    select entry, encode(hash, 'hex') as hash from till_journal where register_id = ${registerId} order by entry`.execute(
    app.database.read,
  );
  assert.deepEqual(
    [...new Map(rows.map((row) => [Number(row.journal_entry), row.journal_hash]))],
    journal.map(({ entry, hash }) => [entry, hash]),
  );
});

test('numbers of fiscal devices that were entered or changed are rows with the number before', async () => {
  await using app = await shop();
  const { as, registerId, product, today } = app;
  const { write } = app.database;
  await write.updateTable('tillPlaces').set({ mode: 'beside' }).execute();
  const { answer } = await app.sell([{ productId: product.id, unitPrice: 12.5 }], [{ method: 'card', amount: 12.5 }]);
  for (const number of ['=1', 'EKA 2']) await app.call(tills.setDeviceNumber, { id: answer.id, number }, as);
  const rows = rowsOf((await app.call(tills.export, { start: today, end: today, registerId }, as)).body);
  assert.deepEqual(
    rows.map(({ kind, name, amount, receipt_id, receipt_number, receipt_device_number, person }) =>
      [kind, name, amount, receipt_id, receipt_number, receipt_device_number, person].join(),
    ),
    [
      `opened,,0,,,,`,
      `sale,Shampoo,12.5,${answer.id},1,EKA 2,${answer.person}`,
      `device_number,,,${answer.id},1,'=1,${answer.person}`,
      `device_number,'=1,,${answer.id},1,EKA 2,${answer.person}`,
    ],
  );
});

test('a period has its days alone, in the zone of the register, and more than a batch', async () => {
  await using app = await shop();
  const { registerId, product, location } = app;
  const day = (offset: number) =>
    app.clock.now().toZonedDateTimeISO(location.timeZone).toPlainDate().add({ days: offset }).toString();
  const yesterday = day(0);
  const sellOne = (caller: { cookie: string }) =>
    app.call(
      tills.sell,
      {
        ...{ id: randomUUID(), registerId },
        lines: [{ productId: product.id, unitPrice: 12.5 }],
        payments: [{ method: 'card', amount: 12.5 }],
      },
      caller,
    );
  assert.equal((await sellOne(app.as)).status, 200);
  app.clock.advance({ hours: 24 });
  const as = await signIn(app, app.employee);
  const count = 230;
  for (let at = 0; at < count; at++) assert.equal((await sellOne(as)).status, 200);
  const exportOf = async (start: string, end: string) =>
    rowsOf((await app.call(tills.export, { start, end }, as)).body).filter(({ kind }) => kind === 'sale');
  const today = await exportOf(day(0), day(0));
  assert.deepEqual(
    today.map(({ receipt_number }) => Number(receipt_number)),
    Array.from({ length: count }, (_, at) => at + 2),
  );
  assert.equal((await exportOf(yesterday, yesterday)).length, 1);
  assert.equal((await exportOf(day(0), yesterday)).length, count + 1, 'ends in either order');
  assert.equal((await exportOf('2020-01-01', '2020-12-31')).length, 0);
  for (const input of [
    { start: 'yesterday', end: day(0) },
    { start: day(0), end: '2026-02-30' },
  ]) {
    assert.equal((await app.call(tills.export, input, as)).status, 417);
  }
  assert.equal(
    (await app.call(tills.export, { start: day(0), end: day(0), registerId: randomUUID() }, as)).status,
    404,
  );
});

test('a local administrator exports the registers of their locations alone', async () => {
  await using app = await shop();
  const { company, location, product, today } = app;
  const elsewhere = await buildLocation(app, company);
  const other = await buildTill(app, { companyId: company.id, locationId: elsewhere.id });
  await app.sell([{ productId: product.id, unitPrice: 12.5 }], [{ method: 'card', amount: 12.5 }]);
  const local = await signIn(app, await buildEmployee(app, elsewhere, { actions: ['lcladmin'] }));
  const user = await signIn(app, await buildEmployee(app, location, { actions: ['user'] }));
  const period = { start: today, end: today };
  const rows = rowsOf((await app.call(tills.export, period, local)).body);
  assert.deepEqual([...new Set(rows.map(({ register_id }) => register_id))], [other.registerId]);
  assert.equal((await app.call(tills.export, { ...period, registerId: app.registerId }, local)).status, 404);
  assert.equal((await app.call(tills.export, period, user)).status, 403);

  // A register that is moved leaves its acts where they were recorded.
  const { write } = app.database;
  await write.updateTable('devices').set({ locationId: location.id }).where('id', '=', other.registerId).execute();
  for (const input of [period, { ...period, registerId: other.registerId }]) {
    const moved = rowsOf((await app.call(tills.export, input, local)).body);
    assert.deepEqual([...new Set(moved.map(({ register_id }) => register_id))], [other.registerId]);
  }
});
