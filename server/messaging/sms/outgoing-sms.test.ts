// Tests of SMS over real connections: what gateways get, what each failure means, receipts, answers, and what the deposit
// pays.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { systemSmsGateways } from '#contract/messaging/hosts.ts';
import { companySmsMessages } from '#contract/messaging/sms.ts';
import { type SmsPreset, smsPresetNames } from '#contract/messaging/sms-presets.ts';
import { reserve } from '#server/balance/deposits/reserve.ts';
import { topUp } from '#server/balance/deposits/top-up.ts';
import { transaction } from '#server/db/transaction.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness, signIn } from '#server/testing/build.ts';
import { buildSms } from '#server/testing/build-sms.ts';
import { openSmsGateway, type SmsGatewayServer } from '#server/testing/sms-gateway.ts';
import { openSmtpReceiver } from '#server/testing/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { smsRequests } from './presets.ts';

const { insert, sendTest, getHook, getPaused, resume } = systemSmsGateways.operations;
const env = { PRIVATE_HOSTS: '127.0.0.1' };

const declared = {
  ...{ kind: 'http' as const, method: 'POST' as const, path: '/send?account={{user}}', userName: 'daybook' },
  headers: 'Content-Type: application/json\nAuthorization: Bearer {{password}}',
  body: '{"to":"{{to}}","from":"{{from}}","text":"{{text}}","id":"{{id}}","report":"{{receiptUrl}}"}',
  ...{ idPath: 'id', receiptIdPath: 'ref', receiptStatusPath: 'state', deliveredValues: 'ok' },
  ...{ undeliveredValues: 'gone, expired', inboundFromPath: 'sender', inboundTextPath: 'words', sender: 'Daybook' },
};

async function withGateway(app: TestApp, { host, port }: { host: string; port: number }, more: object = {}) {
  const { employee, company } = await buildBusiness(app, { actions: ['admin', 'sys'], logIn: 'olga@daybook.test' });
  const sys = await signIn(app, employee);
  const given = { key: 'Main', host, port, timeOut: 1_000, password: 's3cret', ...declared, ...more };
  const { id } = (await app.call(insert, given, sys)).answer;
  const { url } = (await app.call(getHook, { id }, sys)).answer;
  return { id, sys, companyId: company.id, hook: url.slice(app.publicUrl.length) };
}

