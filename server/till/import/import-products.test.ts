// Tests of the import of products: files of other programs, and what a second file changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { companyProducts } from '#contract/till/products.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { sendFile } from '#server/testing/clients/upload.ts';
import { testApp } from '#server/testing/test-app.ts';

const { previewImport, import: importFile, getAll } = companyProducts.operations;

async function shop() {
  const app = await testApp();
  const business = await buildBusiness(app, { actions: ['user', 'admin'] });
  const as = await signIn(app, business.employee);
  await app.database.write.updateTable('companies').set({ country: 'Germany' }).execute();
  const run = (text: string | Buffer) => sendFile(app, importFile, fileOf(text), as);
  const preview = (text: string | Buffer) => sendFile(app, previewImport, fileOf(text), as);
  const all = async () =>
    (await app.call(getAll, {}, as)).answer
      .map(({ name, barcode, price, vatRate, isActive }) => [name, barcode, price, vatRate, isActive])
      .sort();
  return { ...app, ...business, as, run, preview, all };
}

const fileOf = (text: string | Buffer) => ({ name: 'products.csv', bytes: Buffer.from(text as string) });

test('a price list is previewed, imported once, and its second version updates by barcode', async () => {
  await using app = await shop();
  const list = [
    'Artikel;EAN;Preis;MwSt.',
    'Shampoo;4006381333931;12,50 EUR;19 %',
    'Kamm;;1.234,00;19',
    'Öl;OWN-7;0;7,5',
    'Summe;;1.246,50;',
  ].join('\n');
  const read = await app.preview(Buffer.from(list, 'latin1'));
  assert.equal(read.status, 200, read.body);
  assert.deepEqual(
    read.answer.columns.map(({ field }) => field),
    ['name', 'barcode', 'price', 'vatRate'],
  );
  assert.deepEqual([read.answer.added, read.answer.leftOut, (await app.all()).length], [3, 1, 0]);
  await app.run(Buffer.from(list, 'latin1'));
  const first = [
    ['Kamm', '', 1234, 19, true],
    ['Shampoo', '4006381333931', 12.5, 19, true],
    ['Öl', 'OWN-7', 0, 7.5, true],
  ];
  assert.deepEqual(await app.all(), first);
  const again = await app.run(Buffer.from(list, 'latin1'));
  assert.deepEqual([again.answer.added, again.answer.changed, again.answer.unchanged], [0, 0, 3]);
  const second = await app.run('Name,Barcode,Price\nShampoo 250 ml,4006381333931,13.90\nkamm,,2\n');
  assert.deepEqual([second.answer.added, second.answer.changed], [0, 2]);
  assert.deepEqual(await app.all(), [
    ['Shampoo 250 ml', '4006381333931', 13.9, 19, true],
    ['kamm', '', 2, 19, true],
    ['Öl', 'OWN-7', 0, 7.5, true],
  ]);
});

test('exports of Square and Shopify are read, with their variations', async () => {
  await using app = await shop();
  const square = [
    'Token,Item Name,Variation Name,SKU,Description,Category,GTIN,Price,Tax - VAT (20%)',
    'A1,Hair oil,Small,OIL-S,,Care,4006381333931,9.00,Y',
    'A1,Hair oil,Large,OIL-L,,Care,,15.00,Y',
  ].join('\n');
  const read = await app.preview(square);
  assert.deepEqual([read.answer.added, read.answer.leftOut], [2, 0], read.body);
  await app.run(square);
  const shopify = [
    'Handle,Title,Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Status',
    'wax,Wax,Acme,true,Size,50 ml,W50,8.50,10.00,5901234123457,https://example.org/1.png,active',
    'wax,,,,,100 ml,W100,14.00,,96385074,,',
    'wax,,,,,,,,,,https://example.org/2.png,',
    'comb,Comb,Acme,true,Title,Default Title,C1,3.00,,,,draft',
  ].join('\n');
  await app.run(shopify);
  assert.deepEqual(await app.all(), [
    ['Comb', '', 3, null, false],
    ['Hair oil – Large', '', 15, null, true],
    ['Hair oil – Small', '4006381333931', 9, null, true],
    ['Wax – 100 ml', '96385074', 14, null, true],
    ['Wax – 50 ml', '5901234123457', 8.5, null, true],
  ]);
});

test('rows without a name or a price are left out, odd barcodes and rates do not keep a product away', async () => {
  await using app = await shop();
  const file = [
    'Pavadinimas;Brūkšninis kodas;Kaina;PVM',
    ';1;5;21',
    'Be kainos;2;;21',
    'Minus;3;-5;21',
    'Tekstas;4;brangu;21',
    'Kodas;<b>;5;21',
    'EAN;4006381333930;5;21',
    'Tarifas;6;5;daug',
    'Du;6;5;21',
  ].join('\n');
  const { answer } = await app.run(file);
  assert.deepEqual([answer.added, answer.leftOut, answer.incomplete], [3, 5, 3]);
  assert.deepEqual(
    answer.problems.map(({ line, reasons }) => [line, ...reasons]),
    [
      [2, 'noName'],
      [3, 'noPrice'],
      [4, 'price'],
      [5, 'price'],
      [6, 'barcode'],
      [7, 'checkDigit'],
      [8, 'vatRate'],
      [9, 'repeated'],
    ],
  );
});

test('files that are no table, and callers who may not, are refused', async () => {
  await using app = await shop();
  for (const bytes of [Buffer.from([0, 1, 2, 0]), 'BEGIN:VCARD\nVERSION:3.0\nFN:Anna\nEND:VCARD\n', '']) {
    assert.equal((await app.run(bytes)).status, 417);
  }
  const local = await signIn(app, await buildEmployee(app, app.location, { actions: ['lcladmin'] }));
  assert.equal((await sendFile(app, importFile, fileOf('Name,Price\nWax,1\n'), local)).status, 403);
});

test('of two rows with the name of a product without a barcode, one updates it and the other adds one', async () => {
  await using app = await shop();
  await app.run('Name;Preis\nKamm;2\n');
  const two = await app.run('Name;EAN;Preis\nKamm;OWN-1;2\nKamm;OWN-2;3\n');
  assert.deepEqual([two.answer.added, two.answer.changed], [1, 1]);
  assert.deepEqual(await app.all(), [
    ['Kamm', 'OWN-1', 2, null, true],
    ['Kamm', 'OWN-2', 3, null, true],
  ]);
});

test('a price list of an old Mac is read with each letter and the sign of the euro; another encoding can be chosen', async () => {
  await using app = await shop();
  const text = 'Artikel;EAN;Preis\rÖl für Bärte;OWN-1;12,50 €\rGroße Bürste;OWN-2;ab 8,00 €\r';
  // The library has the sign that stood there before the euro.
  const bytes = iconv.encode(text.replaceAll('€', '¤'), 'macroman');
  const read = await app.preview(bytes);
  assert.deepEqual([read.answer.charset, read.answer.columns[2]?.examples], ['macroman', ['12,50 €', 'ab 8,00 €']]);
  assert.ok(read.answer.charsets.some(({ charset }) => charset === 'windows-1252'));
  await app.run(bytes);
  assert.deepEqual(await app.all(), [
    ['Große Bürste', 'OWN-2', 8, null, true],
    ['Öl für Bärte', 'OWN-1', 12.5, null, true],
  ]);
});
