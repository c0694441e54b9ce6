// Tests of the messages that did not arrive: who sees them, and what a person does about them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { companyProblems, systemProblems } from '#contract/messaging/problems.ts';
import { companySuppressedAddresses } from '#contract/messaging/suppressed-addresses.ts';
import { topUp } from '#server/balance/deposits/top-up.ts';
import { transaction } from '#server/db/transaction.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import { waitForLock } from '#server/testing/database/wait-for-lock.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { getPaginated, sendAgain, giveUp, markArrived, allowAddresses, count, getAttempts } = companyProblems.operations;

async function suppress(app: TestApp, address: string, more: object = {}) {
  const createdAt = app.clock.now();
  const row = { medium: 'mail', address, reason: 'bounce', evidence: '550 5.1.1', createdAt };
  await app.database.write
    .insertInto('suppressions')
    .values({ ...row, expiresAt: createdAt.add({ hours: 24 }), ...more })
    .execute();
}

const stateOf = async (app: TestApp, id: string) =>
  (await app.database.read.selectFrom('deliveries').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state;

test('an administrator sees the problems of the own company with their reasons, the operator those of all', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const other = await buildBusiness(app, { actions: ['sys'] });
  const admin = await signIn(app, employee);
  const operator = await signIn(app, other.employee);
  const companyId = company.id;
  for (const [state, reason] of [
    ['failed', 'refused'],
    ['undelivered', 'returned'],
    ['uncertain', 'uncertain'],
    ['expired', ''],
    ['held', 'funds'],
    ['queued', 'route'],
    ['queued', ''],
    ['sent', ''],
  ] as const) {
    await buildMail(app, { companyId, state, reason, toEMail: `${state}-${reason}@example.test` });
  }
  await buildMail(app, { companyId: other.company.id, state: 'failed', reason: 'bounced' });
  const { problems } = (await app.call(getPaginated, { order: 'Address' }, admin)).answer;
  assert.deepEqual(
    problems.map(({ state, reason }) => `${state}: ${reason}`),
    [
      'expired: expired',
      'failed: refused',
      'held: funds',
      'queued: route',
      'uncertain: uncertain',
      'undelivered: returned',
    ],
  );
  assert.equal((await app.call(getPaginated, { search: 'reason: refused' }, admin)).answer.totalRows, 1);
  assert.equal((await app.call(systemProblems.operations.getPaginated, {}, operator)).answer.totalRows, 7);
  // Deliveries that are tried again by themselves do not wait for a person.
  assert.equal((await app.call(count, {}, admin)).answer.count, 5);
});

test('mails without a mail server are problems until the operator decides; a demo does not count them', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const admin = await signIn(app, employee);
  const companyId = company.id;
  const stored = await buildMail(app, { companyId, state: 'kept', toEMail: 'stored@example.test' });
  const archived = await buildMail(app, { companyId, state: 'kept' });
  await app.database.write.updateTable('deliveries').set({ links: '{}' }).where('id', '=', archived).execute();
  const { problems } = (await app.call(getPaginated, {}, admin)).answer;
  assert.deepEqual(
    problems.map(({ address, state, reason }) => [address, state, reason]),
    [['stored@example.test', 'kept', 'kept']],
  );
  assert.equal((await app.call(count, {}, admin)).answer.count, 1);
  assert.deepEqual((await app.call(sendAgain, { ids: [stored] }, admin)).answer, {
    changed: 0,
    passedOver: [{ id: stored, reason: 'kept' }],
  });
  assert.equal((await app.call(giveUp, { ids: [stored] }, admin)).answer.changed, 1);
  assert.equal((await app.call(getPaginated, {}, admin)).answer.totalRows, 0);
  await using demo = await testApp({ env: { DEMO: '1' } });
  const other = await buildBusiness(demo, { actions: ['admin'] });
  await buildMail(demo, { companyId: other.company.id, state: 'kept' });
  assert.equal((await demo.call(count, {}, await signIn(demo, other.employee))).answer.count, 0);
});

test('messages are sent again by one call, and those of no use are passed over with the reason', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const admin = await signIn(app, employee);
  const companyId = company.id;
  const past = app.clock.now().subtract({ hours: 1 });
  const failed = { companyId, state: 'failed', reason: 'refused', attempts: 5 };
  const good = await buildMail(app, { ...failed, lane: 'turn', laneKey: companyId });
  const late = await buildMail(app, { companyId, state: 'expired', expiresAt: past });
  const gone = await buildMail(app, { ...failed, reason: 'bounced', toEMail: 'gone@example.test' });
  await suppress(app, 'gone@example.test');
  const tooLate = await buildMail(app, { companyId, state: 'expired', expiresAt: past, lane: 'turn', laneKey: 'x' });
  const link = await buildMail(app, { companyId, state: 'expired', expiresAt: past, purpose: 'account' });
  const emptied = await buildMail(app, { ...failed, html: '', plain: '' });
  const sent = await buildMail(app, { companyId, state: 'sent' });
  const ids = [good, late, gone, tooLate, link, emptied, sent];
  const { answer } = await app.call(sendAgain, { ids }, admin);
  assert.equal(answer.changed, 2);
  assert.deepEqual(
    new Map(answer.passedOver.map(({ id, reason }) => [id, reason])),
    new Map([
      [gone, 'suppressed'],
      [tooLate, 'tooLate'],
      [link, 'tooLate'],
      [emptied, 'emptied'],
      [sent, 'settled'],
    ] as const),
  );
  const worker = openMessaging(app);
  await worker.drain();
  await worker.close();
  assert.deepEqual([await stateOf(app, good), await stateOf(app, late)], ['sent', 'sent']);
  assert.equal(server.mails.length, 2);
  const attempts = (await app.call(getAttempts, { id: good }, admin)).answer;
  assert.deepEqual(attempts.map(({ outcome }) => outcome).toSorted(), ['again', 'sent']);
});

