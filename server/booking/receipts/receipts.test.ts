// Tests of paid visits: receipts and refunds, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receipts } from '#contract/booking/receipts.ts';
import { companyServices } from '#contract/booking/services.ts';
import { visits } from '#contract/booking/visits.ts';
import { company } from '#contract/company/details.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { user } from '#contract/identity/sign-in.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';
import { splitAmount } from './split-amount.ts';
import { listUnpaid } from './unpaid-parts.ts';

async function salon() {
  const app = await testApp();
  const business = await buildBusiness(app);
  const as = await signIn(app, business.employee);
  const contact = await buildContact(app, business.company, { name: 'Mara' });
  const cut = await buildService(app, business.employee, { name: 'Cut', price: 40, minutes: 30 });
  const beard = await buildService(app, business.employee, { name: 'Beard', price: 25, minutes: 30 });
  const { calendarId } = business.employee;
  const visit = await app.call(
    visits.insertVisit,
    {
      contactId: contact.id,
      name: 'Mara',
      acceptClosed: true,
      parts: [
        { calendarId, serviceId: cut.id, start: '2026-03-02T10:00:00Z' },
        { calendarId, serviceId: beard.id },
      ],
    },
    as,
  );
  assert.equal(visit.status, 200);
  return { ...app, ...business, as, contact, visit: visit.answer };
}

test('a visit is paid once; its refund allows another payment, and the customer has spent what remains', async () => {
  await using app = await salon();
  const { visit, as } = app;
  const spent = async () =>
    (await app.call(companyContacts.operations.getCard, { id: app.contact.id }, as)).answer.contact.spent;
  const before = await app.call(receipts.getOfVisit, { visitId: visit.id }, as);
  const { open, ...sums } = before.answer;
  assert.deepEqual(sums, {
    ...{ visitId: visit.id, isPayable: true, price: 65, parts: 2, paid: 0, due: 65, unpaidParts: 2, receipts: [] },
  });
  assert.deepEqual(
    open.map(({ name, price, start }) => [name, price, start]),
    [
      ['Cut', 40, '2026-03-02T12:00:00+02:00'],
      ['Beard', 25, '2026-03-02T12:30:00+02:00'],
    ],
  );
  const paid = await app.call(receipts.pay, { visitId: visit.id, amount: 60, method: 'card' }, as);
  assert.equal(paid.status, 200);
  const [receipt] = paid.answer.receipts;
  assert.deepEqual(
    receipt?.lines.map(({ name, amount }) => [name, amount]),
    [
      ['Cut', 36.92],
      ['Beard', 23.08],
    ],
  );
  assert.deepEqual(
    receipt?.vat.reduce((sum, { net, vat }) => sum + net * 100 + vat * 100, 0),
    6_000,
  );
  assert.deepEqual(
    [receipt?.day, receipt?.payments.map(({ method }) => method), receipt?.amount],
    ['2026-03-02', ['card'], 60],
  );
  const { isPayable, price, paid: sum, due } = paid.answer;
  assert.deepEqual([isPayable, price, sum, due, paid.answer.open], [false, 65, 60, 0, []]);
  assert.equal(await spent(), 60);
  assert.equal((await app.call(receipts.pay, { visitId: visit.id, amount: 60, method: 'cash' }, as)).status, 409);

  // A part with a receipt stays in the visit.
  const [part] = visit.parts;
  assert.ok(part);
  const update = () =>
    app.call(
      visits.updateVisit,
      {
        id: visit.id,
        version: visit.version,
        contactId: app.contact.id,
        name: 'Mara',
        parts: [{ eventId: part.eventId, calendarId: part.calendarId, serviceId: part.serviceId, start: part.start }],
      },
      as,
    );
  assert.equal((await update()).status, 409);

  const refunded = await app.call(receipts.refund, { id: receipt?.id ?? '' }, as);
  assert.equal(refunded.answer.receipts[0]?.refundedAt, '2026-03-02T08:00:00Z');
  assert.equal(await spent(), 0);
  assert.equal((await app.call(receipts.refund, { id: receipt?.id ?? '' }, as)).status, 409);
  const again = await app.call(receipts.pay, { visitId: visit.id, amount: 65, method: 'cash' }, as);
  assert.equal(again.answer.receipts.length, 2);
  const listed = await app.call(visits.getOfContact, { contactId: app.contact.id }, as);
  assert.deepEqual(
    listed.answer.map(({ paid, isPayable }) => [paid, isPayable]),
    [[65, false]],
  );
});

