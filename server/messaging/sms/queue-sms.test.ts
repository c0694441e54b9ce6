// Tests of the limits of SMS and of the money that pays for them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { companySmsMessages } from '#contract/messaging/sms.ts';
import { cases } from '#contract/testing/random-cases.ts';
import { reserve } from '#server/balance/deposits/reserve.ts';
import { transaction } from '#server/db/transaction.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { depositOf, drain, privateHosts, smsState, withGateway } from '#server/testing/build/http-gateway.ts';
import { payForSms } from '#server/testing/build/pay-for-sms.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import { openSmsGateway } from '#server/testing/servers/sms-gateway.ts';
import { testApp } from '#server/testing/test-app.ts';

test('the list shows what the balance paid or reserves for an SMS, and no price for one that cost nothing', async () => {
  await using app = await testApp({ env: privateHosts });
  const { employee, company } = await buildBusiness(app, { actions: ['admin'] });
  const admin = await signIn(app, employee);
  await payForSms(app, company.id, { units: 4_000 });
  for (const state of ['queued', 'uncertain', 'sent', 'undelivered', 'failed', 'kept', 'suppressed', 'held']) {
    const message = state === 'held' ? 'a'.repeat(1_500) : state;
    const { id } = await buildSms(app, company.id, { subject: state, message });
    if (state !== 'held')
      await app.database.write.updateTable('deliveries').set({ state }).where('id', '=', id).execute();
  }
  const { messages } = (await app.call(companySmsMessages.operations.getPaginated, {}, admin)).answer;
  const prices = Object.fromEntries(messages.map(({ state, price }) => [state, price]));
  const none = { failed: null, kept: null, suppressed: null, held: null };
  assert.deepEqual(prices, { queued: 0.05, uncertain: 0.05, sent: 0.05, undelivered: 0.05, ...none });
});

test('numbers that cost, landlines and other countries get no SMS, and a number gets three an hour and ten a day', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  const outcomeOf = async (to: string, country: 'LV' | 'DE' = 'LV') =>
    (await buildSms(app, company.id, { to, country })).outcome;
  assert.equal(await outcomeOf('900 12345', 'LV'), 'premium');
  assert.equal(await outcomeOf('+371 67 000 000'), 'landline');
  assert.equal(await outcomeOf('+49 1512 3456789'), 'country');
  assert.equal(await outcomeOf('01512 3456789', 'DE'), 'queued');
  assert.equal(await outcomeOf('12'), 'number');
  await app.database.write
    .updateTable('companies')
    .set({ smsCountries: ['DE', 'EE'] })
    .execute();
  assert.equal(await outcomeOf('20000002'), 'country');
  await app.database.write.updateTable('companies').set({ smsCountries: [] }).execute();
  const outcomes: string[] = [];
  for (let nth = 0; nth < 12; nth++) {
    outcomes.push((await outcomeOf('20000001')) ?? '');
    if (nth === 3) app.clock.advance({ hours: 1, minutes: 1 });
    if (nth > 3) app.clock.advance({ minutes: 30 });
  }
  assert.deepEqual(
    outcomes.map((outcome) => outcome === 'queued'),
    [true, true, true, false, true, true, true, true, true, true, true, false],
  );
  await app.database.write.updateTable('companies').set({ smsPerDay: 12 }).execute();
  assert.equal(await outcomeOf('20000003'), 'queued');
  assert.equal(await outcomeOf('20000004'), 'companyLimit');
});

test('the limits of a number and of the day hold however many SMS are queued at once', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: privateHosts });
  const { companyId } = await withGateway(app, server);
  const other = await buildBusiness(app);
  const queuedOf = (outcomes: { outcome: unknown }[]) => outcomes.filter(({ outcome }) => outcome === 'queued').length;
  const to = '+371 20000077';
  const ofNumber = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => buildSms(app, nth % 2 ? companyId : other.company.id, { to })),
  );
  assert.equal(queuedOf(ofNumber), 3);
  await app.database.write.updateTable('companies').set({ smsPerDay: 6 }).where('id', '=', companyId).execute();
  const ofDay = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => buildSms(app, companyId, { to: `+371 2100000${nth}` })),
  );
  const before = ofNumber.filter(({ outcome }, nth) => nth % 2 && outcome === 'queued').length;
  assert.equal(queuedOf(ofDay), 6 - before);
});

