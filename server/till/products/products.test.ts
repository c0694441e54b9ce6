// Tests of the products of a company: who changes them, their barcodes, prices and rates of VAT.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { companyProducts } from '#contract/till/products.ts';
import { tills } from '#contract/till/tills.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildTill } from '#server/testing/build/till.ts';
import { testApp } from '#server/testing/test-app.ts';

const { insert, update, getAll, getById } = companyProducts.operations;
const remove = companyProducts.operations.delete;

async function shop() {
  const app = await testApp();
  const business = await buildBusiness(app, { actions: ['user', 'admin'] });
  const as = await signIn(app, business.employee);
  const local = await signIn(app, await buildEmployee(app, business.location, { actions: ['lcladmin'] }));
  const user = await signIn(app, await buildEmployee(app, business.location, { actions: ['user'] }));
  return { ...app, ...business, as, local, user };
}

test('administrators change products, local administrators see them, others do not', async () => {
  await using app = await shop();
  const { as, local, user } = app;
  const added = await app.call(insert, { name: 'Shampoo', price: 12.5, vatRate: 21 }, as);
  assert.equal(added.status, 200, added.body);
  const { id } = added.answer;
  assert.deepEqual((await app.call(getAll, {}, local)).answer, [added.answer]);
  for (const caller of [local, user]) {
    assert.equal((await app.call(insert, { name: 'Comb', price: 1 }, caller)).status, 403);
    assert.equal((await app.call(update, { id, price: 1 }, caller)).status, 403);
    assert.equal((await app.call(remove, { id }, caller)).status, 403);
  }
  assert.equal((await app.call(getAll, {}, user)).status, 403);
});

test('a barcode is trimmed and belongs to one product, whose name the refusal says', async () => {
  await using app = await shop();
  const { as } = app;
  const shampoo = await app.call(insert, { name: 'Shampoo', barcode: ' 4006381333931 ', price: 12.5 }, as);
  assert.equal(shampoo.answer.barcode, '4006381333931');
  const twice = await app.call(insert, { name: 'Comb', barcode: '4006381333931', price: 2 }, as);
  assert.equal(twice.status, 417);
  assert.deepEqual(twice.complaints, [{ Key: 'Barcode', Message: '“Shampoo” has this barcode already.' }]);
  const comb = await app.call(insert, { name: 'Comb', barcode: 'OWN-7', price: 2 }, as);
  const changed = await app.call(update, { id: comb.answer.id, barcode: '4006381333931' }, as);
  assert.equal(changed.status, 417);
  // Its own may be given again; a wrong check digit is no reason to refuse a code of the shop's own.
  for (const barcode of ['OWN-7', '4006381333930', '']) {
    assert.equal((await app.call(update, { id: comb.answer.id, barcode }, as)).status, 200, barcode);
  }
  // Several products have none.
  assert.equal((await app.call(insert, { name: 'Brush', price: 3 }, as)).status, 200);
  for (const barcode of ['=1+1', '<b>', '1\n2', 'x'.repeat(49), '-1']) {
    assert.equal((await app.call(insert, { name: 'Odd', barcode, price: 1 }, as)).status, 417, barcode);
  }
  const others = await Promise.all(
    [1, 2, 3].map((number) => app.call(insert, { name: `Wax ${number}`, barcode: 'WAX', price: 1 }, as)),
  );
  assert.deepEqual(others.map(({ status }) => status).sort(), [200, 417, 417]);
});

test('a price is zero or more, in cents, and rates of VAT have different first days', async () => {
  await using app = await shop();
  const { as } = app;
  assert.equal((await app.call(insert, { name: 'Sample', price: 0 }, as)).status, 200);
  for (const price of [-0.01, -5, 0.001, 1_000_001]) {
    assert.equal((await app.call(insert, { name: 'Wrong', price }, as)).status, 417, String(price));
  }
  const rates = (...vatRates: { from: string; rate: number }[]) =>
    app.call(insert, { name: 'Wax', price: 10, vatRate: 21, vatRates }, as);
  assert.equal((await rates({ from: '2026-04-01', rate: 22 }, { from: '2026-04-01', rate: 23 })).status, 417);
  assert.equal((await rates({ from: '2026-04-01', rate: 101 })).status, 417);
  const wax = await rates({ from: '2026-04-01', rate: 22 }, { from: '2027-01-01', rate: 23 });
  const { id, version } = wax.answer;
  const fewer = await app.call(update, { id, version, vatRates: [{ from: '2026-04-01', rate: 24 }] }, as);
  assert.deepEqual(fewer.answer.vatRates, [{ from: '2026-04-01', rate: 24 }]);
  const old = await app.call(update, { id, version, price: 11 }, as);
  assert.equal(old.status, 409, 'another one has changed its rates since');
});

test('a sold product can be deleted, and restored: its receipts keep what they were', async () => {
  await using app = await shop();
  const { as, company, location } = app;
  const { registerId } = await buildTill(app, { companyId: company.id, locationId: location.id });
  const { id } = (await app.call(insert, { name: 'Shampoo', barcode: '123', price: 10, vatRate: 21 }, as)).answer;
  const sale = await app.call(
    tills.sell,
    {
      ...{ id: randomUUID(), registerId },
      lines: [{ productId: id, unitPrice: 10 }],
      payments: [{ method: 'cash', amount: 10 }],
    },
    as,
  );
  assert.equal(sale.status, 200, sale.body);
  assert.equal((await app.call(remove, { id }, as)).status, 204);
  assert.equal((await app.call(getById, { id }, as)).status, 404);
  const kept = await app.call(tills.getReceipt, { id: sale.answer.id }, as);
  assert.deepEqual(kept.answer.lines, sale.answer.lines);
  const again = await app.call(companyProducts.operations.restore, { id }, as);
  assert.equal(again.answer.barcode, '123');
});