test('a company that records no payments is asked for none; receipts that it has stay, and can be refunded', async () => {
  await using app = await salon();
  const { visit, as } = app;
  const admin = await signIn(app, await buildEmployee(app, app.location, { actions: ['user', 'admin'] }));
  const record = (recordsPayments: boolean) => app.call(company.setPaymentRules, { recordsPayments }, admin);
  const state = async () => {
    const { answer } = await app.call(receipts.getOfVisit, { visitId: visit.id }, as);
    const listed = await app.call(visits.getOfContact, { contactId: app.contact.id }, as);
    const { answer: current } = await app.call(user.getCurrent, {}, as);
    return [current.recordsPayments, answer.isPayable, answer.open.length, listed.answer[0]?.isPayable, answer.paid];
  };
  const pay = (input: { eventIds?: string[]; complete?: boolean } = {}) =>
    app.call(receipts.pay, { visitId: visit.id, amount: 40, method: 'cash', ...input }, as);
  assert.deepEqual(await state(), [true, true, 2, true, 0]);
  const [part] = visit.parts;
  const [receipt] = (await pay({ eventIds: [part?.eventId ?? ''] })).answer.receipts;
  assert.equal((await app.call(company.setPaymentRules, { recordsPayments: false }, as)).status, 403);
  assert.equal((await record(false)).answer.recordsPayments, false);
  assert.deepEqual(await state(), [false, false, 0, false, 40]);
  const refused = await pay({ complete: true });
  assert.deepEqual([refused.status, /records no payments/.test(refused.body)], [409, true]);
  const after = await app.call(visits.getVisit, { id: visit.id }, as);
  assert.equal(after.answer.status, 'confirmed', 'nothing of a refused payment is stored');
  const refunded = await app.call(receipts.refund, { id: receipt?.id ?? '' }, as);
  assert.deepEqual([refunded.status, refunded.answer.paid], [200, 0]);
  await record(true);
  assert.deepEqual(await state(), [true, true, 2, true, 0]);
});

test('of payments at the same moment one is recorded', async () => {
  await using app = await salon();
  const pay = () => app.call(receipts.pay, { visitId: app.visit.id, amount: 65, method: 'cash' }, app.as);
  const statuses = (await Promise.all([pay(), pay(), pay(), pay()])).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 409, 409, 409]);
});

test('one part is paid now and the other later; a part that is paid or gone is refused, and nothing is recorded', async () => {
  await using app = await salon();
  const { visit, as } = app;
  const [cut = '', beard = ''] = visit.parts.map(({ eventId }) => eventId);
  const pay = (eventIds: string[], amount: number) =>
    app.call(receipts.pay, { visitId: visit.id, eventIds, amount, method: 'cash' }, as);
  const first = await pay([cut], 40);
  assert.deepEqual([first.status, first.answer.due, first.answer.paid, first.answer.isPayable], [200, 25, 40, true]);
  for (const [eventIds, code] of [
    [[cut], 'receipts.isPaid'],
    [[cut, beard], 'receipts.partsChanged'],
    [[beard, app.company.id], 'error.notFound'],
  ] as const)
    assert.equal(JSON.parse((await pay([...eventIds], 65)).body).Code, code);
  const { answer } = await app.call(receipts.getOfVisit, { visitId: visit.id }, as);
  assert.deepEqual([answer.due, answer.receipts.length], [25, 1]);
  assert.equal((await pay([beard], 20)).answer.paid, 60);
});

