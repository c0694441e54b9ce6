// Tests of the seller's rates of VAT by day: what a month costs, and which rates can still change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { seller } from '#contract/money/seller.ts';
import { random } from '#contract/testing/random-cases.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { issueInvoices } from '#server/money/invoices/issue-invoices.ts';
import { readDocument } from '#server/money/invoices/pdf/read-document.ts';
import { type BuiltLocation, buildBusiness, buildEmployee, setTerms } from '#server/testing/build/business.ts';
import { xmlFor } from '#server/testing/build/document.ts';
import { billFrom, sellerAndPayer, useSms } from '#server/testing/build/invoicing.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { assertInvoiceSchema } from '#server/testing/pdf/invoice-schema.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { credit, issueAgain } = systemInvoices.operations;

async function issuedInvoices(app: TestApp) {
  return app.database.read
    .selectFrom('invoices')
    .select(['companyId', 'id', 'periodStart', 'net', 'vat', 'grandTotal', 'creditsId'])
    .orderBy('periodStart')
    .execute();
}

/** Sessions end long before a month does. */
const operator = async (app: TestApp) => signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);

test('an invoice has the rate of its days; a month that straddles a change has two lines and two rows of VAT', async () => {
  await using app = await testApp({ now: '2026-03-12T08:00:00Z' });
  const { payer, admin, sys } = await sellerAndPayer(app);
  await billFrom(app, '2026-02-01');
  await useSms(app, payer.id, 12_200);
  const vatRates = [{ from: '2026-03-11', rate: 22 }];
  assert.equal((await app.call(seller.update, { vatRates }, sys)).status, 200);
  const next = (await app.call(companyInvoices.operations.getNext, {}, admin)).answer;
  assert.deepEqual(
    next.lines.map(({ kind, firstDay, lastDay, rate, net }) => [kind, firstDay, lastDay, rate, net]),
    [
      ['month', '2026-03-01', '2026-03-10', 21, 3.23],
      ['month', '2026-03-11', '2026-03-31', 22, 6.77],
      ['sms', '2026-03-11', '2026-03-31', 22, 1],
    ],
  );
  app.clock.set('2026-04-01T08:00:00Z');
  await issueInvoices(app);
  const invoices = await issuedInvoices(app);
  assert.deepEqual(
    invoices.map(({ periodStart, net, vat }) => [periodStart, net, vat]),
    [
      ['2026-02-01', 10, 2.1],
      ['2026-03-01', 11, 2.39],
    ],
  );
  const [, march] = invoices;
  assert.ok(march);
  const document = await readDocument(app.database.read, { companyId: payer.id, invoiceId: march.id });
  assert.ok(document);
  assert.deepEqual(document.vat, [
    { category: 'S', rate: 2_100, basis: 323, vat: 68 },
    { category: 'S', rate: 2_200, basis: 777, vat: 171 },
  ]);
  const xml = xmlFor(document);
  assertInvoiceSchema(xml);
  const rates = Array.from(xml.matchAll(/RateApplicablePercent>([\d.]+)</g), ([, rate]) => rate);
  assert.deepEqual(rates, ['21.00', '22.00', '22.00', '21.00', '22.00'], 'of each line, then of each row');
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('a credited month that is issued again has the same total, whatever rates and employees came since', async () => {
  await using app = await testApp({ now: '2026-03-12T08:00:00Z' });
  const { payer, sys } = await sellerAndPayer(app);
  const pick = random(1_204);
  const places: BuiltLocation[] = [];
  for (let count = 0; count < 8; count++) {
    const { company, location } = await buildBusiness(app);
    places.push(location);
    await setTerms(
      app,
      { monthlyCost: 1 + pick(9_999) / 100, maxUsers: 1, extraUserCost: 1 + pick(999) / 100 },
      company.id,
    );
    if (pick(2)) await buildEmployee(app, location);
  }
  await useSms(app, payer.id, 30_001);
  await billFrom(app, '2026-02-01');
  const vatRates = [4, 11, 19, 26].map((day) => ({
    from: `2026-03-${String(day).padStart(2, '0')}`,
    rate: pick(2_600) / 100,
  }));
  assert.equal((await app.call(seller.update, { vatRates }, sys)).status, 200);
  app.clock.set('2026-04-01T08:00:00Z');
  const now = await operator(app);
  await issueInvoices(app);
  const invoices = await issuedInvoices(app);
  assert.equal(invoices.length, 18);
  assert.equal(
    (await app.call(seller.update, { vatRates: [...vatRates, { from: '2026-04-01', rate: 25 }] }, now)).status,
    200,
  );
  for (const place of places) await buildEmployee(app, place);
  for (const { id, grandTotal, net } of invoices) {
    assert.equal((await app.call(credit, { id }, now)).status, 200);
    const again = await app.call(issueAgain, { id }, now);
    assert.deepEqual([again.status, again.answer.net, again.answer.grandTotal], [200, net, grandTotal]);
  }
  assert.deepEqual(await verifyBooks(app.database), []);
  assert.ok(invoices.some(({ companyId }) => companyId === payer.id));
});

test('a rate of billed days stays, unless the invoice was credited; an announced one can be removed', async () => {
  await using app = await testApp({ now: '2026-03-12T08:00:00Z' });
  const { sys: before } = await sellerAndPayer(app);
  await billFrom(app, '2026-02-01');
  const announced = [{ from: '2026-05-01', rate: 22 }];
  assert.equal((await app.call(seller.update, { vatRates: announced }, before)).status, 200);
  await issueInvoices(app);
  const refused = await app.call(seller.update, { vatRates: [{ from: '2026-02-28', rate: 22 }] }, before);
  assert.deepEqual([refused.status, refused.complaints[0]?.Key], [417, 'VatRates']);
  assert.match(refused.body, /28 February 2026/);
  assert.equal((await app.call(seller.update, { vatRate: 20 }, before)).status, 417);
  const twice = [announced, announced].flat();
  assert.equal((await app.call(seller.update, { vatRates: twice }, before)).status, 417);
  // A rate that was announced late: its month is not billed yet.
  const { answer } = await app.call(seller.update, { vatRates: [{ from: '2026-03-01', rate: 22 }] }, before);
  assert.deepEqual([answer.vatRate, answer.vatRates], [21, [{ from: '2026-03-01', rate: 22 }]]);
  assert.equal((await app.call(seller.update, { vatRates: [], version: answer.version }, before)).status, 200);
  assert.equal((await app.call(seller.update, { vatRates: announced, version: answer.version }, before)).status, 409);
  for (const { id } of await issuedInvoices(app)) assert.equal((await app.call(credit, { id }, before)).status, 200);
  assert.equal((await app.call(seller.update, { vatRate: 20 }, before)).status, 200);
});