test('SMS without money wait, administrators learn of it once a day, and a payment sends them in order', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: privateHosts });
  const { companyId } = await withGateway(app, server);
  await payForSms(app, companyId, { units: 1_200 });
  const expiresAt = app.clock.now().add({ hours: 2 });
  const outcomes: Awaited<ReturnType<typeof buildSms>>[] = [];
  for (const [nth, purpose] of (['visit', 'campaign', 'visit', 'visit'] as const).entries()) {
    app.clock.advance({ seconds: 1 });
    const message = nth === 0 ? 'Hello' : 'a'.repeat(161);
    const late = nth === 3 ? { expiresAt } : {};
    outcomes.push(await buildSms(app, companyId, { purpose, message, ...late }));
  }
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['queued', 'held', 'held', 'held'],
  );
  await drain(app);
  await drain(app);
  assert.equal(server.requests.length, 1);
  const received = () => app.database.write.selectFrom('reminders').select(['type', 'text']).execute();
  assert.deepEqual(
    (await received()).map(({ type }) => type),
    ['smsFundsError'],
  );
  app.clock.advance({ hours: 25 });
  await drain(app);
  assert.equal((await received()).length, 2);
  const states = () => Promise.all(outcomes.map(({ id }) => smsState(app, id)));
  assert.deepEqual(await states(), ['sent', 'held', 'held', 'expired']);
  await payForSms(app, companyId, { units: 300 });
  await drain(app);
  assert.deepEqual(await states(), ['sent', 'held', 'sent', 'expired'], 'visits precede campaigns');
  await payForSms(app, companyId, { units: 1_000 });
  await drain(app);
  assert.deepEqual(await states(), ['sent', 'sent', 'sent', 'expired']);
  assert.deepEqual(await depositOf(app, companyId), { posted: 0, held: 0 });
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('a limit counts the parts of SMS', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: privateHosts });
  const { companyId } = await withGateway(app, server, { perHour: 5 });
  const ids: string[] = [];
  for (const length of [161, 161, 161, 1, 1_000]) {
    ids.push((await buildSms(app, companyId, { message: 'a'.repeat(length) })).id);
    app.clock.advance({ seconds: 1 });
  }
  await drain(app);
  const states = () => Promise.all(ids.map((id) => smsState(app, id)));
  assert.deepEqual(await states(), ['sent', 'sent', 'queued', 'queued', 'queued']);
  app.clock.advance({ hours: 1 });
  await drain(app);
  assert.deepEqual(await states(), ['sent', 'sent', 'sent', 'sent', 'queued']);
  app.clock.advance({ hours: 1 });
  await drain(app);
  assert.equal((await states())[4], 'sent', 'more parts than the limit');
});

test('eight workers queue, send, cancel, repeat and pay in, and what is held is what waits', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  const companyId = company.id;
  await payForSms(app, companyId, { units: 6_000 });
  await app.database.write.updateTable('companies').set({ smsPerDay: 100_000 }).execute();
  const states = ['sent', 'failed', 'cancelled', 'uncertain', 'queued', 'expired', 'undelivered'];
  await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      for (let round = 0; round < cases(40, 10); round++) {
        const pick = (worker * 7 + round * 5) % 11;
        if (pick < 5) await buildSms(app, companyId, { message: 'a'.repeat(1 + ((worker * 97 + round * 61) % 400)) });
        else if (pick < 6) await payForSms(app, companyId, { units: 700 });
        else if (pick < 7) await sql`select fund_deliveries(${companyId}, null, now())`.execute(app.database.write);
        else {
          const state = states[(worker + round) % states.length] ?? 'sent';
          // An SMS that was sent never waits again; one that was not can be queued again.
          await sql`
            update deliveries set state = case when state in ('queued', 'uncertain') then ${state} else 'queued' end where id in (
              select id from deliveries where state not in ('sent', 'undelivered', 'held') order by random() limit 3
              for update skip locked)`.execute(app.database.write);
        }
      }
    }),
  );
  const { rows } = await sql<{ expected: number; used: number }>`
    select (coalesce(sum(price) filter (where state in ('queued', 'sending', 'uncertain')), 0) * 10000)::float8 as expected,
      (coalesce(sum(price) filter (where state in ('sent', 'undelivered')), 0) * 10000)::float8 as used
    from deliveries`.execute(app.database.write);
  const deposit = await depositOf(app, companyId);
  const paid = await sql<{ sum: number }>`
    select (sum(amount) * 10000)::float8 as sum from entries where account = 'bank'`.execute(app.database.write);
  assert.equal(deposit?.held, rows[0]?.expected);
  assert.equal(deposit?.posted, (paid.rows[0]?.sum ?? 0) - (rows[0]?.used ?? 0));
  assert.ok((deposit?.posted ?? 0) >= (deposit?.held ?? 0) && (rows[0]?.used ?? 0) > 0);
  assert.deepEqual(await verifyBooks(app.database), []);
  // Other holds of the deposit are of no concern.
  const source = { kind: 'other', id: randomUUID() };
  const isHeld = await transaction({ ...app, db: app.database.write }, (tx) =>
    reserve(tx, { companyId, units: 1_000_000, source }),
  );
  assert.equal(isHeld, false);
});