test('visits of one customer are paid together, one is completed with it; those of others and of colleagues are not', async () => {
  await using app = await salon();
  const { visit, as, employee, contact, company } = app;
  const { id: serviceId } = await buildService(app, employee, { name: 'Nails', price: 30 });
  const add = (start: string, contactId: string, of = employee) =>
    buildEvent(app, of, { start, contactId, name: 'Mara', serviceId, status: 'completed' });
  const earlier = await add('2026-02-20T10:00:00Z', contact.id);
  const other = await add('2026-02-20T12:00:00Z', (await buildContact(app, company, { name: 'Zoe' })).id);
  const colleague = await buildEmployee(app, app.location);
  const theirs = await add('2026-02-21T10:00:00Z', contact.id, colleague);
  // Too long ago, and on a day to come.
  for (const start of ['2026-01-20T10:00:00Z', '2026-03-03T10:00:00Z']) await add(start, contact.id);
  const { answer } = await app.call(receipts.getOfVisit, { visitId: visit.id }, as);
  assert.deepEqual(
    answer.open.map(({ visitId, name, price }) => [visitId, name, price]),
    [
      [visit.id, 'Cut', 40],
      [visit.id, 'Beard', 25],
      [earlier.id, 'Nails', 30],
    ],
  );
  const own = visit.parts.map(({ eventId }) => eventId);
  const pay = (eventIds: string[], by = as) =>
    app.call(receipts.pay, { visitId: visit.id, eventIds, amount: 90, method: 'card', complete: true }, by);
  assert.equal((await pay([...own, other.id])).status, 409, 'of another customer');
  assert.equal((await pay([...own, theirs.id])).status, 404, 'in the calendar of a colleague');
  const elsewhere = await buildBusiness(app);
  assert.equal((await pay(own, await signIn(app, elsewhere.employee))).status, 404, 'of another company');
  const statuses = (await Promise.all([1, 2, 3].map(() => pay([...own, earlier.id])))).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [200, 409, 409]);
  const recorded = await app.database.read.selectFrom('receipts').select(['visitId', 'amount']).execute();
  // 90 for 95, in the order of the parts.
  assert.deepEqual(
    new Map(recorded.map(({ visitId, amount }) => [visitId, amount])),
    new Map([
      [visit.id, 61.58],
      [earlier.id, 28.42],
    ]),
  );
  assert.equal((await app.call(visits.getVisit, { id: visit.id }, as)).answer.status, 'completed');
  const card = await app.call(companyContacts.operations.getCard, { id: contact.id }, as);
  assert.equal(card.answer.contact.spent, 90);
});

test('a visit that cannot be completed is not paid either', async () => {
  await using app = await salon();
  const { visit, as } = app;
  assert.equal((await app.call(visits.changeStatus, { id: visit.id, status: 'no_show' }, as)).status, 200);
  const pay = (complete: boolean) =>
    app.call(receipts.pay, { visitId: visit.id, amount: 65, method: 'card', complete }, as);
  assert.equal((await pay(true)).status, 409);
  assert.deepEqual((await app.call(receipts.getOfVisit, { visitId: visit.id }, as)).answer.receipts, []);
  assert.equal((await pay(false)).status, 200);
});

test('requests cannot be paid; employees do not reach the receipts of colleagues, local administrators do', async () => {
  await using app = await testApp();
  const { employee, location, company } = await buildBusiness(app);
  const start = '2026-03-02T10:00:00Z';
  const request = await buildEvent(app, employee, { start, status: 'requested', name: 'Mara' });
  const own = await signIn(app, employee);
  const pay = (visitId: string, as: { cookie: string }) =>
    app.call(receipts.pay, { visitId, amount: 20, method: 'cash' }, as);
  assert.equal((await pay(request.id, own)).status, 409);
  const visit = await buildEvent(app, employee, { start: '2026-03-02T12:00:00Z', name: 'Zoe' });
  const colleague = await signIn(app, await buildEmployee(app, location));
  assert.equal((await pay(visit.id, colleague)).status, 404);
  const elsewhere = await buildLocation(app, company);
  const other = await signIn(app, await buildEmployee(app, elsewhere, { actions: ['lcladmin'] }));
  assert.equal((await pay(visit.id, other)).status, 404);
  const local = await signIn(app, await buildEmployee(app, location, { actions: ['lcladmin'] }));
  const paid = await pay(visit.id, local);
  assert.equal(paid.status, 200);
  const refund = (as: { cookie: string }) => app.call(receipts.refund, { id: paid.answer.receipts[0]?.id ?? '' }, as);
  assert.equal((await refund(other)).status, 404);
  assert.equal((await refund(own)).status, 200);
});

