// Tests of products in workbooks: prices, barcodes and rates of VAT that spreadsheets keep as numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyProducts } from '#contract/till/products.ts';
import { tills } from '#contract/till/tills.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildTill } from '#server/testing/build/till.ts';
import { sendFile } from '#server/testing/clients/upload.ts';
import { type SheetCell, workbookOf } from '#server/testing/files/workbook.ts';
import { testApp } from '#server/testing/test-app.ts';

const { previewImport, import: importFile, getAll, insert } = companyProducts.operations;

async function shop() {
  const app = await testApp();
  const business = await buildBusiness(app, { actions: ['user', 'admin'] });
  const as = await signIn(app, business.employee);
  await app.database.write.updateTable('companies').set({ country: 'Germany' }).execute();
  const send = async (rows: SheetCell[][], operation: typeof importFile | typeof previewImport = importFile) => {
    const bytes = await workbookOf({ Preise: rows });
    const sent = await sendFile(app, operation, { name: 'preise.xlsx', bytes }, as);
    assert.equal(sent.status, 200, sent.body);
    return sent.answer;
  };
  const all = async () =>
    (await app.call(getAll, {}, as)).answer
      .map(({ name, barcode, price, vatRate }) => `${name} · ${barcode} · ${price} · ${vatRate}`)
      .sort();
  return { ...app, ...business, as, send, all };
}

const percent = (value: string | number) => ({ value, format: 'percent' }) as const;
const amount = (value: string | number) => ({ value, format: 'amount' }) as const;

const priceList: SheetCell[][] = [
  ['Artikelbezeichnung', 'EAN', 'VK brutto', 'MwSt.'],
  // 10.5 + 2 of a formula, and 1.19 times a net price.
  ['Shampoo', 4006381333931, { value: '12.500000000000002' }, percent('0.19')],
  ['Haaröl', 712345678911, amount('14.8631'), percent('7.0000000000000007E-2')],
  ['Bürste', 36000291452, amount('3.125'), { value: '5.5E-2', format: 'percents' }],
  ['Kamm', 'OWN-7', 2, 19],
  ['Wachs', 4006381333948, amount('1234.5'), '19 %'],
  ['Gel', { value: '4.0063813339E+12' }, 0.5, percent(0)],
  ['Spange', 96385074, '3,90 €', ''],
];

test('prices with dust, barcodes that lost their zeros, and percents come as a person sees them', async () => {
  await using app = await shop();
  const read = await app.send(priceList, previewImport);
  assert.deepEqual(
    [read.format, read.sheet, read.columns.map(({ field }) => field)],
    ['xlsx', 'Preise', ['name', 'barcode', 'price', 'vatRate']],
  );
  assert.deepEqual([read.added, read.leftOut, await app.all()], [7, 0, []]);
  const done = await app.send(priceList);
  assert.deepEqual(await app.all(), [
    'Bürste · 0036000291452 · 3.13 · 5.5',
    'Gel · 4006381333900 · 0.5 · 0',
    'Haaröl · 0712345678911 · 14.86 · 7',
    'Kamm · OWN-7 · 2 · 19',
    'Shampoo · 4006381333931 · 12.5 · 19',
    'Spange · 96385074 · 3.9 · null',
    'Wachs · 4006381333948 · 1234.5 · 19',
  ]);
  assert.deepEqual(
    done.problems.map(({ line, reasons }) => `${line} ${reasons}`),
    ['3 zeros', '4 zeros'],
  );
  const again = await app.send(priceList);
  assert.deepEqual([again.added, again.changed, again.unchanged], [0, 0, 7]);
});

test('a cut barcode finds the product that has all its digits, at the till and in the next file', async () => {
  await using app = await shop();
  const { as, company, location } = app;
  await app.call(insert, { name: 'Oil', barcode: '0712345678911', price: 4 }, as);
  const answer = await app.send([
    ['Name', 'Barcode', 'Price'],
    ['Hair oil', 712345678911, 5],
  ]);
  assert.deepEqual([answer.added, answer.changed, await app.all()], [0, 1, ['Hair oil · 0712345678911 · 5 · null']]);
  const { registerId } = await buildTill(app, { companyId: company.id, locationId: location.id });
  for (const words of ['712345678911', '0712345678911']) {
    const found = await app.call(tills.find, { registerId, words }, as);
    assert.deepEqual(
      found.answer.map(({ name }) => name),
      ['Hair oil'],
      words,
    );
  }
  assert.deepEqual((await app.call(tills.find, { registerId, words: '712345678912' }, as)).answer, []);
});

test('codes of a shop of its own, and those of American goods, stay as they are', async () => {
  await using app = await shop();
  const answer = await app.send([
    ['Item', 'UPC', 'Price', 'Tax'],
    ['Oil', 712345678911, 5, 'VAT 20%'],
    ['Soap', 36000291452, 5, '20% VAT'],
    ['Own', 100200301, 5, 'Standard (20 %)'],
    ['Rounded', '4.00638E+12', 5, 'many'],
    ['Also rounded', '4.00638E+12', 5, 20],
    ['Spaced', '7 12345 67890 4', 5, 20],
  ]);
  assert.deepEqual(await app.all(), [
    'Also rounded ·  · 5 · 20',
    'Oil · 712345678911 · 5 · 20',
    'Own · 100200301 · 5 · 20',
    'Rounded ·  · 5 · null',
    'Soap · 036000291452 · 5 · 20',
    'Spaced · 712345678904 · 5 · 20',
  ]);
  assert.deepEqual(
    answer.problems.map(({ line, reasons }) => `${line} ${reasons}`),
    ['3 zeros', '5 barcode,vatRate', '6 barcode'],
  );
});
