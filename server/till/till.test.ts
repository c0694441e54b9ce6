// Tests of the till through HTTP: sessions, sales, refunds, and what two screens do at once.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { receipts } from '#contract/booking/receipts.ts';
import { visits } from '#contract/booking/visits.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { companyTill } from '#contract/till/places.ts';
import { type BasketLine, tills } from '#contract/till/tills.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildTill } from '#server/testing/build/till.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';

/** A salon with a register that may record sales by itself, a bottle of shampoo, and a visit of Mara. */
async function shop(options: { isOpen?: boolean; mode?: 'plain' | 'beside' } = {}) {
  const { isOpen = true, mode = 'plain' } = options;
  const app = await testApp();
  const business = await buildBusiness(app, { actions: ['user', 'admin'] });
  const { company, location, employee } = business;
  const as = await signIn(app, employee);
  const register = await buildDevice(app, { companyId: company.id, locationId: location.id, kind: 'register' });
  const { write } = app.database;
  await sql`
    insert into till_places (company_id, location_id, country, mode) values (${company.id}, ${location.id}, 'EE', ${mode})`.execute(
    write,
  );
  const shampoo = { productId: randomUUID(), unitPrice: 12.5 };
  await sql`
    insert into products (company_id, id, name, barcode, price, vat_rate)
    values (${company.id}, ${shampoo.productId}, 'Shampoo', '4751234567890', 12.5, 21)`.execute(write);
  const contact = await buildContact(app, company, { name: 'Mara' });
  const cut = await buildService(app, employee, { name: 'Cut', price: 40, minutes: 30 });
  const visit = await app.call(
    visits.insertVisit,
    {
      contactId: contact.id,
      name: 'Mara',
      acceptClosed: true,
      parts: [{ calendarId: employee.calendarId, serviceId: cut.id, start: '2026-03-02T10:00:00Z' }],
    },
    as,
  );
  const { answer } = await app.call(receipts.getOfVisit, { visitId: visit.answer.id }, as);
  const [part] = answer.open;
  assert.ok(part);
  const registerId = register.id;
  if (isOpen) assert.equal((await app.call(tills.open, { registerId, openingCash: 100 }, as)).status, 200);
  const sell = (lines: Partial<BasketLine>[], payments: Payment[], more: object = {}) =>
    app.call(tills.sell, { id: randomUUID(), registerId, lines: lines as BasketLine[], payments, ...more }, as);
  const getX = async () => (await app.call(tills.getX, { registerId }, as)).answer;
  return {
    ...app,
    ...business,
    as,
    register,
    registerId,
    companyId: company.id,
    shampoo,
    contact,
    cut,
    visit: visit.answer,
    part,
    sell,
    getX,
  };
}

interface Payment {
  method: 'cash' | 'card' | 'transfer';
  amount: number;
  given?: number;
}

test('a service is sold in one of its variants, and an extra without it; without variants as it is', async () => {
  await using app = await shop();
  const { as, registerId, cut } = app;
  const found = async (words: string) =>
    (await app.call(tills.find, { registerId, words }, as)).answer
      .filter(({ kind }) => kind === 'service')
      .map(({ name, note, price, optionIds }) => [name, note, price, optionIds.length]);
  assert.deepEqual(await found('cut'), [['Cut', '', 40, 0]]);
  const option = (kind: string, name: string, price: number, isActive = true) => ({
    ...{
      companyId: app.companyId,
      id: randomUUID(),
      serviceId: cut.id,
      kind,
      name,
      price,
      isActive,
      position: Math.round(price),
    },
  });
  const [short, long, wash, gone] = [
    option('variant', 'Short hair', 0),
    option('variant', 'Long hair', 15.5),
    option('extra', 'Wash', 5),
    option('variant', 'Beard', 1, false),
  ];
  await app.database.write.insertInto('serviceOptions').values([short, long, wash, gone]).execute();
  assert.deepEqual(await found('cut'), [
    ['Cut (Short hair)', '', 40, 1],
    ['Cut (Long hair)', '', 55.5, 1],
    ['Wash', 'Cut', 5, 1],
  ]);
  assert.deepEqual(await found('cut long'), [['Cut (Long hair)', '', 55.5, 1]]);

  const line = (optionIds: string[], unitPrice: number) => ({ serviceId: cut.id, optionIds, unitPrice });
  const sale = await app.sell(
    [line([long.id.toUpperCase(), wash.id], 60.5), line([wash.id], 5), line([], 40)],
    [{ method: 'card', amount: 105.5 }],
  );
  assert.equal(sale.status, 200, sale.body);
  assert.deepEqual(
    sale.answer.lines.map(({ kind, name, amount }) => [kind, name, amount]),
    [
      ['service', 'Cut (Long hair, Wash)', 60.5],
      ['service', 'Wash', 5],
      ['service', 'Cut', 40],
    ],
  );
  for (const optionIds of [[gone.id], [short.id, long.id], [wash.id, wash.id], [randomUUID()]]) {
    const refused = await app.sell([line(optionIds, 40)], [{ method: 'card', amount: 40 }]);
    assert.deepEqual([refused.status, refused.complaints.map(({ Key }) => Key)], [417, ['Lines[0].OptionIds']]);
  }
});

