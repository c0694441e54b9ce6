// Tests of variants and extras with a rate of VAT of their own: at the desk, at the till, in refunds and closings.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type Receipt, receipts } from '#contract/booking/receipts.ts';
import { visits } from '#contract/booking/visits.ts';
import { type BasketLine, tills } from '#contract/till/tills.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildTill } from '#server/testing/build/till.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';

/** A cut at 40 EUR with 21 %: with long hair 10 EUR more, a wash at 5.55 EUR with 12 %, a drink at 3 EUR with 5 %. */
async function shop() {
  const app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['user', 'admin'] });
  const as = await signIn(app, employee);
  const { registerId, sessionId } = await buildTill(app, { companyId: company.id, locationId: location.id });
  const cut = await buildService(app, employee, { name: 'Cut', price: 40, minutes: 30 });
  const { write } = app.database;
  await write.updateTable('services').set({ vatRate: 21 }).where('id', '=', cut.id).execute();
  const option = (kind: string, name: string, price: number, vatRate: number | null, position: number) => ({
    ...{
      companyId: company.id,
      serviceId: cut.id,
      id: randomUUID(),
      kind,
      name,
      price,
      vatRate,
      position,
      maxCount: 1,
    },
  });
  const long = option('variant', 'Long hair', 10, null, 0);
  const wash = { ...option('extra', 'Wash', 5.55, 12, 1), maxCount: 2 };
  const drink = option('extra', 'Drink', 3, 5, 2);
  await write.insertInto('serviceOptions').values([long, wash, drink]).execute();
  const book = async (optionIds: string[], start = '2026-03-02T10:00:00Z') => {
    const part = { calendarId: employee.calendarId, serviceId: cut.id, start, optionIds };
    const visit = await app.call(visits.insertVisit, { name: 'Mara', acceptClosed: true, parts: [part] }, as);
    assert.equal(visit.status, 200, visit.body);
    const { open, due } = (await app.call(receipts.getOfVisit, { visitId: visit.answer.id }, as)).answer;
    return { id: visit.answer.id, eventId: open[0]?.eventId ?? '', due };
  };
  const sell = (lines: Partial<BasketLine>[], amount: number, more: object = {}) =>
    app.call(
      tills.sell,
      {
        ...{ id: randomUUID(), registerId, lines: lines as BasketLine[] },
        ...{ payments: [{ method: 'card' as const, amount }], ...more },
      },
      as,
    );
  return { ...app, as, registerId, sessionId, cut, long, wash, drink, book, sell };
}

const linesOf = ({ lines }: Pick<Receipt, 'lines'>) =>
  lines.map(({ kind, name, amount, vatRate }) => [kind === 'discount' ? kind : name, amount, vatRate]);