test('a given up message is no problem any more, and one that waits is withdrawn', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const admin = await signIn(app, employee);
  const companyId = company.id;
  const failed = await buildMail(app, { companyId, state: 'failed', reason: 'refused' });
  const waiting = await buildMail(app, { companyId, state: 'queued', reason: 'retry' });
  const uncertain = await buildMail(app, { companyId, state: 'uncertain', reason: 'uncertain', guarantee: 'once' });
  assert.equal((await app.call(giveUp, { ids: [failed, waiting] }, admin)).answer.changed, 2);
  assert.deepEqual([await stateOf(app, failed), await stateOf(app, waiting)], ['failed', 'cancelled']);
  const arrived = await app.call(markArrived, { ids: [uncertain, failed] }, admin);
  assert.deepEqual(arrived.answer, { changed: 1, passedOver: [{ id: failed, reason: 'settled' }] });
  assert.equal(await stateOf(app, uncertain), 'sent');
  assert.equal((await app.call(getPaginated, {}, admin)).answer.totalRows, 0);
});

test('what the deposit holds for an SMS is released when it is given up, and one that was paid is not sent again', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const admin = await signIn(app, employee);
  const companyId = company.id;
  const { write } = app.database;
  await sql`update unit_prices set price = 0.05 where company_id = ${companyId}`.execute(write);
  await sql`update company_terms set sms_cost = 0.05 where company_id = ${companyId}`.execute(write);
  await transaction({ ...app, db: write }, (tx) =>
    topUp(tx, { companyId, units: 1_500, cause: { kind: 'payment', id: randomUUID(), step: 1 } }),
  );
  const ids: string[] = [];
  for (const state of ['queued', 'uncertain', 'undelivered', 'held'] as const) {
    const { id } = await buildSms(app, companyId);
    await write.updateTable('deliveries').set({ state, reason: 'retry' }).where('id', '=', id).execute();
    ids.push(id);
  }
  const deposit = async () => {
    const { rows } = await sql<{ posted: number; held: number }>`
      select (posted * 10000)::float8 as posted, (held * 10000)::float8 as held from deposits where company_id = ${companyId}`.execute(
      write,
    );
    return rows[0];
  };
  assert.deepEqual(await deposit(), { posted: 1_000, held: 1_000 });
  const [, , paid = ''] = ids;
  assert.deepEqual((await app.call(sendAgain, { ids: [paid] }, admin)).answer, {
    changed: 0,
    passedOver: [{ id: paid, reason: 'charged' }],
  });
  assert.equal((await app.call(giveUp, { ids }, admin)).answer.changed, 4);
  assert.deepEqual(await deposit(), { posted: 1_000, held: 0 });
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('an SMS that waits for money is sent again only when the deposit holds its price', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const admin = await signIn(app, employee);
  const companyId = company.id;
  const { write } = app.database;
  const pay = (units: number) =>
    transaction({ ...app, db: write }, (tx) =>
      topUp(tx, { companyId, units, cause: { kind: 'payment', id: randomUUID(), step: 1 } }),
    );
  await sql`update unit_prices set price = 0.05 where company_id = ${companyId}`.execute(write);
  await sql`update company_terms set sms_cost = 0.05 where company_id = ${companyId}`.execute(write);
  const held: string[] = [];
  for (const turnKey of [undefined, companyId]) {
    const { id, outcome } = await buildSms(app, companyId, turnKey === undefined ? {} : { turnKey });
    assert.equal(outcome, 'held');
    held.push(id);
  }
  const [first = '', second = ''] = held;
  assert.deepEqual((await app.call(sendAgain, { ids: held }, admin)).answer, {
    changed: 0,
    passedOver: held.toSorted().map((id) => ({ id, reason: 'funds' })),
  });
  assert.deepEqual([await stateOf(app, first), await stateOf(app, second)], ['held', 'held']);
  // Without money an SMS waits, by whatever statement it is queued.
  await write.updateTable('deliveries').set({ state: 'queued', reason: '' }).where('id', '=', first).execute();
  assert.equal(await stateOf(app, first), 'held');
  assert.equal((await sql`select from turns where queue like 'sms:%'`.execute(write)).rows.length, 0);
  await pay(500);
  const { answer } = await app.call(sendAgain, { ids: held }, admin);
  assert.deepEqual([answer.changed, answer.passedOver.map(({ reason }) => reason)], [1, ['funds']]);
  await pay(500);
  assert.equal((await app.call(sendAgain, { ids: held }, admin)).answer.changed, 1);
  assert.deepEqual([await stateOf(app, first), await stateOf(app, second)], ['queued', 'queued']);
  assert.equal((await sql`select from turns where queue like 'sms:%'`.execute(write)).rows.length, 1);
  await write.updateTable('deliveries').set({ state: 'sent' }).where('id', 'in', held).execute();
  const { rows } = await sql<{ used: number }>`
    select (sum(amount) * 10000)::float8 as used from usage where company_id = ${companyId}`.execute(write);
  assert.equal(rows[0]?.used, 1_000);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('money for SMS is reserved after the turn is locked, as a claim does', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  const companyId = company.id;
  const { write } = app.database;
  await sql`update unit_prices set price = 0.05 where company_id = ${companyId}`.execute(write);
  const { id } = await buildSms(app, companyId, { turnKey: companyId });
  await write
    .insertInto('turns')
    .values({ queue: 'sms:visit', laneKey: companyId, nextDue: app.clock.now() })
    .execute();
  await transaction({ ...app, db: write }, (tx) =>
    topUp(tx, { companyId, units: 500, cause: { kind: 'payment', id: randomUUID(), step: 1 } }),
  );
  let funding: Promise<unknown> | undefined;
  await write.transaction().execute(async (claim) => {
    await sql`select from turns where lane_key = ${companyId} for update`.execute(claim);
    funding = sql`select fund_deliveries(${companyId}, null, ${app.clock.now()})`.execute(write);
    await waitForLock(app);
    await sql`select from deposits where company_id = ${companyId} for update nowait`.execute(claim);
  });
  await funding;
  assert.equal(await stateOf(app, id), 'queued');
});

test('an address is allowed again from the problem, but not one that unsubscribed', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const other = await buildBusiness(app, { actions: ['admin'] });
  const admin = await signIn(app, employee);
  const stranger = await signIn(app, other.employee);
  const companyId = company.id;
  const gone = await buildMail(app, { companyId, state: 'failed', reason: 'bounced', toEMail: 'Gone@example.test' });
  const no = await buildMail(app, { companyId, state: 'failed', reason: 'refused', toEMail: 'no@example.test' });
  await suppress(app, 'gone@example.test');
  await suppress(app, 'no@example.test', { companyId, reason: 'unsubscribed', expiresAt: null });
  assert.equal((await app.call(allowAddresses, { ids: [gone] }, stranger)).status, 404);
  const { answer } = await app.call(allowAddresses, { ids: [gone, no] }, admin);
  assert.deepEqual(answer, { changed: 1, passedOver: [{ id: no, reason: 'byCustomer' }] });
  const left = await app.database.read.selectFrom('suppressions').select('address').execute();
  assert.deepEqual(left, [{ address: 'no@example.test' }]);
});

