// Tests of the settings of gateways: which are refused, the test of one, and the end of a pause.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import { smsPresetNames } from '#contract/messaging/sms-presets.ts';
import { declared, drain, privateHosts, smsState, withGateway } from '#server/testing/build/http-gateway.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import { openSmsGateway } from '#server/testing/servers/sms-gateway.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { testApp } from '#server/testing/test-app.ts';
import { smsRequests } from './presets.ts';

const { insert, sendTest, getPaused, resume } = systemSmsGateways.operations;

test('a paused gateway is resumed by the operator, and the SMS leaves', async () => {
  let isDown = true;
  await using server = await openSmsGateway(() => (isDown ? { status: 503 } : undefined));
  await using app = await testApp({ env: privateHosts });
  const { companyId, sys } = await withGateway(app, server);
  const { id } = await buildSms(app, companyId);
  await drain(app);
  const [paused] = (await app.call(getPaused, {}, sys)).answer;
  assert.match(paused?.reason ?? '', /^503 /);
  isDown = false;
  await app.call(resume, { id: paused?.id ?? '' }, sys);
  await drain(app);
  assert.equal(await smsState(app, id), 'sent');
});

test('the test of a gateway shows its response, and a wrong number or host is a result', async () => {
  await using server = await openSmsGateway((_request, nth) =>
    nth > 1 ? { status: 403, body: 'Wrong key' } : undefined,
  );
  await using app = await testApp({ env: privateHosts });
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
  await using server = await openSmsGateway(() => 'hang');
  await using app = await testApp({ env: privateHosts });
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
  await using server = await openSmsGateway();
  await using app = await testApp({ env: privateHosts });
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
  await using app = await testApp({ env: privateHosts });
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
