// Tests the papers and mails of the till, and what opens its drawer.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { printJobs } from '#contract/devices/print-jobs.ts';
import { type BasketLine, tills } from '#contract/till/tills.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildProduct, buildTill } from '#server/testing/build/till.ts';
import { testApp } from '#server/testing/test-app.ts';

async function shop(mode: 'plain' | 'beside' = 'plain') {
  const app = await testApp();
  const business = await buildBusiness(app, { actions: ['user', 'admin'] });
  const { company, employee } = business;
  const as = await signIn(app, employee);
  const { registerId, sessionId } = await buildTill(app, { ...employee, mode });
  const { write, read } = app.database;
  await write.updateTable('devices').set({ isConfirmed: true }).where('id', '=', registerId).execute();
  await write
    .insertInto('receiptSellers')
    .values({ companyId: company.id, name: 'SIA Ozols', address: '', registration: '40003032949', vatId: 'LV1' })
    .execute();
  const product = await buildProduct(app, employee);
  const contact = await buildContact(app, company, { name: 'Mara', eMail: 'mara@example.org' });
  await write.updateTable('contacts').set({ language: 'lv' }).where('id', '=', contact.id).execute();
  const sell = async (payments: { method: 'cash' | 'card'; amount: number; given?: number }[], more: object = {}) => {
    const lines = [
      { productId: product.id, unitPrice: 12.5, quantity: 2, discount: 5, discountPercent: 20 },
    ] as BasketLine[];
    const id = randomUUID();
    const sold = await app.call(tills.sell, { id, registerId, lines, payments, ...more } as never, as);
    assert.equal(sold.status, 200, sold.body);
    return id;
  };
  const jobs = () =>
    read
      .selectFrom('printJobs')
      .select(['causeKind', 'causeKey', 'deviceId', 'typeId', 'document', 'copy', 'language'])
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
  const drawers = async () => (await jobs()).filter(({ typeId }) => typeId === null).map(({ causeKey }) => causeKey);
  return {
    ...{ app, ...business, as, registerId, sessionId, contact, sell, jobs, drawers },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test('a receipt prints at its register once, then as copies; in the language of its customer', async () => {
  await using at = await shop();
  const { app, as, registerId, contact, sell, jobs } = at;
  const id = await sell([{ method: 'card', amount: 20 }], { contactId: contact.id });
  const print = async () => (await app.call(tills.printReceipt, { id, registerId }, as)).answer;
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, print));
  assert.equal([first, ...others].filter((answer) => answer?.isNew).length, 1);
  const [job, ...more] = await jobs();
  assert.deepEqual([more.length, job?.deviceId, job?.language], [0, registerId, 'lv']);
  const paper = job?.document as Record<string, unknown>;
  assert.deepEqual(
    [paper.title, paper.notice, paper.number, paper.seller, paper.registration, paper.customer, paper.total],
    ['Kvīts', '', '1', 'SIA Ozols', '40003032949', 'Mara', 20],
  );
  assert.deepEqual(paper.lines, [
    { name: 'Shampoo', amount: 25, detail: '2 × 12,50' },
    { name: 'Atlaide 20 %', amount: -5, detail: '' },
  ]);
  assert.deepEqual(paper.vat, [{ name: 'PVN 21 %', amount: 3.47, net: 16.53 }]);
  assert.deepEqual(paper.payments, [{ name: 'Karte', amount: 20, given: null, change: null }]);

  const queued = first?.job?.id ?? assert.fail();
  await app.database.write.updateTable('printJobs').set({ state: 'printed' }).where('id', '=', queued).execute();
  assert.equal((await print()).isNew, false);
  await app.call(printJobs.again, { id: queued, copy: 1 }, as);
  assert.deepEqual(
    (await jobs()).map(({ copy }) => copy),
    [0, 1],
  );
});

test('beside a fiscal device, a receipt says that it is none, and whether its number is missing', async () => {
  await using at = await shop('beside');
  const { app, as, registerId, sell, jobs } = at;
  const id = await sell([{ method: 'cash', amount: 20, given: 50 }]);
  await app.call(tills.printReceipt, { id, registerId }, as);
  await app.call(tills.setDeviceNumber, { id, number: 'F-77' }, as);
  await app.call(tills.printReceipt, { id, registerId }, as);
  const papers = (await jobs())
    .filter(({ typeId }) => typeId)
    .map(({ document }) => document as Record<string, string>);
  assert.deepEqual(
    papers.map(({ notice, deviceNumber }) => [notice, deviceNumber]),
    [
      ['This is not a fiscal receipt.', 'number missing'],
      ['This is not a fiscal receipt.', 'F-77'],
    ],
  );
  assert.deepEqual(papers[0]?.payments, [{ name: 'Cash', amount: 20, given: 50, change: 30 }] as never);
});

