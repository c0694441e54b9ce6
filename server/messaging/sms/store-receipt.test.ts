// Tests of what gateways send back: receipts, and the answers of customers.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { depositOf, drain, privateHosts, smsState, withGateway } from '#server/testing/build/http-gateway.ts';
import { payForSms } from '#server/testing/build/pay-for-sms.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import { openSmsGateway } from '#server/testing/servers/sms-gateway.ts';
import { testApp } from '#server/testing/test-app.ts';

test('receipts before the response, after it, twice, and unknown ones all end right', async () => {
  await using app = await testApp({ env: privateHosts });
  let receive = async (_ref: string, _state: string, _key?: string) => 0;
  await using server = await openSmsGateway(async (_request, nth) => {
    if (nth === 1) await receive('ref-1', 'ok');
    return nth === 4 ? 'cut' : undefined;
  });
  const { companyId, hook } = await withGateway(app, server);
  await payForSms(app, companyId, { units: 10_000 });
  receive = async (ref, state, url = hook) =>
    (await app.server.inject({ method: 'POST', url, payload: { ref, state } })).statusCode;
  const ids: string[] = [];
  for (let nth = 1; nth <= 4; nth++) {
    ids.push((await buildSms(app, companyId)).id);
    await drain(app);
  }
  for (const [ref, state] of [
    ['ref-2', 'sent'],
    ['ref-2', 'gone'],
    ['ref-2', 'ok'],
    ['ref-2', 'ok'],
    ['ref-2', 'gone'],
    ['ref-3', 'expired'],
    ['ref-9', 'ok'],
  ] as const) {
    assert.equal(await receive(ref, state), 200);
    await drain(app);
  }
  // The lost one is named by our own identifier.
  assert.equal(await receive('ref-4', 'ok', `${hook}&delivery=${ids[3]}`), 200);
  for (const wrong of [
    hook.slice(0, -1),
    hook.replace(/key=.*/, ''),
    hook.replace(/sms\/[^?]*/, `sms/${randomUUID()}`),
  ]) {
    assert.equal(await receive('ref-3', 'ok', wrong), 404);
  }
  await drain(app);
  assert.deepEqual(await Promise.all(ids.map((id) => smsState(app, id))), [
    'delivered',
    'delivered',
    'undelivered',
    'delivered',
  ]);
  assert.deepEqual(await depositOf(app, companyId), { posted: 8_000, held: 0 });
  const left = await app.database.write.selectFrom('unmatchedReceipts').select('providerRef').execute();
  assert.deepEqual(left, [{ providerRef: 'ref-9' }]);
  const { rows } = await sql`select kind, source_id from usage order by source_id`.execute(app.database.write);
  assert.deepEqual(
    rows,
    ids.toSorted().map((sourceId) => ({ kind: 'sms', sourceId })),
  );
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('receipts of unknown SMS keep no other waiting', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: privateHosts });
  const { id: gatewayId, companyId, hook } = await withGateway(app, server);
  const { id } = await buildSms(app, companyId);
  await drain(app);
  await sql`
    insert into unmatched_receipts (id, gateway_id, provider_ref, state, answer, created_at)
    select gen_random_uuid(), ${gatewayId}, 'unknown-' || n, 'delivered', '', ${app.clock.now()}
    from generate_series(1, 1001) n`.execute(app.database.write);
  app.clock.advance({ seconds: 1 });
  const received = await app.server.inject({ method: 'POST', url: hook, payload: { ref: 'ref-1', state: 'ok' } });
  assert.equal(received.statusCode, 200);
  await drain(app);
  assert.equal(await smsState(app, id), 'delivered');
});

test('a vendor that sends forms is understood', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: privateHosts });
  const { companyId, hook } = await withGateway(app, server);
  const { id } = await buildSms(app, companyId);
  await drain(app);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await app.server.inject({ method: 'POST', url: hook, headers, payload: 'ref=ref-1&state=ok' });
  assert.deepEqual([answer.statusCode, answer.body], [200, '']);
  await drain(app);
  assert.equal(await smsState(app, id), 'delivered');
  assert.ok(!app.server.hasContentTypeParser('application/x-www-form-urlencoded'), 'nowhere else');
});

test('STOP in six languages ends the SMS of a company, also those that wait, and START allows them again', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: privateHosts });
  const { companyId, hook } = await withGateway(app, server);
  const other = await buildBusiness(app);
  const answer = (words: string, sender = '37120000001') =>
    app.server.inject({ method: 'POST', url: hook, payload: { sender, words } });
  const to = '+371 20000001';
  const first = await buildSms(app, companyId, { to });
  await drain(app);
  const waiting = await buildSms(app, companyId, { to, dueAt: app.clock.now().add({ hours: 1 }) });
  for (const word of ['STOP', 'Stopp.', 'baja', 'ARRÊT', 'Stabdyti!', 'beigt']) {
    await answer(word);
    app.clock.advance({ hours: 5 });
    assert.equal((await buildSms(app, companyId, { to })).outcome, 'stopped', word);
    assert.equal((await buildSms(app, other.company.id, { to })).outcome, 'queued', 'of another company');
    await app.database.write.deleteFrom('deliveries').where('companyId', '=', other.company.id).execute();
    if (word !== 'beigt') await answer('Start');
    await answer('Stop by at ten, please');
  }
  await drain(app);
  assert.deepEqual([await smsState(app, first.id), await smsState(app, waiting.id)], ['sent', 'suppressed']);
  await answer('START');
  assert.equal((await buildSms(app, companyId, { to })).outcome, 'queued');
  const inbound = await app.database.write.selectFrom('inboundMessages').select(['meaning', 'companyId']).execute();
  assert.ok(inbound.length > 10 && inbound.every((one) => one.companyId === companyId));
});

test('STOP from a number without its country, or with 00, is that of the number that got the SMS', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: privateHosts });
  const { companyId, hook } = await withGateway(app, server);
  await app.database.write.updateTable('locations').set({ country: 'Latvija' }).execute();
  const answer = (sender: string) =>
    app.server.inject({ method: 'POST', url: hook, payload: { sender, words: 'STOP' } });
  for (const [last, typed] of ['0037120000001', '20000002', '+371 20 000 003'].entries()) {
    const to = `+3712000000${last + 1}`;
    await buildSms(app, companyId, { to });
    await drain(app);
    await answer(typed);
    assert.equal((await buildSms(app, companyId, { to })).outcome, 'stopped', typed);
  }
  const { write } = app.database;
  const suppressed = () => write.selectFrom('suppressions').select('address').execute();
  assert.equal((await suppressed()).length, 3);
  // No person's number: it is kept, and suppresses nothing.
  for (const sender of ['INFO', '12345', '20999999']) await answer(sender);
  assert.equal((await suppressed()).length, 3);
  const kept = await write.selectFrom('inboundMessages').select('fromSms').where('companyId', 'is', null).execute();
  assert.deepEqual(kept.map(({ fromSms }) => fromSms).sort(), ['12345', '20999999', 'INFO']);
  // An unknown number stops the SMS of all companies.
  await answer('37120000009');
  assert.equal((await suppressed()).length, 4);
});