test('receipts and their lines do not change', async () => {
  await using app = await salon();
  await app.call(receipts.pay, { visitId: app.visit.id, amount: 65, method: 'cash' }, app.as);
  const { write } = app.database;
  await assert.rejects(write.updateTable('receipts').set({ amount: 1 }).execute(), /cannot be changed/);
  await assert.rejects(write.updateTable('receiptLines').set({ amount: 1 }).execute(), /cannot be changed/);
  await assert.rejects(write.deleteFrom('receiptLines').execute(), /cannot be changed/);
});

test('a service of a receipt is refunded alone, once, and can be paid again', async () => {
  await using app = await salon();
  const { visit, as } = app;
  const [cut, beard] = visit.parts;
  const paid = await app.call(receipts.pay, { visitId: visit.id, amount: 60, method: 'card' }, as);
  const { id = '' } = paid.answer.receipts[0] ?? {};
  const refund = (position: number, quantity = 1, method?: 'cash') =>
    app.call(receipts.refund, { id, lines: [{ position, quantity }], ...(method && { method }) }, as);
  assert.deepEqual([(await refund(1, 2)).status, (await refund(2)).status], [409, 409], 'more than was sold');
  const many = await Promise.all(Array.from({ length: 8 }, () => refund(1)));
  assert.deepEqual(many.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)]);
  const state = async () => {
    const { answer } = await app.call(receipts.getOfVisit, { visitId: visit.id }, as);
    const { contact } = (await app.call(companyContacts.operations.getCard, { id: app.contact.id }, as)).answer;
    const [receipt] = answer.receipts.slice(-1);
    return {
      ...{ paid: answer.paid, open: answer.open.map(({ eventId }) => eventId), spent: contact.spent },
      ...{ refunded: receipt?.refunded, isRefunded: receipt?.refundedAt !== null },
      left: receipt?.lines.map(({ left }) => left),
    };
  };
  assert.deepEqual(await state(), {
    ...{ paid: 36.92, open: [beard?.eventId], spent: 36.92, refunded: 23.08, isRefunded: false, left: [36.92, 0] },
  });
  const again = await app.call(receipts.pay, { visitId: visit.id, amount: 25, method: 'cash' }, as);
  assert.equal(again.answer.paid, 61.92);
  assert.equal((await refund(0, 1, 'cash')).status, 200);
  assert.deepEqual(await state(), {
    ...{ paid: 25, open: [cut?.eventId], spent: 25, refunded: 60, isRefunded: true, left: [0, 0] },
  });
  assert.equal((await app.call(receipts.refund, { id }, as)).status, 409);
  const back = await app.database.read
    .selectFrom('receiptPayments as p')
    .innerJoin('receipts as r', 'r.id', 'p.receiptId')
    .select(['p.method', 'p.amount'])
    .where('r.refundsId', '=', id)
    .orderBy('p.amount')
    .execute();
  assert.deepEqual(
    back.map(({ method, amount }) => [method, amount]),
    [
      ['cash', -36.92],
      ['card', -23.08],
    ],
  );
});