/** Sets the price of an SMS and pays in; amounts in units (1/10,000 EUR). */
async function pay(app: TestApp, companyId: string, { price = 500, units }: { price?: number; units: number }) {
  for (const [table, column] of [
    ['unit_prices', 'price'],
    ['company_terms', 'sms_cost'],
  ] as const) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${price}::int / 10000::numeric
      where company_id = ${companyId}`.execute(app.database.write);
  }
  await transaction({ ...app, db: app.database.write }, (tx) =>
    topUp(tx, { companyId, units, cause: { kind: 'payment', id: randomUUID(), step: 1 } }),
  );
}

async function drain(app: TestApp): Promise<void> {
  const outbox = openMessaging(app);
  await outbox.drain();
  await outbox.close();
}

async function stateOf(app: TestApp, id: string): Promise<string> {
  const row = await app.database.write.selectFrom('deliveries').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state ?? '';
}

async function depositOf(app: TestApp, companyId: string) {
  const { rows } = await sql<{ posted: number; held: number }>`
    select (posted * 10000)::float8 as posted, (held * 10000)::float8 as held from deposits
    where company_id = ${companyId}`.execute(app.database.write);
  return rows[0];
}

async function opened(answer?: Parameters<typeof openSmsGateway>[0]): Promise<SmsGatewayServer> {
  return openSmsGateway(answer);
}

test('a declared request names number, sender, text and receipt, and no value leaves its place', async () => {
  await using server = await opened();
  await using app = await testApp({ env });
  const { companyId, id: gatewayId } = await withGateway(app, server);
  const message = 'He said "yes\\no"\n{{password}} & co';
  const { id } = await buildSms(app, companyId, { to: '20 000 001', message });
  await drain(app);
  const [request] = server.requests;
  assert.equal(request?.path, '/send?account=daybook');
  assert.equal(request?.headers.authorization, 'Bearer s3cret');
  const body = JSON.parse(request?.body ?? '');
  assert.deepEqual([body.to, body.from, body.text, body.id], ['+37120000001', 'Daybook', message, id]);
  assert.match(body.report, new RegExp(`/api/hooks/sms/${gatewayId}\\?key=[\\w-]{32}&delivery=${id}$`));
  const sent = await app.database.write.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([sent.state, sent.providerRef, sent.guarantee], ['sent', 'ref-1', 'once']);
});

test('values are escaped for XML, and written as they are in plain text', async () => {
  await using server = await opened();
  const message = 'Tom & "Jerry" <at> 10';
  for (const [type, body, expected] of [
    [
      'text/xml; charset=utf-8',
      '<sms to="{{to}}">{{text}}</sms>',
      '<sms to="+37120000001">Tom &#38; &#34;Jerry&#34; &#60;at&#62; 10</sms>',
    ],
    ['text/plain; charset=utf-8', '{{to}} {{text}}', `+37120000001 ${message}`],
    [
      'application/x-www-form-urlencoded',
      'to={{to}}&text={{text}}',
      `to=%2B37120000001&text=${encodeURIComponent(message)}`,
    ],
  ] as const) {
    await using app = await testApp({ env });
    const { companyId } = await withGateway(app, server, { headers: `Content-Type: ${type}`, body });
    await buildSms(app, companyId, { to: '20 000 001', message });
    await drain(app);
    assert.equal(server.requests.at(-1)?.body, expected);
  }
});

/** What each vendor documents: its response, a receipt of two SMS or one, and an inbound text. */
const vendors: Record<
  SmsPreset,
  { ref: string; response: object; receipt: object | string; inbound: object | string }
> = {
  twilio: {
    ref: 'SM1',
    response: { sid: 'SM1', status: 'queued', error_code: null },
    receipt: 'MessageSid=SM1&MessageStatus=delivered&From=%2B15005550006&To=%2B37120000001&ApiVersion=2010-04-01',
    inbound: 'MessageSid=SM9&From=%2B37120000001&To=%2B15005550006&Body=Twilio&NumMedia=0',
  },
  vonage: {
    ref: '0A00',
    response: { 'message-count': '1', messages: [{ to: '37120000001', 'message-id': '0A00', status: '0' }] },
    receipt: 'msisdn=37120000001&to=Daybook&messageId=0A00&status=delivered&err-code=0',
    inbound: { msisdn: '37120000001', to: '44', messageId: '0B', text: 'Vonage', type: 'text' },
  },
  bird: {
    ref: 'e80',
    response: { id: 'e80', direction: 'mt', recipients: { totalCount: 1, items: [{ status: 'sent' }] } },
    receipt: '?id=e80&reference=own&recipient=37120000001&status=delivered&statusDatetime=2026-03-02',
    inbound: 'id=f9&recipient=44&originator=37120000001&body=Bird',
  },
  sinch: {
    ref: '01FC',
    response: { id: '01FC', to: ['37120000001'], canceled: false },
    receipt: { type: 'recipient_delivery_report_sms', batch_id: '01FC', code: 0, status: 'Delivered' },
    inbound: { type: 'mo_text', id: '02', from: '37120000001', to: '44', body: 'Sinch' },
  },
  plivo: {
    ref: 'db3c',
    response: { message: 'message(s) queued', message_uuid: ['db3c'], api_id: 'a' },
    receipt: 'MessageUUID=db3c&Status=delivered&From=44&To=37120000001&Type=sms&Units=1',
    inbound: 'MessageUUID=x&From=37120000001&To=44&Text=Plivo&Type=sms',
  },
  infobip: {
    ref: '22',
    response: { messages: [{ messageId: '22', status: { groupId: 1, groupName: 'PENDING' }, destination: '371' }] },
    receipt: {
      results: ['21', '22'].map((messageId) => ({ messageId, status: { groupId: 3, groupName: 'DELIVERED' } })),
    },
    inbound: {
      results: ['Hello', 'Infobip'].map((text) => ({ messageId: text, from: '37120000001', to: '44', text })),
      messageCount: 2,
    },
  },
  smsapi: {
    ref: '146',
    response: { count: 1, list: [{ id: '146', points: 0.16, number: '37120000001', status: 'QUEUE' }] },
    receipt: 'MsgId=145,146&status=405,404&status_name=UNDELIVERED,DELIVERED&idx=a,b&username=u',
    inbound: 'sms_to=44&sms_from=37120000001&sms_text=SMSAPI&username=u',
  },
};

test('each vendor gets what it asks for, and its responses, receipts and inbound texts are understood', async () => {
  let response: object = {};
  await using server = await opened(() => ({ status: 200, body: JSON.stringify(response) }));
  await using app = await testApp({ env });
  const { id: gatewayId, companyId, hook } = await withGateway(app, server, { userName: 'account' });
  const tell = (what: object | string) => {
    if (typeof what === 'object') return app.server.inject({ method: 'POST', url: hook, payload: what });
    if (what.startsWith('?')) return app.server.inject({ method: 'GET', url: `${hook}&${what.slice(1)}` });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return app.server.inject({ method: 'POST', url: hook, headers, payload: what });
  };
  for (const [nth, name] of smsPresetNames.entries()) {
    const vendor = vendors[name];
    const { body, headers, path, ownIdPath } = smsRequests[name];
    if (headers.startsWith('Content-Type: application/json')) JSON.parse(body.replaceAll(/\{\{\w+\}\}/g, 'x'));
    await app.database.write.updateTable('smsGateways').set({ preset: name }).where('id', '=', gatewayId).execute();
    app.clock.advance({ hours: 2 });
    response = vendor.response;
    const { id } = await buildSms(app, companyId, { to: '+371 20000001', message: `Text ${nth} & more` });
    await drain(app);
    const asked = server.requests.at(-1);
    const isForm = asked?.headers['content-type'] === 'application/x-www-form-urlencoded';
    const sent = isForm ? Object.fromEntries(new URLSearchParams(asked.body)) : JSON.parse(asked?.body ?? '');
    const text = JSON.stringify(sent);
    assert.ok(text.includes(`Text ${nth} & more`) && text.includes('37120000001') && text.includes('Daybook'), name);
    // The receipt names our identifier by its address, or in a field of its own.
    assert.ok(text.includes(id), name);
    assert.equal(text.includes('/api/hooks/sms/'), !ownIdPath, name);
    assert.ok(!`${asked?.path}${JSON.stringify(asked?.headers)}${text}`.includes('{{'), name);
    assert.match(String(asked?.headers.authorization), /^(Basic|Bearer|AccessKey|App) ./, name);
    assert.equal(asked?.path, path.replace('{{user}}', 'account'));
    const stored = await app.database.write.selectFrom('deliveries').selectAll().where('id', '=', id).execute();
    assert.deepEqual(
      stored.map(({ state, providerRef }) => [state, providerRef]),
      [['sent', vendor.ref]],
      name,
    );
    assert.equal((await tell(vendor.receipt)).statusCode, 200);
    await drain(app);
    assert.equal(await stateOf(app, id), 'delivered', name);
    assert.equal((await tell(vendor.inbound)).statusCode, 200);
  }
  const texts = await app.database.write.selectFrom('inboundMessages').select('message').orderBy('id').execute();
  assert.deepEqual(
    texts.map(({ message }) => message),
    ['Twilio', 'Vonage', 'Bird', 'Sinch', 'Plivo', 'Hello', 'Infobip', 'SMSAPI'],
  );
  // Infobip gives what it rejects an identifier as well.
  response = { messages: [{ messageId: '23', status: { groupId: 5, groupName: 'REJECTED' } }] };
  await app.database.write.updateTable('smsGateways').set({ preset: 'infobip' }).execute();
  const rejected = await buildSms(app, companyId);
  await drain(app);
  assert.equal(await stateOf(app, rejected.id), 'failed');
});

test('an SMS by e-mail goes to the digits of its number at the domain of the gateway', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env });
  const { hostname: host, port } = new URL(server.url);
  const { companyId } = await withGateway(app, { host, port: Number(port) }, { kind: 'mail', domain: 'sms.test' });
  const { id } = await buildSms(app, companyId, { to: '+371 20000001', message: 'Rīt plkst. 10:00' });
  await drain(app);
  const mail = await server.next();
  assert.deepEqual(mail.envelope.to, ['37120000001@sms.test']);
  assert.equal(mail.text?.trim(), 'Rīt plkst. 10:00');
  assert.equal(await stateOf(app, id), 'sent');
});

const faults = [
  { fault: { status: 429 }, state: 'queued', isPaused: true },
  { fault: { status: 401 }, state: 'queued', isPaused: true },
  { fault: { status: 402, body: '{"message":"Not enough credits"}' }, state: 'queued', isPaused: true },
  { fault: { status: 302 }, state: 'queued', isPaused: true },
  { fault: { status: 200, body: '<!DOCTYPE html><p>Welcome' }, state: 'queued', isPaused: true },
  { fault: { status: 400, body: '{"message":"Invalid recipient"}' }, state: 'failed', isPaused: false },
  { fault: { status: 200, body: '{"error":"Not routable"}' }, state: 'failed', isPaused: false },
  { fault: { status: 500 }, state: 'uncertain', isPaused: false },
  { fault: 'hang', state: 'uncertain', isPaused: false },
  { fault: 'cut', state: 'uncertain', isPaused: false },
] as const;
for (const { fault, state, isPaused } of faults) {
  const what = typeof fault === 'string' ? fault : JSON.stringify(fault);
  test(`a gateway that answers ${what} leaves the SMS ${state} and its money right`, async () => {
    await using server = await opened(() => fault);
    await using app = await testApp({ env });
    const { companyId, sys } = await withGateway(app, server);
    await pay(app, companyId, { units: 10_000 });
    const { id } = await buildSms(app, companyId);
    await drain(app);
    assert.equal(await stateOf(app, id), state);
    assert.equal((await app.call(getPaused, {}, sys)).answer.length, isPaused ? 1 : 0);
    assert.deepEqual(await depositOf(app, companyId), { posted: 10_000, held: state === 'failed' ? 0 : 500 });
    assert.equal(server.requests.length, 1);
    if (state !== 'uncertain') return;
    await drain(app);
    assert.equal(server.requests.length, 1, 'never sent twice');
  });
}

test('the list shows what the balance paid or reserves for an SMS, and no price for one that cost nothing', async () => {
  await using app = await testApp({ env });
  const { employee, company } = await buildBusiness(app, { actions: ['admin'] });
  const admin = await signIn(app, employee);
  await pay(app, company.id, { units: 4_000 });
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

test('a paused gateway is resumed by the operator, and the SMS leaves', async () => {
  let isDown = true;
  await using server = await opened(() => (isDown ? { status: 503 } : undefined));
  await using app = await testApp({ env });
  const { companyId, sys } = await withGateway(app, server);
  const { id } = await buildSms(app, companyId);
  await drain(app);
  const [paused] = (await app.call(getPaused, {}, sys)).answer;
  assert.match(paused?.reason ?? '', /^503 /);
  isDown = false;
  await app.call(resume, { id: paused?.id ?? '' }, sys);
  await drain(app);
  assert.equal(await stateOf(app, id), 'sent');
});

test('the test of a gateway shows its response, and a wrong number or host is a result', async () => {
  await using server = await opened((_request, nth) => (nth > 1 ? { status: 403, body: 'Wrong key' } : undefined));
  await using app = await testApp({ env });
  const { id, sys, hook } = await withGateway(app, server);
  const tried = async (to: string) => (await app.call(sendTest, { id, to }, sys)).answer;
  assert.deepEqual(await tried('+371 20000001'), {
    ...{ sent: true, to: '+37120000001', answer: '201 {"id":"ref-1","status":"queued"}' },
  });
  assert.deepEqual(await tried('+371 20000001'), { sent: false, to: '+37120000001', answer: '403 Wrong key' });
  assert.match((await tried('12345')).answer, /not a valid phone number/);
  await app.server.inject({ method: 'POST', url: hook, payload: { sender: '37120000002', words: 'Stop' } });
  assert.match((await tried('+371 20000002')).answer, /is suppressed/);
  const inside = { key: 'Inside', host: '10.1.2.3', port: 80, password: 's3cret', ...declared };
  const other = (await app.call(insert, inside, sys)).answer;
  const refused = (await app.call(sendTest, { id: other.id, to: '+37120000001' }, sys)).answer;
  assert.match(refused.answer, /PRIVATE_HOSTS/);
});

test('the test of a gateway that takes the request and says nothing does not claim that nothing was sent', async () => {
  await using server = await opened(() => 'hang');
  await using app = await testApp({ env });
  const { id, sys } = await withGateway(app, server);
  const { answer } = await app.call(sendTest, { id, to: '+37120000001' }, sys);
  assert.deepEqual([answer.sent, answer.isUncertain], [false, true]);
  await using mails = await openSmtpReceiver({ data: () => 'hang' });
  const { hostname: host, port } = new URL(mails.url);
  const byMail = {
    key: 'By mail',
    kind: 'mail' as const,
    host,
    port: Number(port),
    domain: 'sms.test',
    timeOut: 1_000,
  };
  const other = (await app.call(insert, byMail, sys)).answer;
  const mailed = (await app.call(sendTest, { id: other.id, to: '+37120000001' }, sys)).answer;
  assert.deepEqual([mailed.sent, mailed.isUncertain], [false, true]);
});

test('a gateway without its host or path, or with a wrong one, is refused', async () => {
  await using server = await opened();
  await using app = await testApp({ env });
  const { sys } = await withGateway(app, server);
  for (const [more, field] of [
    [{ host: '' }, 'Host'],
    [{ kind: 'mail', domain: 'a domain' }, 'Domain'],
    [{ path: '' }, 'Path'],
    [{ path: 'send' }, 'Path'],
    [{ headers: 'X-Key: 1\nno header' }, 'Headers'],
    [{ perSecond: -1 }, 'PerSecond'],
  ] as const) {
    const given = { key: `Wrong ${field}`, host: server.host, port: 1, ...declared, ...more };
    const { complaints } = await app.call(insert, given, sys);
    assert.deepEqual(
      complaints.map(({ Key }) => Key),
      [field],
    );
  }
});

test('a gateway stores the key that its request sends, and is refused without the user or key that it names', async () => {
  await using app = await testApp({ env });
  const { sys } = await withGateway(app, { host: 'gateway.example.org', port: 443 });
  const { update } = systemSmsGateways.operations;
  for (const name of smsPresetNames) {
    const { path, headers, body } = smsRequests[name];
    assert.match(body, /\{\{from\}\}/);
    const needsUser = /\{\{(user|basic)\}\}/.test(`${path}${headers}${body}`);
    const given = {
      key: name,
      kind: 'http',
      preset: name,
      host: 'gateway.example.org',
      port: 443,
      userName: '',
      sender: '+371 (20) 000-100',
    } as const;
    const fieldsOf = async (more: object) =>
      (await app.call(insert, { ...given, ...more }, sys)).complaints.map(({ Key }) => Key);
    assert.deepEqual(await fieldsOf({ userName: 'account' }), ['Password'], name);
    assert.deepEqual(await fieldsOf({ userName: 'account', password: 'a key', sender: ' ' }), ['Sender'], name);
    if (needsUser) assert.deepEqual(await fieldsOf({ password: 'a key' }), ['User'], name);
    const userName = needsUser ? 'account' : '';
    const saved = await app.call(insert, { ...given, userName, password: 'a key' }, sys);
    assert.deepEqual([saved.answer.hasPassword, saved.answer.sender], [true, '+37120000100'], name);
    const again = await app.call(update, { ...given, userName, id: saved.answer.id, position: 7 }, sys);
    assert.equal(again.answer.hasPassword, true, name);
  }
  const mail = { key: 'By mail', kind: 'mail', host: 'mail.example.org', userName: '', password: 'of no use' } as const;
  assert.equal((await app.call(insert, mail, sys)).answer.hasPassword, false);
});

test('receipts before the response, after it, twice, and unknown ones all end right', async () => {
  await using app = await testApp({ env });
  let receive = async (_ref: string, _state: string, _key?: string) => 0;
  await using server = await opened(async (_request, nth) => {
    if (nth === 1) await receive('ref-1', 'ok');
    return nth === 4 ? 'cut' : undefined;
  });
  const { companyId, hook } = await withGateway(app, server);
  await pay(app, companyId, { units: 10_000 });
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
  assert.deepEqual(await Promise.all(ids.map((id) => stateOf(app, id))), [
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
  await using server = await opened();
  await using app = await testApp({ env });
  const { id: gatewayId, companyId, hook } = await withGateway(app, server);
  const { id } = await buildSms(app, companyId);
  await drain(app);
  await sql`
    insert into unmatched_receipts (id, gateway_id, provider_ref, state, answer, created_at)
    select gen_random_uuid(), ${gatewayId}, 'unknown-' || n, 'delivered', '', ${app.clock.now()}
    from generate_series(1, 1001) n`.execute(app.database.write);
  app.clock.advance({ seconds: 1 });
  const told = await app.server.inject({ method: 'POST', url: hook, payload: { ref: 'ref-1', state: 'ok' } });
  assert.equal(told.statusCode, 200);
  await drain(app);
  assert.equal(await stateOf(app, id), 'delivered');
});

test('a vendor that sends forms is understood', async () => {
  await using server = await opened();
  await using app = await testApp({ env });
  const { companyId, hook } = await withGateway(app, server);
  const { id } = await buildSms(app, companyId);
  await drain(app);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await app.server.inject({ method: 'POST', url: hook, headers, payload: 'ref=ref-1&state=ok' });
  assert.deepEqual([answer.statusCode, answer.body], [200, '']);
  await drain(app);
  assert.equal(await stateOf(app, id), 'delivered');
  assert.ok(!app.server.hasContentTypeParser('application/x-www-form-urlencoded'), 'nowhere else');
});

test('STOP in six languages ends the SMS of a company, also those that wait, and START allows them again', async () => {
  await using server = await opened();
  await using app = await testApp({ env });
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
  assert.deepEqual([await stateOf(app, first.id), await stateOf(app, waiting.id)], ['sent', 'suppressed']);
  await answer('START');
  assert.equal((await buildSms(app, companyId, { to })).outcome, 'queued');
  const inbound = await app.database.write.selectFrom('inboundMessages').select(['meaning', 'companyId']).execute();
  assert.ok(inbound.length > 10 && inbound.every((one) => one.companyId === companyId));
});

test('STOP from a number without its country, or with 00, is that of the number that got the SMS', async () => {
  await using server = await opened();
  await using app = await testApp({ env });
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
  await using server = await opened();
  await using app = await testApp({ env });
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
  await using server = await opened();
  await using app = await testApp({ env });
  const { companyId } = await withGateway(app, server);
  await pay(app, companyId, { units: 1_200 });
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
  const told = () => app.database.write.selectFrom('reminders').select(['type', 'text']).execute();
  assert.deepEqual(
    (await told()).map(({ type }) => type),
    ['smsFundsError'],
  );
  app.clock.advance({ hours: 25 });
  await drain(app);
  assert.equal((await told()).length, 2);
  const states = () => Promise.all(outcomes.map(({ id }) => stateOf(app, id)));
  assert.deepEqual(await states(), ['sent', 'held', 'held', 'expired']);
  await pay(app, companyId, { units: 300 });
  await drain(app);
  assert.deepEqual(await states(), ['sent', 'held', 'sent', 'expired'], 'visits precede campaigns');
  await pay(app, companyId, { units: 1_000 });
  await drain(app);
  assert.deepEqual(await states(), ['sent', 'sent', 'sent', 'expired']);
  assert.deepEqual(await depositOf(app, companyId), { posted: 0, held: 0 });
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('a limit counts the parts of SMS', async () => {
  await using server = await opened();
  await using app = await testApp({ env });
  const { companyId } = await withGateway(app, server, { perHour: 5 });
  const ids: string[] = [];
  for (const length of [161, 161, 161, 1, 1_000]) {
    ids.push((await buildSms(app, companyId, { message: 'a'.repeat(length) })).id);
    app.clock.advance({ seconds: 1 });
  }
  await drain(app);
  const states = () => Promise.all(ids.map((id) => stateOf(app, id)));
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
  await pay(app, companyId, { units: 6_000 });
  await app.database.write.updateTable('companies').set({ smsPerDay: 100_000 }).execute();
  const states = ['sent', 'failed', 'cancelled', 'uncertain', 'queued', 'expired', 'undelivered'];
  await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      for (let round = 0; round < 40; round++) {
        const pick = (worker * 7 + round * 5) % 11;
        if (pick < 5) await buildSms(app, companyId, { message: 'a'.repeat(1 + ((worker * 97 + round * 61) % 400)) });
        else if (pick < 6) await pay(app, companyId, { units: 700 });
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