test('at the desk, options with another rate are lines of their own, and the cents add up', async () => {
  await using app = await shop();
  const { as, registerId, sessionId, long, wash, drink } = app;
  const visit = await app.book([long.id, wash.id, wash.id, drink.id]);
  assert.equal(visit.due, 64.1);
  const pay = (amount: number) => app.call(receipts.pay, { visitId: visit.id, amount, method: 'cash' }, as);
  const [receipt] = (await pay(60)).answer.receipts;
  assert.ok(receipt);
  assert.deepEqual(linesOf(receipt), [
    ['Cut (Long hair)', 46.8, 21],
    ['2 × Wash', 10.39, 12],
    ['Drink', 2.81, 5],
  ]);
  assert.deepEqual(receipt.vat, [
    { rate: 21, net: 38.68, vat: 8.12, amount: 46.8 },
    { rate: 12, net: 9.28, vat: 1.11, amount: 10.39 },
    { rate: 5, net: 2.68, vat: 0.13, amount: 2.81 },
  ]);
  const state = async () => {
    const { paid, due, unpaidParts } = (await app.call(receipts.getOfVisit, { visitId: visit.id }, as)).answer;
    return { paid, due, unpaidParts };
  };
  assert.deepEqual(await state(), { paid: 60, due: 0, unpaidParts: 0 });
  assert.equal((await pay(64.1)).status, 409);
  // One service, whatever its rates.
  const { rows } = await sql`
    select sum(number)::int as services, sum(amount)::float as amount from report_facts where subject = 'receipts'`.execute(
    app.database.read,
  );
  assert.deepEqual(rows, [{ services: 1, amount: 60 }]);

  // The part can be paid again once all of its lines went back.
  const refund = (position: number) =>
    app.call(receipts.refund, { id: receipt.id, lines: [{ position, quantity: 1 }] }, as);
  assert.equal((await refund(0)).status, 200);
  assert.deepEqual(await state(), { paid: 13.2, due: 0, unpaidParts: 0 });
  assert.equal((await refund(2)).status, 200);
  assert.equal((await refund(1)).status, 200);
  assert.deepEqual(await state(), { paid: 0, due: 64.1, unpaidParts: 1 });
  assert.equal((await pay(64.1)).status, 200);
  const closed = await app.call(tills.close, { registerId, sessionId, countedCash: 64.1 }, as);
  assert.deepEqual(closed.answer.totals.kinds, [{ kind: 'service', quantity: 1, amount: 64.1 }]);
  assert.equal(closed.answer.difference, 0);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('at the till, appointments, services and extras alone have the rates of their options', async () => {
  await using app = await shop();
  const { as, registerId, cut, long, wash, drink } = app;
  const visit = await app.book([long.id, wash.id]);
  const share = { discount: 5.56, discountPercent: 10 };
  const sold = await app.sell([{ eventId: visit.eventId, unitPrice: 55.55, ...share }], 49.99);
  assert.equal(sold.status, 200, sold.body);
  assert.deepEqual(linesOf(sold.answer), [
    ['Cut (Long hair)', 50, 21],
    ['discount', -5, 21],
    ['Wash', 5.55, 12],
    ['discount', -0.56, 12],
  ]);
  const line = (optionIds: string[], unitPrice: number, more: object = {}) => ({
    ...{ serviceId: cut.id, optionIds, unitPrice, ...more },
  });
  const services = await app.sell(
    [
      line([long.id, wash.id], 55.55, { quantity: 2 }),
      line([wash.id, drink.id], 8.55),
      line([drink.id], 3),
      line([], 40),
    ],
    162.65,
  );
  assert.equal(services.status, 200, services.body);
  assert.deepEqual(linesOf(services.answer), [
    ['Cut (Long hair)', 100, 21],
    ['Wash', 11.1, 12],
    ['Wash', 5.55, 12],
    ['Drink', 3, 5],
    ['Drink', 3, 5],
    ['Cut', 40, 21],
  ]);
  const found = (await app.call(tills.find, { registerId, words: 'cut' }, as)).answer;
  assert.deepEqual(
    found.map(({ name, vatRate }) => [name, vatRate]),
    [
      ['Cut (Long hair)', 21],
      ['Wash', 12],
      ['Drink', 5],
    ],
  );
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('a rate that changes counts for what is not paid yet, and an option that was deleted keeps its own', async () => {
  await using app = await shop();
  const { as, wash, drink } = app;
  const visit = await app.book([app.long.id, wash.id, drink.id]);
  const { write } = app.database;
  await write.updateTable('serviceOptions').set({ vatRate: 21 }).where('id', '=', wash.id).execute();
  await write.deleteFrom('serviceOptions').where('id', '=', drink.id).execute();
  const paid = await app.call(receipts.pay, { visitId: visit.id, amount: visit.due, method: 'card' }, as);
  assert.deepEqual(paid.answer.receipts.map(linesOf), [
    [
      ['Cut (Long hair, Wash)', 55.55, 21],
      ['Drink', 3, 5],
    ],
  ]);
  assert.deepEqual(await verifyBooks(app.database), []);
});
