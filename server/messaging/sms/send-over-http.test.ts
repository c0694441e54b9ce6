// Tests of the requests that gateways get over HTTP or by e-mail, and what their failures mean.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import { type SmsPreset, smsPresetNames } from '#contract/messaging/sms-presets.ts';
import { depositOf, drain, privateHosts, smsState, withGateway } from '#server/testing/build/http-gateway.ts';
import { payForSms } from '#server/testing/build/pay-for-sms.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import { openSmsGateway } from '#server/testing/servers/sms-gateway.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { testApp } from '#server/testing/test-app.ts';
import { smsRequests } from './presets.ts';

const { getPaused } = systemSmsGateways.operations;

test('a declared request names number, sender, text and receipt, and no value leaves its place', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: privateHosts });
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
  await using server = await openSmsGateway();
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
    await using app = await testApp({ env: privateHosts });
    const { companyId } = await withGateway(app, server, { headers: `Content-Type: ${type}`, body });
    await buildSms(app, companyId, { to: '20 000 001', message });
    await drain(app);
    assert.equal(server.requests.at(-1)?.body, expected);
  }
});

/** Examples from the documentation of each vendor: its response, a receipt of two SMS or one, and an inbound text. */
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
  await using server = await openSmsGateway(() => ({ status: 200, body: JSON.stringify(response) }));
  await using app = await testApp({ env: privateHosts });
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
    assert.equal(await smsState(app, id), 'delivered', name);
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
  assert.equal(await smsState(app, rejected.id), 'failed');
});

test('an SMS by e-mail goes to the digits of its number at the domain of the gateway', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: privateHosts });
  const { hostname: host, port } = new URL(server.url);
  const { companyId } = await withGateway(app, { host, port: Number(port) }, { kind: 'mail', domain: 'sms.test' });
  const { id } = await buildSms(app, companyId, { to: '+371 20000001', message: 'Rīt plkst. 10:00' });
  await drain(app);
  const mail = await server.next();
  assert.deepEqual(mail.envelope.to, ['37120000001@sms.test']);
  assert.equal(mail.text?.trim(), 'Rīt plkst. 10:00');
  assert.equal(await smsState(app, id), 'sent');
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
    await using server = await openSmsGateway(() => fault);
    await using app = await testApp({ env: privateHosts });
    const { companyId, sys } = await withGateway(app, server);
    await payForSms(app, companyId, { units: 10_000 });
    const { id } = await buildSms(app, companyId);
    await drain(app);
    assert.equal(await smsState(app, id), state);
    assert.equal((await app.call(getPaused, {}, sys)).answer.length, isPaused ? 1 : 0);
    assert.deepEqual(await depositOf(app, companyId), { posted: 10_000, held: state === 'failed' ? 0 : 500 });
    assert.equal(server.requests.length, 1);
    if (state !== 'uncertain') return;
    await drain(app);
    assert.equal(server.requests.length, 1, 'never sent twice');
  });
}
