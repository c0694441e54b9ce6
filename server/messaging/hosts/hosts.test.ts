// Tests of hosts set by the operator: passwords never leave the server, mail servers can be tested, and a new default
// takes effect at once.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mock, test } from 'node:test';
import { systemSmtps } from '#contract/messaging/mail-servers.ts';
import { companyProblems } from '#contract/messaging/problems.ts';
import { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import { sealSecret } from '#server/lib/secrets/secret-box.ts';
import { smtpPurpose } from '#server/messaging/mail/mail-server.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { insert, sendTest } = systemSmtps.operations;

async function operator(app: TestApp) {
  return signIn(app, (await buildBusiness(app, { actions: ['sys'], logIn: 'olga@daybook.test' })).employee);
}

const given = (url: string, more: object = {}) => {
  const { hostname: host, port } = new URL(url);
  return {
    key: 'Main',
    host,
    port: Number(port),
    ssl: false,
    timeOut: 2_000,
    useDefaultCredentials: false,
    userName: '',
    isDefault: false,
    ...more,
  };
};

for (const { resource, table } of [
  { resource: systemSmtps, table: 'smtpSettings' as const },
  { resource: systemSmsGateways, table: 'smsGateways' as const },
]) {
  const { insert, update, getById, getAll, getPaginated, delete: remove, restore } = resource.operations;

  test(`a password of ${resource.name} is stored encrypted, never returned, preserved by an update without one, and deleted with its user`, async () => {
    await using app = await testApp();
    const sys = await operator(app);
    const host = 'smtp://relay.example.org:587';
    const saved = await app.call(insert, given(host, { userName: 'daybook', password: 'hunter2-hunter2' }), sys);
    const { id } = saved.answer;
    assert.equal(saved.answer.hasPassword, true);
    const read = [saved, await app.call(getById, { id }, sys), await app.call(getPaginated, {}, sys)];
    for (const { body } of read) assert.doesNotMatch(body, /hunter2|"Password"/);
    const storedRows = async () =>
      (await app.database.write.selectFrom(table).select('password').executeTakeFirstOrThrow()).password;
    const sealed = await storedRows();
    assert.ok(sealed && !sealed.includes('hunter2'));
    await app.call(update, { ...given(host, { userName: 'daybook', port: 465 }), id }, sys);
    assert.deepEqual(await storedRows(), sealed);
    await app.call(update, { ...given(host), id }, sys);
    assert.equal(await storedRows(), null);
  });

  test(`${resource.name} has one default, and only a host can be the default`, async () => {
    await using app = await testApp();
    const sys = await operator(app);
    const url = 'smtp://relay.example.org:25';
    await app.call(insert, given(url, { key: 'One', isDefault: true }), sys);
    await app.call(insert, given(url, { key: 'Two', isDefault: true }), sys);
    const rows = (await app.call(getAll, {}, sys)).answer;
    assert.deepEqual(
      rows.filter(({ isDefault }) => isDefault).map(({ key }) => key),
      ['Two'],
    );
    // Deleted, replaced and restored, it is no longer the default.
    const second = rows.find(({ key }) => key === 'Two')?.id ?? '';
    await app.call(remove, { id: second }, sys);
    await app.call(insert, given(url, { key: 'Three', isDefault: true }), sys);
    const restored = await app.call(restore, { id: second }, sys);
    assert.deepEqual([restored.status, restored.answer.isDefault], [200, false]);
    const refused = await app.call(insert, given(url, { key: 'one', host: 'smtp://relay' }), sys);
    assert.deepEqual(
      refused.complaints.map(({ Key }) => Key),
      ['Host'],
    );
    const taken = await app.call(insert, given(url, { key: 'one' }), sys);
    assert.deepEqual(
      taken.complaints.map(({ Key }) => Key),
      ['Key'],
    );
  });
}

test('a test mail goes to the operator, and the response of the server is shown', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const sys = await operator(app);
  const { id } = (await app.call(insert, given(server.url), sys)).answer;
  const { answer } = await app.call(sendTest, { id }, sys);
  assert.deepEqual([answer.sent, answer.to], [true, 'olga@daybook.test']);
  assert.match(answer.answer, /^250 /);
  const mail = await server.next();
  assert.deepEqual(mail.envelope.to, ['olga@daybook.test']);
});

test('a rejected mail, a closed port and a private host are results, not errors', async () => {
  await using server = await openSmtpReceiver({ recipient: () => ({ code: 550, text: 'No such mailbox' }) });
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const sys = await operator(app);
  const tried = async (url: string, key: string) => {
    const { id } = (await app.call(insert, given(url, { key }), sys)).answer;
    return (await app.call(sendTest, { id }, sys)).answer;
  };
  assert.match((await tried(server.url, 'Refuses')).answer, /No such mailbox/);
  assert.match((await tried('smtp://127.0.0.1:9', 'Dead')).answer, /ECONNREFUSED/);
  const inside = await tried('smtp://10.1.2.3:25', 'Inside');
  assert.equal(inside.sent, false);
  assert.match(inside.answer, /PRIVATE_HOSTS/);
});