test('a company sees the suppressed addresses of its own recipients, and allows those that its customers did not ask for', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const other = await buildBusiness(app, { actions: ['admin'] });
  const admin = await signIn(app, employee);
  const stranger = await signIn(app, other.employee);
  const companyId = company.id;
  await buildMail(app, { companyId, state: 'suppressed', toEMail: 'gone@example.test' });
  await suppress(app, 'gone@example.test');
  await suppress(app, 'elsewhere@example.test');
  await suppress(app, 'angry@example.test', { companyId, reason: 'complaint', purpose: 'visit' });
  await suppress(app, 'no@example.test', { companyId, reason: 'unsubscribed', expiresAt: null });
  const list = companySuppressedAddresses.operations;
  const { addresses } = (await app.call(list.getPaginated, { order: 'Address' }, admin)).answer;
  assert.deepEqual(
    addresses.map(({ address, reason, purpose }) => [address, reason, purpose]),
    [
      ['angry@example.test', 'complaint', 'visit'],
      ['gone@example.test', 'bounce', 'all'],
      ['no@example.test', 'unsubscribed', 'all'],
    ],
  );
  const [angry = '', gone = '', no = ''] = addresses.map(({ id }) => id);
  assert.equal((await app.call(list.getById, { id: gone }, admin)).answer.address, 'gone@example.test');
  assert.equal((await app.call(list.getPaginated, {}, stranger)).answer.totalRows, 0);
  assert.equal((await app.call(list.allow, { id: gone }, stranger)).status, 404);
  assert.equal((await app.call(list.allowMany, { ids: [gone, no] }, admin)).status, 409);
  assert.equal((await app.call(list.allowMany, { ids: [gone, angry] }, admin)).answer.changed, 2);
  const { rows } = await sql<{ address: string }>`select address from suppressions order by 1`.execute(
    app.database.read,
  );
  assert.deepEqual(
    rows.map(({ address }) => address),
    ['elsewhere@example.test', 'no@example.test'],
  );
});