test('the database refuses payments, discounts and refunds that contradict their receipt', async () => {
  await using app = await salon();
  await app.call(receipts.pay, { visitId: app.visit.id, amount: 65, method: 'cash' }, app.as);
  const { write } = app.database;
  const line = await write.selectFrom('receiptLines').selectAll().where('position', '=', 0).executeTakeFirstOrThrow();
  const add = (values: object) =>
    write
      .insertInto('receiptLines')
      .values({ ...line, position: 9, visitId: null, eventId: null, ...values })
      .execute();
  const refunded = (quantity: number) => write.updateTable('receiptLines').set({ refunded: quantity }).execute();
  await assert.rejects(refunded(2), /receipt_lines_refunded/);
  await refunded(1);
  await assert.rejects(refunded(0), /cannot be changed/);
  await assert.rejects(add({ quantity: 2 }), /receipt_lines_amount/);
  await assert.rejects(add({ quantity: 0.5, unitPrice: 80 }), /receipt_lines_whole_services/);
  await assert.rejects(add({ kind: 'product', unitPrice: -40, amount: -40 }), /receipt_lines_sign/);
  await assert.rejects(add({ kind: 'discount', unitPrice: -4, amount: -4 }), /receipt_lines_refers/);
  await assert.rejects(add({ quantity: -1, amount: -40 }), /receipt_lines_refers/);
  const back = { quantity: -1, amount: -40, refReceiptId: line.receiptId };
  await assert.rejects(add({ ...back, refPosition: 7 }), /receipt_lines_ref/);
  const { receiptId, companyId } = line;
  const pay = (values: object) =>
    write
      .insertInto('receiptPayments')
      .values({ companyId, receiptId, position: 9, method: 'cash', amount: 40, ...values })
      .execute();
  await assert.rejects(pay({ given: 30, change: -10 }), /check/, 'change from less than given');
  await assert.rejects(pay({ given: 50, change: 5 }), /check/);
  await assert.rejects(pay({ method: 'card', given: 50, change: 10 }), /check/);
  await assert.rejects(write.updateTable('receiptPayments').set({ amount: 1 }).execute(), /cannot be changed/);
});

test('the parts of an amount sum to it', () => {
  for (const [cents, weights] of [
    [1000, [1, 1, 1]],
    [1, [5, 5]],
    [999, [0, 0]],
    [6000, [4000, 2500]],
    [100, [0, 3, 0, 7]],
  ] as const) {
    const parts = splitAmount(cents, weights);
    assert.equal(
      parts.reduce((sum, part) => sum + part, 0),
      cents,
    );
    assert.ok(parts.every((part) => part >= 0));
  }
});

test('a receipt has the VAT of the day of the visit, also when the rate is announced later or its service is gone', async () => {
  await using app = await salon();
  const { visit, company } = app;
  const admin = await signIn(app, await buildEmployee(app, app.location, { actions: ['admin'] }));
  const [cut] = visit.parts;
  assert.ok(cut?.serviceId);
  const id = cut.serviceId;
  const { update, delete: remove, restore, getPaginated } = companyServices.operations;
  // The visit is on 2 March.
  const vatRates = [
    { from: '2026-03-02', rate: 22 },
    { from: '2026-03-03', rate: 25 },
  ];
  const saved = await app.call(update, { id, vatRate: 21, vatRates }, admin);
  assert.deepEqual([saved.status, saved.answer.vatRate, saved.answer.vatRates], [200, 21, vatRates]);
  assert.equal((await app.call(update, { id, vatRates: [vatRates, vatRates].flat() }, admin)).status, 417);
  const rates = async () =>
    (await listUnpaid(app.database.read, { companyId: company.id, id: visit.id })).map((part) => part.vatRate);
  assert.deepEqual(await rates(), [22, null]);
  assert.equal((await app.call(remove, { id }, admin)).status, 204);
  assert.deepEqual(await rates(), [22, null]);
  const restored = await app.call(restore, { id }, admin);
  assert.deepEqual(restored.answer.vatRates, vatRates);
  assert.deepEqual(await rates(), [22, null]);
  const withoutFuture = await app.call(update, { id, vatRates: vatRates.slice(0, 1) }, admin);
  assert.deepEqual(withoutFuture.answer.vatRates, vatRates.slice(0, 1));
  // Paid in advance, too: the day of the visit counts.
  app.clock.set('2026-03-01T12:00:00Z');
  const paid = await app.call(receipts.pay, { visitId: visit.id, amount: 65, method: 'card' }, app.as);
  assert.deepEqual(
    paid.answer.receipts[0]?.vat.map(({ rate, amount }) => [rate, amount]),
    [
      [22, 40],
      [null, 25],
    ],
  );
  // A receipt does not change.
  assert.equal((await app.call(update, { id, vatRates: [], vatRate: 5 }, admin)).status, 200);
  const { answer } = await app.call(receipts.getOfVisit, { visitId: visit.id }, app.as);
  assert.deepEqual(answer.receipts[0]?.lines[0]?.vatRate, 22);
  assert.deepEqual(
    (await app.call(getPaginated, {}, admin)).answer.services.find((one) => one.id === id)?.vatRates,
    [],
  );
});