test('mail goes to the default server, to a new default from the next mail on, and to SMTP_URL without any', async () => {
  await using fallback = await openSmtpReceiver();
  await using first = await openSmtpReceiver();
  await using second = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: fallback.url, PRIVATE_HOSTS: '127.0.0.0/8' } });
  const sys = await operator(app);
  const worker = openMessaging(app);
  try {
    const send = async () => {
      // The worker learns of a change by a notification.
      await worker.drain();
      await buildMail(app);
      await worker.drain();
    };
    await send();
    const one = (await app.call(insert, given(first.url, { key: 'One' }), sys)).answer;
    await send();
    const two = (await app.call(insert, given(second.url, { key: 'Two', isDefault: true }), sys)).answer;
    await send();
    for (const { id } of [one, two]) await app.call(systemSmtps.operations.delete, { id }, sys);
    await send();
  } finally {
    await worker.close();
  }
  assert.deepEqual(
    [fallback, first, second].map(({ mails }) => mails.length),
    [2, 1, 1],
  );
});

test('a password that cannot be decrypted stops the mail and is reported once', async () => {
  await using app = await testApp({ env: { SECRET_KEY: 'a first key of this very installation' } });
  const sys = await operator(app);
  await app.call(
    insert,
    given('smtp://relay.example.org:25', { key: 'One', userName: 'daybook', password: 'a secret' }),
    sys,
  );
  const warn = mock.method(app.log, 'warn', () => {});
  const worker = openMessaging({ ...app, config: { ...app.config, secretKey: 'another key than before' } });
  await buildMail(app);
  for (let looks = 0; looks < 3; looks++) await worker.drain();
  await worker.close();
  assert.equal(warn.mock.callCount(), 1);
  assert.match(String(Reflect.get(warn.mock.calls[0]?.arguments[0] ?? {}, 'err')), /SECRET_KEY/);
  const { state } = await app.database.read.selectFrom('deliveries').select('state').executeTakeFirstOrThrow();
  assert.equal(state, 'queued', 'the mail waits');
});

test('the operator sees what else keeps mail from leaving, and the company that it is late', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const { employee: sys } = await buildBusiness(app, { actions: ['sys'] });
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const { getObstacles } = systemSmtps.operations;
  const obstacles = async () =>
    (await app.call(getObstacles, {}, await signIn(app, sys))).answer.map(({ kind, name, purpose, until }) =>
      [kind, name, purpose, until].filter(Boolean).join(' '),
    );
  const isDelayed = async () =>
    (await app.call(companyProblems.operations.getDelay, {}, await signIn(app, employee))).answer.isDelayed;
  assert.deepEqual(await obstacles(), [], 'without a server, mails are stored');
  const { port } = new URL(server.url);
  const { write } = app.database;
  const row = { id: randomUUID(), key: 'Main', host: '127.0.0.1', port: Number(port), perHour: 2, purposes: ['visit'] };
  await write.insertInto('smtpSettings').values(row).execute();
  assert.deepEqual(await obstacles(), ['unserved account']);
  for (let count = 0; count < 3; count++) await buildMail(app, { companyId: company.id });
  const worker = openMessaging(app);
  await worker.drain();
  assert.deepEqual(await obstacles(), ['usedUp Main 2026-03-02T09:00:00Z', 'unserved account']);
  assert.equal(await isDelayed(), false);
  app.clock.advance({ minutes: 5 });
  assert.equal(await isDelayed(), true);
  app.clock.advance({ minutes: 55 });
  await worker.drain();
  await worker.close();
  assert.equal(await isDelayed(), false);
  // A campaign that goes on takes its time; one whose turns do not come is late.
  const turn = { queue: 'mail:campaign', laneKey: company.id, nextDue: app.clock.now().subtract({ hours: 1 }) };
  await write
    .insertInto('turns')
    .values({ ...turn, servedAt: app.clock.now() })
    .execute();
  assert.equal(await isDelayed(), false);
  app.clock.advance({ minutes: 4 });
  assert.equal(await isDelayed(), true);
  await write.deleteFrom('turns').execute();
  const other = { ...app.config, secretKey: 'another key of this installation' };
  const password = sealSecret(other, smtpPurpose, 'secret');
  await write
    .updateTable('smtpSettings')
    .set({ userName: 'main', password, purposes: ['visit', 'account'] })
    .execute();
  assert.deepEqual(await obstacles(), ['locked Main']);
});

test('the operator sees which mail server is paused, and why, and resumes it', async () => {
  let isDown = true;
  await using server = await openSmtpReceiver({
    connect: () => (isDown ? { code: 554, text: 'No service' } : undefined),
  });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const sys = await operator(app);
  await buildMail(app);
  const worker = openMessaging(app);
  await worker.drain();
  const { getPaused, resume } = systemSmtps.operations;
  const [paused] = (await app.call(getPaused, {}, sys)).answer;
  assert.equal(paused?.key, 'SMTP_URL');
  assert.match(paused.reason, /554 No service/);
  isDown = false;
  assert.equal((await app.call(resume, { id: paused.id }, sys)).status, 204);
  assert.deepEqual((await app.call(getPaused, {}, sys)).answer, []);
  await worker.drain();
  await worker.close();
  assert.equal(server.mails.length, 1);
});