test('an X prints again when its figures have changed, a Z once with its hash', async () => {
  await using at = await shop();
  const { app, as, registerId, sessionId, sell, jobs } = at;
  const print = (closed: string | null = null) => app.call(tills.printTotals, { registerId, sessionId: closed }, as);
  await sell([{ method: 'card', amount: 20 }]);
  for (const _ of [1, 2]) assert.equal((await print()).status, 200);
  await sell([{ method: 'cash', amount: 20 }]);
  await print();
  assert.equal((await print(sessionId)).status, 404, 'no Z yet');
  const { answer: closing } = await app.call(tills.close, { registerId, sessionId, countedCash: 19 }, as);
  assert.equal((await print()).status, 409, 'no X of a closed register');
  for (const _ of [1, 2]) assert.equal((await print(sessionId)).status, 200);
  const papers = (await jobs()).filter(({ typeId }) => typeId);
  assert.deepEqual(
    papers.map(({ causeKind }) => causeKind),
    ['xReport', 'xReport', 'zReport'],
  );
  const z = papers[2]?.document as Record<string, unknown>;
  assert.deepEqual(
    [z.title, z.numbers, z.sales, z.total, z.expectedCash, z.countedCash, z.difference, z.hash],
    ['Z report 1', '1–2', '2', 40, 20, 19, -1, closing.hash],
  );
});

test('the drawer opens once for a cash sale, a cash refund and a reason, and for nothing else', async () => {
  await using at = await shop();
  const { app, as, registerId, sell, drawers } = at;
  const card = await sell([{ method: 'card', amount: 20 }]);
  const cash = await sell([{ method: 'cash', amount: 20, given: 20 }]);
  const refund = (receiptId: string) => app.call(tills.refund, { id: randomUUID(), registerId, receiptId }, as);
  await refund(card);
  const { answer: back } = await refund(cash);
  const opened = { id: randomUUID(), registerId, reason: 'Change for the parking meter' };
  for (const _ of [1, 2]) assert.equal((await app.call(tills.openDrawer, opened, as)).status, 204);
  const moved = { id: randomUUID(), registerId, kind: 'in' as const, amount: 50, reason: 'From the bank' };
  assert.equal((await app.call(tills.move, moved, as)).status, 200);
  assert.deepEqual(await drawers(), [cash, back.id, opened.id]);
});

test('a receipt leaves by e-mail to its customer or a typed address, once the company has proved its own', async () => {
  await using at = await shop('beside');
  const { app, as, company, contact, sell } = at;
  const mail = (id: string, eMail = '') => app.call(tills.mailReceipt, { id, eMail }, as);
  const own = await sell([{ method: 'cash', amount: 20, given: 50 }], { contactId: contact.id });
  const other = await sell([{ method: 'card', amount: 20 }]);
  assert.equal((await mail(own)).status, 409);
  const proved = { eMail: 'salon@example.org', verifiedEMail: 'salon@example.org' };
  await app.database.write.updateTable('companies').set(proved).where('id', '=', company.id).execute();
  assert.deepEqual((await mail(own)).answer, { to: 'mara@example.org' });
  assert.equal((await mail(other)).status, 417, 'no address');
  assert.deepEqual((await mail(other, 'iris@example.org')).answer, { to: 'iris@example.org' });
  const mails = await app.database.read
    .selectFrom('emailMessages')
    .select(['toEMail', 'subject', 'html', 'plain', 'replyTo'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  assert.deepEqual(
    mails.map(({ toEMail, replyTo }) => [toEMail, replyTo]),
    [
      ['mara@example.org', 'salon@example.org'],
      ['iris@example.org', 'salon@example.org'],
    ],
  );
  const [first, second] = mails;
  assert.equal(first?.subject, `${company.name}: kvīts 1`);
  for (const text of [first?.html, first?.plain]) {
    for (const words of [
      'Šis nav fiskālais čeks.',
      'Shampoo',
      '2 × 12,50',
      '20,00\u00a0€',
      'numura nav',
      '40003032949',
    ])
      assert.ok(text?.includes(words), words);
  }
  assert.match(second?.plain ?? '', /This is not a fiscal receipt/);
  let last = 200;
  for (let sent = 0; sent < 25 && last === 200; sent++) last = (await mail(other, 'iris@example.org')).status;
  assert.equal(last, 429);
});

test('registers and receipts of another company are unknown', async () => {
  await using at = await shop();
  const { app, registerId, sessionId, sell } = at;
  const id = await sell([{ method: 'card', amount: 20 }]);
  const { employee } = await buildBusiness(app, { actions: ['user', 'admin'] });
  const stranger = await signIn(app, employee);
  const answers = await Promise.all([
    app.call(tills.printReceipt, { id }, stranger),
    app.call(tills.printTotals, { registerId }, stranger),
    app.call(tills.printTotals, { registerId, sessionId }, stranger),
    app.call(tills.mailReceipt, { id, eMail: 'iris@example.org' }, stranger),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 404],
  );
});