test('a day: open, sell products and a visit with discounts, refund, count and close', async () => {
  await using app = await shop();
  const { as, registerId, shampoo, part, contact } = app;
  const sale = await app.sell(
    [
      { ...shampoo, quantity: 3, discount: 1.5 },
      { eventId: part.eventId, unitPrice: 40 },
    ],
    [
      { method: 'cash', amount: 50, given: 60 },
      { method: 'card', amount: 21 },
    ],
    { discount: 5 },
  );
  assert.equal(sale.status, 200, sale.body);
  const { number, amount, payments, lines, vat, customer } = sale.answer;
  assert.deepEqual([number, amount, customer], [1, 71, 'Mara']);
  assert.deepEqual(payments, [
    { method: 'cash', amount: 50, given: 60, change: 10 },
    { method: 'card', amount: 21, given: null, change: null },
  ]);
  // Of the 5 EUR, shares by what the lines cost: 36 and 40.
  assert.deepEqual(
    lines.map(({ kind, name, quantity, amount: of, discounts }) => [kind, name, quantity, of, discounts]),
    [
      ['product', 'Shampoo', 3, 37.5, null],
      ['discount', 'Shampoo', 3, -3.87, 0],
      ['service', 'Cut', 1, 40, null],
      ['discount', 'Cut', 1, -2.63, 2],
    ],
  );
  assert.deepEqual(vat.map(({ rate, amount: of }) => [rate, of]).at(0), [21, 33.63]);
  const spent = async () =>
    (await app.call(companyContacts.operations.getCard, { id: contact.id }, as)).answer.contact.spent;
  assert.equal(await spent(), 71);

  const receiptId = sale.answer.id;
  const refund = await app.call(
    tills.refund,
    { id: randomUUID(), registerId, receiptId, lines: [{ position: 0, quantity: 1 }], method: 'cash' },
    as,
  );
  assert.deepEqual([refund.answer.number, refund.answer.amount, refund.answer.refundsId], [2, -11.21, receiptId]);
  assert.equal(await spent(), 59.79);

  await app.call(tills.move, { id: randomUUID(), registerId, kind: 'out', amount: 30, reason: 'To the bank' }, as);
  const x = await app.getX();
  assert.deepEqual(
    [x.sales, x.refunds, x.firstNumber, x.lastNumber, x.amount, x.expectedCash],
    [1, 1, 1, 2, 59.79, 108.79],
  );
  assert.deepEqual(x.payments, [
    { method: 'card', received: 21, paidOut: 0, amount: 21 },
    { method: 'cash', received: 50, paidOut: 11.21, amount: 38.79 },
  ]);
  const { answer: till } = await app.call(tills.get, { registerId }, as);
  const closing = { registerId, sessionId: till.session?.id ?? '', countedCash: 108 };
  const z = await app.call(tills.close, closing, as);
  assert.deepEqual([z.answer.number, z.answer.difference, z.answer.hash.length], [1, -0.79, 64]);
  assert.deepEqual(
    z.answer.totals.moves.map(({ kind, amount: of }) => [kind, of]),
    [
      ['out', -30],
      ['difference', -0.79],
    ],
  );
  assert.deepEqual((await app.call(tills.close, closing, as)).answer, z.answer, 'the same Z again');
  assert.equal((await app.sell([{ ...shampoo }], [{ method: 'cash', amount: 12.5 }])).status, 409);
  assert.deepEqual((await app.call(tills.getClosings, { registerId }, as)).answer, [z.answer]);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('thirty-two presses are one sale, one refund, one opening and one closing', async () => {
  await using app = await shop({ isOpen: false });
  const { as, registerId, shampoo } = app;
  const press = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: 32 }, act));
  const opened = await press(() => app.call(tills.open, { registerId, openingCash: 10 }, as));
  assert.deepEqual(Map.groupBy(opened, ({ status }) => status).get(200)?.length, 1);
  const id = randomUUID();
  const sales = await press(() => app.sell([shampoo], [{ method: 'cash', amount: 12.5 }], { id }));
  assert.deepEqual(new Set(sales.map(({ status, answer }) => `${status} ${answer.number}`)), new Set(['200 1']));
  const refundId = randomUUID();
  const refunds = await press(() => app.call(tills.refund, { id: refundId, registerId, receiptId: id }, as));
  assert.deepEqual(new Set(refunds.map(({ status, answer }) => `${status} ${answer.number}`)), new Set(['200 2']));
  const moveId = randomUUID();
  const move = { id: moveId, registerId, kind: 'in', amount: 5, reason: 'Change' } as const;
  const moves = await press(() => app.call(tills.move, move, as));
  assert.deepEqual(new Set(moves.map(({ answer }) => answer.expectedCash)), new Set([15]));
  const sessionId = (await app.call(tills.get, { registerId }, as)).answer.session?.id ?? '';
  const closings = await press(() => app.call(tills.close, { registerId, sessionId, countedCash: 15 }, as));
  assert.deepEqual(new Set(closings.map(({ status, answer }) => `${status} ${answer.number}`)), new Set(['200 1']));
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('wrong sales are refused line by line, and nothing is recorded', async () => {
  await using app = await shop();
  const { as, shampoo, part, visit } = app;
  const cash = [{ method: 'cash', amount: 12.5 }] as Payment[];
  const refusals: [string, Partial<BasketLine>[], Payment[], object, number, string[]][] = [
    ['a negative price', [{ ...shampoo, unitPrice: -1 }], cash, {}, 417, ['Lines[0].UnitPrice']],
    ['a million pieces', [{ ...shampoo, quantity: 1_000_000 }], cash, {}, 417, ['Lines[0].Quantity']],
    ['half a service', [{ serviceId: app.cut.id, quantity: 0.5, unitPrice: 40 }], cash, {}, 417, ['Lines[0].Quantity']],
    ['a gone product', [{ productId: randomUUID(), unitPrice: 1 }], cash, {}, 417, ['Lines[0].ProductId']],
    ['no name', [{ unitPrice: 1 }], cash, {}, 417, ['Lines[0].Name']],
    ['two things', [{ ...shampoo, serviceId: app.cut.id }], cash, {}, 417, ['Lines[0].ProductId']],
    ['a large discount', [{ ...shampoo, discount: 13 }], cash, {}, 417, ['Lines[0].Discount']],
    ['a large discount of all', [shampoo], cash, { discount: 13 }, 417, ['Discount']],
    ['less given', [shampoo], [{ method: 'cash', amount: 12.5, given: 10 }], {}, 417, ['Payments[0].Given']],
    ['change for a card', [shampoo], [{ method: 'card', amount: 12.5, given: 20 }], {}, 417, ['Payments[0].Given']],
    ['too little', [shampoo], [{ method: 'card', amount: 12 }], {}, 409, []],
    ['a part twice', [part, part].map(({ eventId }) => ({ eventId, unitPrice: 40 })), cash, {}, 409, []],
    ['two parts of one', [{ eventId: part.eventId, unitPrice: 40, quantity: 2 }], cash, {}, 417, ['Lines[0].Quantity']],
    ['a customer of others', [shampoo], cash, { contactId: randomUUID() }, 404, []],
    ['a register of others', [shampoo], cash, { registerId: randomUUID() }, 404, []],
  ];
  for (const [name, lines, payments, more, status, keys] of refusals) {
    const refused = await app.sell(lines, payments, more);
    assert.equal(refused.status, status, `${name}: ${refused.body}`);
    if (keys.length) {
      const found = refused.complaints.map(({ Key }: { Key: string }) => Key);
      assert.deepEqual(found, keys, name);
    }
  }
  assert.equal((await app.getX()).sales, 0);
  // Paid at the desk meanwhile: it is a sale of the register.
  await app.call(receipts.pay, { visitId: visit.id, amount: 40, method: 'card' }, as);
  assert.equal((await app.getX()).lastNumber, 1);
  assert.equal(
    (await app.sell([{ eventId: part.eventId, unitPrice: 40 }], [{ method: 'cash', amount: 40 }])).status,
    409,
  );
  // For nothing.
  const gift = await app.sell([{ ...shampoo, unitPrice: 0 }], []);
  assert.deepEqual([gift.status, gift.answer.amount, gift.answer.number], [200, 0, 2]);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('each rate counts on its first day, and a sold product keeps what it was', async () => {
  await using app = await shop();
  const { shampoo, company } = app;
  await sql`
    insert into product_vat_rates (company_id, product_id, from_day, rate)
    values (${company.id}, ${shampoo.productId}, '2026-03-02', 24)`.execute(app.database.write);
  const sale = await app.sell([shampoo], [{ method: 'card', amount: 12.5 }]);
  assert.deepEqual(sale.answer.vat, [{ rate: 24, net: 10.08, vat: 2.42, amount: 12.5 }]);
});

test('a merged customer is the one that is left', async () => {
  await using app = await shop();
  const { as, contact, company, shampoo } = app;
  const other = await buildContact(app, company, { name: 'Mara Kalnina' });
  await app.call(companyContacts.operations.merge, { contactId: other.id, mergedId: contact.id }, as);
  const sale = await app.sell([shampoo], [{ method: 'card', amount: 12.5 }], { contactId: contact.id });
  assert.deepEqual([sale.answer.contactId, sale.answer.customer], [other.id, 'Mara Kalnina']);
});

test('baskets are shared by the screens of a register, and the later of two changes is refused', async () => {
  await using app = await shop();
  const { as, registerId, shampoo } = app;
  const id = randomUUID();
  const save = (revision: number, quantity: number) =>
    app.call(tills.saveBasket, { id, registerId, revision, lines: [{ ...shampoo, quantity }] as BasketLine[] }, as);
  assert.equal((await save(0, 1)).answer.revision, 1);
  assert.equal((await save(0, 1)).answer.revision, 1, 'its first answer was lost');
  const [one, other] = await Promise.all([save(1, 2), save(1, 3)]);
  assert.deepEqual([one.status, other.status].sort(), [200, 409]);
  const { answer } = await app.call(tills.get, { registerId }, as);
  assert.deepEqual(
    answer.baskets.map(({ id: of, revision, lines }) => [of, revision, lines.length]),
    [[id, 2, 1]],
  );
  await app.sell([shampoo], [{ method: 'card', amount: 12.5 }], { id });
  assert.equal((await app.call(tills.get, { registerId }, as)).answer.baskets.length, 0);
  assert.equal((await save(2, 5)).status, 409, 'it is sold');
  assert.match((await save(0, 5)).body, /till\.basketChanged/, 'it is sold');
});

test('a register that is moved while it is open sells at the location of its session until it is closed', async () => {
  await using app = await shop();
  const { as, register, registerId, location, company, shampoo } = app;
  const north = await buildLocation(app, company, { name: 'North' });
  await app.database.write.updateTable('devices').set({ locationId: north.id }).where('id', '=', register.id).execute();
  const place = async () => (await app.call(tills.get, { registerId }, as)).answer.locationId;
  assert.equal(await place(), location.id);
  assert.equal((await app.sell([shampoo], [{ method: 'card', amount: 12.5 }])).answer.location, location.name);
  const { answer } = await app.call(tills.get, { registerId }, as);
  await app.call(tills.close, { registerId, sessionId: answer.session?.id ?? '', countedCash: 100 }, as);
  assert.equal(await place(), north.id);
});

test('an id that another move has is refused', async () => {
  await using app = await shop();
  const { as, registerId } = app;
  const id = randomUUID();
  const move = (amount: number) => app.call(tills.move, { id, registerId, kind: 'in', amount, reason: 'Change' }, as);
  assert.deepEqual([(await move(5)).status, (await move(5)).status, (await move(7)).status], [200, 200, 409]);
});

test('an id in capitals is the same one, and that of one sale is refused for another', async () => {
  await using app = await shop();
  const { as, company, location, shampoo } = app;
  const other = await buildTill(app, { companyId: company.id, locationId: location.id });
  const id = randomUUID();
  const payments: Payment[] = [{ method: 'card', amount: 12.5 }];
  const first = await app.sell([shampoo], payments, { id: id.toUpperCase() });
  const second = await app.sell([shampoo], payments, { id });
  assert.deepEqual([first.answer.id, second.answer.number], [id, first.answer.number]);
  const dearer = await app.sell([{ ...shampoo, quantity: 2 }], [{ method: 'card', amount: 25 }], { id });
  assert.equal(dearer.status, 409);
  const sale = { id: randomUUID(), lines: [shampoo] as BasketLine[], payments };
  const both = await Promise.all(
    [app.registerId, other.registerId].map((registerId) => app.call(tills.sell, { ...sale, registerId }, as)),
  );
  assert.equal(both.filter(({ status }) => status === 200).length, 1);
  assert.ok(both.every(({ status }) => [200, 404, 409].includes(status)));
});

test('a receipt of a register is refunded at the desk by administrators, while one is open', async () => {
  await using app = await shop();
  const { as, registerId } = app;
  const seller = await buildEmployee(app, app.location, { actions: ['user'] });
  const wash = await buildService(app, seller, { name: 'Wash', price: 40, minutes: 30 });
  const part = { calendarId: seller.calendarId, serviceId: wash.id, start: '2026-03-02T10:00:00Z' };
  const visit = await app.call(visits.insertVisit, { name: 'Lena', acceptClosed: true, parts: [part] }, as);
  const paid = await app.call(receipts.pay, { visitId: visit.answer.id, amount: 40, method: 'cash' }, as);
  const id = paid.answer.receipts[0]?.id ?? '';
  const session = (await app.call(tills.get, { registerId }, as)).answer.session?.id ?? '';
  const asSeller = await signIn(app, seller);
  const refund = (who: typeof as) => app.call(receipts.refund, { id, method: 'cash' }, who);
  assert.equal((await refund(asSeller)).status, 403);
  assert.equal((await app.call(tills.close, { registerId, sessionId: session, countedCash: 140 }, as)).status, 200);
  assert.deepEqual([(await refund(asSeller)).status, (await refund(as)).status], [403, 409]);
  await app.call(tills.open, { registerId, openingCash: 140 }, as);
  assert.equal((await refund(as)).status, 200);
  assert.equal((await app.getX()).expectedCash, 100);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('a discount in percent is stored as it was given, on the sale and its refund', async () => {
  await using app = await shop();
  const { as, registerId, shampoo, part } = app;
  const lines: Partial<BasketLine>[] = [
    { ...shampoo, quantity: 3, discount: 3.75, discountPercent: 10 },
    { eventId: part.eventId, unitPrice: 40, discount: 1.5 },
  ];
  // 33.75 and 38.50: 7.5 % are 5.42 of 72.25.
  const whole = { discount: 5.42, discountPercent: 7.5 };
  const payments: Payment[] = [{ method: 'card', amount: 66.83 }];
  const basketId = randomUUID();
  const basket = { id: basketId, registerId, revision: 0, lines: lines as BasketLine[], ...whole };
  const stored = await app.call(tills.saveBasket, basket, as);
  assert.deepEqual(
    [stored.answer.discountPercent, stored.answer.lines.map(({ discountPercent }) => discountPercent)],
    [7.5, [10, null]],
  );
  const sale = await app.sell(lines, payments, whole);
  assert.equal(sale.status, 200, sale.body);
  const discountsOf = ({ lines: all }: typeof sale.answer) =>
    all.filter(({ kind }) => kind === 'discount').map((line) => [line.discounts, line.amount, line.discountPercent]);
  assert.deepEqual(discountsOf(sale.answer), [
    [0, -3.75, 10],
    [0, -2.53, 7.5],
    [3, -1.5, null],
    [3, -2.89, 7.5],
  ]);
  assert.equal(sale.answer.amount, 66.83);
  const refund = await app.call(
    tills.refund,
    { id: randomUUID(), registerId, receiptId: sale.answer.id, lines: [{ position: 0, quantity: 1 }] },
    as,
  );
  assert.deepEqual(
    refund.answer.lines.map(({ amount, discountPercent }) => [amount, discountPercent]),
    [
      [-12.5, null],
      [1.25, 10],
      [0.84, 7.5],
    ],
  );
  assert.deepEqual(await verifyBooks(app.database), []);
  // The share is a part of the journal.
  const { write } = app.database;
  const setShare = (from: number, to: number) =>
    sql`alter table receipt_lines disable trigger user; update receipt_lines set discount_percent = ${sql.lit(to)}
      where discount_percent = ${sql.lit(from)}; alter table receipt_lines enable trigger user`.execute(write);
  await setShare(10, 15);
  assert.deepEqual(new Set((await verifyBooks(app.database)).map(({ check }) => check)), new Set(['tillHashes']));
  await setShare(15, 10);
  assert.deepEqual(await verifyBooks(app.database), []);

  for (const [line, more, key] of [
    [{ discountPercent: 10, discount: 1.24 }, {}, 'Lines[0].Discount'],
    [{}, { discount: 1.24, discountPercent: 10 }, 'Discount'],
    [{ discountPercent: 100.01, discount: 12.5 }, {}, 'Lines[0].DiscountPercent'],
    [{ discountPercent: 0, discount: 0 }, {}, 'Lines[0].DiscountPercent'],
  ] as const) {
    const refused = await app.sell([{ ...shampoo, ...line }], [{ method: 'card', amount: 11.26 }], more);
    assert.deepEqual([refused.status, refused.complaints.map(({ Key }) => Key)], [417, [key]]);
  }
});

test('beside a fiscal device, receipts wait for its number', async () => {
  await using app = await shop({ mode: 'beside' });
  const { as, registerId, shampoo, visit } = app;
  const sale = await app.sell([shampoo], [{ method: 'card', amount: 12.5 }]);
  await app.call(receipts.pay, { visitId: visit.id, amount: 40, method: 'card' }, as);
  assert.deepEqual((await app.getX()).missingDeviceNumbers, [1, 2]);
  const entered = await app.call(tills.setDeviceNumber, { id: sale.answer.id, number: 'EKA 17/204' }, as);
  assert.equal(entered.answer.deviceNumber, 'EKA 17/204');
  assert.deepEqual((await app.getX()).missingDeviceNumbers, [2]);
  const asSeller = await signIn(app, await buildEmployee(app, app.location, { actions: ['user'] }));
  const set = (number: string, who: typeof as) => app.call(tills.setDeviceNumber, { id: sale.answer.id, number }, who);
  assert.equal((await set('EKA 17/204', asSeller)).status, 200, 'as it is');
  assert.equal((await set('EKA 17/205', asSeller)).status, 403);
  assert.equal((await set('EKA 17/204', as)).status, 200, 'as it is');
  const { answer: till } = await app.call(tills.get, { registerId }, as);
  await app.call(tills.close, { registerId, sessionId: till.session?.id ?? '', countedCash: 100 }, as);
  assert.equal((await set('EKA 17/206', as)).status, 200, 'after its session');
  const missing = await app.call(tills.getReceipts, { registerId, isMissing: true }, as);
  assert.deepEqual(
    missing.answer.map(({ number }) => number),
    [2],
  );
  // The journal has each change once.
  const { rows } = await sql<{ kind: string; previous: string; number: string }>`
    select j.kind, n.previous, n.number from till_journal j
      left join till_device_numbers n on n.company_id = j.company_id and n.id = j.subject_id
    where j.register_id = ${registerId} and j.kind in ('number', 'closed') order by j.entry`.execute(app.database.read);
  assert.deepEqual(rows, [
    { kind: 'number', previous: '', number: 'EKA 17/204' },
    { kind: 'closed', previous: null, number: null },
    { kind: 'number', previous: 'EKA 17/204', number: 'EKA 17/206' },
  ]);
  assert.deepEqual(await verifyBooks(app.database), []);
  // Changing a stored number is refused, even to the owner of the tables.
  const change = sql`update till_device_numbers set number = 'other'`.execute(app.database.write);
  await assert.rejects(change, { code: '23001' });
});

test('numbers of fiscal devices that were entered before journals had them verify as they are', async () => {
  await using app = await shop({ mode: 'beside' });
  const { as, shampoo } = app;
  const [former, changed] = [
    await app.sell([shampoo], [{ method: 'card', amount: 12.5 }]),
    await app.sell([shampoo], [{ method: 'card', amount: 12.5 }]),
  ];
  await app.database.write.updateTable('receipts').set({ deviceNumber: 'A 1' }).execute();
  assert.deepEqual(await verifyBooks(app.database), []);
  const set = await app.call(tills.setDeviceNumber, { id: changed.answer.id, number: 'A 2' }, as);
  assert.equal(set.status, 200, set.body);
  const { rows } = await sql`select receipt_id, previous, number from till_device_numbers`.execute(app.database.read);
  assert.deepEqual(rows, [{ receiptId: changed.answer.id, previous: 'A 1', number: 'A 2' }]);
  assert.equal((await app.call(tills.getReceipt, { id: former.answer.id }, as)).answer.deviceNumber, 'A 1');
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('numbers that are entered while sales and refunds run are entries without a deadlock', async () => {
  await using app = await shop({ mode: 'beside' });
  const { as, registerId, shampoo } = app;
  const payments: Payment[] = [{ method: 'card', amount: 25 }];
  const sale = await app.sell([{ ...shampoo, quantity: 2 }], payments);
  const { id } = sale.answer;
  const lines = [{ position: 0, quantity: 1 }];
  const answers = await Promise.all([
    ...[1, 2, 3].map((n) => app.call(tills.setDeviceNumber, { id, number: `A ${n}` }, as)),
    app.call(tills.refund, { id: randomUUID(), registerId, receiptId: id, lines }, as),
    app.sell([{ ...shampoo, quantity: 2 }], payments),
    app.call(tills.refund, { id: randomUUID(), registerId, receiptId: id, lines }, as),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200, 200],
  );
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('employees sell at registers of their locations; closing, refunds and cash are for administrators', async () => {
  await using app = await shop();
  const { registerId, shampoo, company } = app;
  const seller = await buildEmployee(app, app.location, { actions: ['user'] });
  const north = await buildLocation(app, company);
  const stranger = await buildEmployee(app, north, { actions: ['user', 'lcladmin'] });
  const [asSeller, asStranger] = [await signIn(app, seller), await signIn(app, stranger)];
  const sale = {
    id: randomUUID(),
    registerId,
    lines: [shampoo] as BasketLine[],
    payments: [{ method: 'card', amount: 12.5 } as const],
  };
  assert.equal((await app.call(tills.sell, sale, asStranger)).status, 404);
  assert.equal((await app.call(tills.sell, sale, asSeller)).status, 200);
  assert.equal((await app.call(tills.getReceipt, { id: sale.id }, asStranger)).status, 404);
  assert.equal((await app.call(tills.getX, { registerId }, asSeller)).status, 200);
  const refund = { id: randomUUID(), registerId, receiptId: sale.id };
  assert.equal((await app.call(tills.refund, refund, asSeller)).status, 403);
  assert.equal((await app.call(tills.refund, refund, asStranger)).status, 404);
  assert.equal((await app.call(tills.open, { registerId, openingCash: 0 }, asSeller)).status, 403);
  assert.deepEqual((await app.call(tills.getRegisters, {}, asStranger)).answer, []);
});

test('the mode of a location follows the law of its country, and stays while a register is open', async () => {
  await using app = await shop();
  const { as, registerId, location } = app;
  const set = (country: string, mode: 'off' | 'plain' | 'beside') =>
    app.call(companyTill.setPlace, { locationId: location.id, country, mode }, as);
  assert.equal((await set('DE', 'plain')).status, 417);
  assert.equal((await set('ZZ', 'beside')).status, 417);
  assert.equal((await set('DE', 'beside')).status, 409, 'a register is open');
  const { answer } = await app.call(tills.get, { registerId }, as);
  await app.call(tills.close, { registerId, sessionId: answer.session?.id ?? '', countedCash: 100 }, as);
  assert.equal((await set('DE', 'beside')).status, 200);
  assert.equal((await set('DE', 'off')).status, 200);
  assert.equal((await app.call(tills.open, { registerId, openingCash: 0 }, as)).status, 409);
});
