// Tests of undoing an import of products.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { bookingImports } from '#contract/booking/import.ts';
import { companyProducts } from '#contract/till/products.ts';
import { tills } from '#contract/till/tills.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildTill } from '#server/testing/build/till.ts';
import { sendFile } from '#server/testing/clients/upload.ts';
import { testApp } from '#server/testing/test-app.ts';

const { import: importFile, previewImport, getAll, insert, update } = companyProducts.operations;

async function shop() {
  const app = await testApp({ now: '2026-11-30T10:00:00Z' });
  const business = await buildBusiness(app, { actions: ['user', 'admin'] });
  const as = await signIn(app, business.employee);
  const send = async (...lines: string[]) => {
    const bytes = Buffer.from(['Name;Barcode;Price;VAT', ...lines].join('\n'));
    const sent = await sendFile(app, importFile, { name: 'prices.csv', bytes }, as);
    assert.equal(sent.status, 200, sent.body);
    return sent.answer;
  };
  const products = async () => (await app.call(getAll, {}, as)).answer;
  const all = async () => (await products()).map(({ name, price }) => `${name} ${price}`).sort();
  const idOf = async (name: string) => (await products()).find((one) => one.name === name)?.id ?? '';
  const imports = async () => (await app.call(bookingImports.getAll, {}, as)).answer;
  const undo = (id: string | undefined) => app.call(bookingImports.undo, { id: id ?? '' }, as);
  return { ...app, ...business, as, send, all, idOf, imports, undo };
}

test('an import of products is undone but for those that were changed or sold since', async () => {
  await using app = await shop();
  const { as, company, location } = app;
  const { registerId } = await buildTill(app, { companyId: company.id, locationId: location.id });
  await app.call(insert, { name: 'Earlier', barcode: 'E-1', price: 4 }, as);
  await app.send('Earlier;E-1;5;21', 'Comb;;2;21', 'Wax;4006381333931;8,50;', 'Oil;;9;', 'Gel;;7;', 'Mask;;6;');
  const change = async (name: string, values: object) => {
    const { status, body } = await app.call(update, { id: await app.idOf(name), ...values }, as);
    assert.equal(status, 200, body);
  };
  await change('Oil', { price: 10 });
  await change('Gel', { vatRates: [{ from: '2027-01-01', rate: 22 }] });
  const line = { productId: await app.idOf('Mask'), unitPrice: 6 };
  const payments = [{ method: 'cash' as const, amount: 6 }];
  const sale = await app.call(tills.sell, { id: randomUUID(), registerId, lines: [line], payments }, as);
  assert.equal(sale.status, 200, sale.body);

  const [imported] = await app.imports();
  assert.deepEqual(
    [imported?.kind, imported?.fileName, imported?.state, imported?.counts],
    ['products', 'prices.csv', 'done', { services: 0, appointments: 0, customers: 0, products: 5 }],
  );
  const { answer } = await app.undo(imported?.id);
  assert.deepEqual(answer, {
    removed: { services: 0, appointments: 0, customers: 0, products: 2 },
    kept: [
      { kind: 'product', name: 'Gel', start: null, reason: 'changed' },
      { kind: 'product', name: 'Mask', start: null, reason: 'used' },
      { kind: 'product', name: 'Oil', start: null, reason: 'changed' },
    ],
  });
  assert.deepEqual(await app.all(), ['Earlier 5', 'Gel 7', 'Mask 6', 'Oil 10']);
  assert.deepEqual((await app.imports())[0]?.state, 'undone');
  assert.equal((await app.undo(imported?.id)).status, 409);
  // The same file adds them again.
  const again = await app.send('Comb;;2;21');
  assert.deepEqual([again.added, (await app.all()).length], [1, 5]);
});

test('a product that a later file changed stays when either import is undone', async () => {
  await using app = await shop();
  await app.send('Comb;;2;21', 'Wax;;8;21');
  app.clock.advance({ minutes: 1 });
  await app.send('Comb;;3;21', 'Brush;;5;21');
  const [second, first] = await app.imports();
  const undone = await app.undo(first?.id);
  assert.deepEqual(
    [undone.answer.removed.products, undone.answer.kept.map(({ name, reason }) => `${name} ${reason}`)],
    [1, ['Comb changed']],
  );
  assert.deepEqual((await app.undo(second?.id)).answer.removed.products, 1);
  assert.deepEqual(await app.all(), ['Comb 3']);
});

test('an import of products can be undone for 24 hours, by its own company', async () => {
  await using app = await shop();
  await app.send('Comb;;2;21');
  const [imported] = await app.imports();
  const other = await signIn(app, (await buildBusiness(app, { actions: ['admin'] })).employee);
  assert.equal((await app.call(bookingImports.undo, { id: imported?.id ?? '' }, other)).status, 404);
  app.clock.advance({ hours: 24, seconds: 1 });
  const as = await signIn(app, app.employee);
  assert.equal((await app.call(bookingImports.getAll, {}, as)).answer[0]?.undoUntil, null);
  assert.equal((await app.call(bookingImports.undo, { id: imported?.id ?? '' }, as)).status, 409);
  assert.equal((await app.call(getAll, {}, as)).answer.length, 1);
});

test('the columns that a person chose are those of the next file with the same headings', async () => {
  await using app = await shop();
  const file = { name: 'list.csv', bytes: Buffer.from('Ware;Listenpreis;Aktionspreis\nKamm;3;2\n') };
  const columns = ['name', 'skip', 'price'];
  const path = `${importFile.path}?${columns.map((one) => `Columns=${one}`).join('&')}`;
  await sendFile(app, { ...importFile, path }, file, app.as);
  assert.deepEqual(await app.all(), ['Kamm 2']);
  const next = await sendFile(app, previewImport, file, app.as);
  assert.deepEqual(
    next.answer.columns.map(({ field }) => field),
    columns,
  );
});
