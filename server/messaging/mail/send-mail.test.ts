// Tests of the worker against a real mail server that accepts, rejects, hangs, disconnects and dies: no mail is lost
// and every delay is respected.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { companyProblems } from '#contract/messaging/problems.ts';
import { transaction } from '#server/db/transaction.ts';
import { queueAccountMail } from '#server/messaging/mail/queue-account-mail.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { steadyNow } from '#server/testing/steady-clock.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const impatient = { timeouts: { connect: 500, silence: 300, whole: 1_500 } };

const queue = (app: TestApp, given: Parameters<typeof buildMail>[1] = {}) =>
  buildMail(app, {
    fromName: 'Barber',
    replyTo: 'hello@barber.test',
    subject: 'Confirmed: Haircut ✂',
    ...given,
  });

function read(app: TestApp, id: string) {
  return app.database.write
    .selectFrom('deliveries as d')
    .innerJoin('emailMessages as m', 'm.id', 'd.id')
    .selectAll('d')
    .select('m.messageId')
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow();
}

async function logs(app: TestApp, id: string): Promise<string[]> {
  const rows = await app.database.write
    .selectFrom('deliveryAttempts')
    .select('answer')
    .where('deliveryId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ answer }) => answer);
}

/** Sends the due mails and closes the worker. */
async function work(app: TestApp, options?: Parameters<typeof openMessaging>[1]): Promise<void> {
  const worker = openMessaging(app, options);
  await worker.drain();
  await worker.close();
}

test('a queued mail arrives complete, and the response of the server is stored', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const calendarEntry = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n';
  const id = await queue(app, { calendarEntry, calendarMethod: 'CANCEL' });
  await work(app);
  const mail = await server.next();
  assert.deepEqual(mail.envelope, { from: 'no-reply@daybook.test', to: ['mara@example.test'] });
  assert.deepEqual(mail.from, { name: 'Barber', address: 'no-reply@daybook.test' });
  assert.equal(mail.replyTo?.[0]?.address, 'hello@barber.test');
  assert.equal(mail.subject, 'Confirmed: Haircut ✂');
  assert.equal(mail.messageId, `<${id}@daybook.test>`);
  assert.equal(mail.text?.trim(), 'Hello');
  assert.equal(mail.html?.trim(), '<p>Hello</p>');
  assert.match(mail.raw, /^Content-Type: text\/calendar; charset=utf-8; method=CANCEL/im);
  assert.match(mail.raw, /^Auto-Submitted: auto-generated/im);
  const file = mail.attachments.find(({ filename }) => filename === 'appointment.ics');
  assert.ok(file, 'the entry is attached');
  const row = await read(app, id);
  assert.equal(row.state, 'sent');
  assert.equal(row.attempts, 1);
  assert.equal(row.settledAt?.toString(), app.clock.now().toString());
  assert.match((await logs(app, id)).join(), /^250 /);
});

test('a new mail wakes the worker immediately', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const worker = openMessaging(app);
  await worker.drain();
  const startedAt = steadyNow();
  await queue(app);
  await server.next();
  assert.ok(steadyNow() - startedAt < 2_000, 'sooner than the poll');
  await worker.close();
});

test('a temporarily rejected mail is retried after growing delays and arrives when the server recovers', async () => {
  let ill = true;
  await using server = await openSmtpReceiver({
    data: () => (ill ? { code: 451, text: '4.3.0 Try again later' } : undefined),
  });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const id = await queue(app);
  await work(app);
  const first = await read(app, id);
  assert.equal(first.state, 'queued');
  assert.equal(first.dueAt.toString(), app.clock.now().add({ minutes: 1 }).toString());
  assert.match((await logs(app, id)).join(), /DATA: 451 4\.3\.0 Try again later/);
  app.clock.advance({ seconds: 59 });
  await work(app);
  assert.equal((await read(app, id)).attempts, 1, 'not before its time');
  app.clock.advance({ seconds: 1 });
  await work(app);
  const second = await read(app, id);
  assert.equal(second.dueAt.toString(), app.clock.now().add({ minutes: 2 }).toString());
  ill = false;
  app.clock.advance({ minutes: 2 });
  await work(app);
  assert.equal((await read(app, id)).state, 'sent');
  assert.equal((await logs(app, id)).length, 3);
  assert.equal(server.mails.length, 1);
});

test('a mail fails after a day of attempts', async () => {
  await using server = await openSmtpReceiver({ recipient: () => ({ code: 450, text: '4.2.0 Greylisted' }) });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const id = await queue(app);
  const startedAt = app.clock.now();
  for (let rounds = 0; rounds < 20 && (await read(app, id)).state === 'queued'; rounds++) {
    app.clock.set((await read(app, id)).dueAt);
    await work(app);
  }
  const { state, reason } = await read(app, id);
  assert.deepEqual([state, reason], ['failed', 'givenUp']);
  const hours = app.clock.now().since(startedAt).total('hours');
  assert.ok(hours > 22 && hours <= 24, `${hours} hours`);
  assert.match((await logs(app, id)).at(-1) ?? '', /Greylisted.*given up after 11 attempts/);
});

test('a mail to a mailbox that does not exist fails immediately, and the address is suppressed', async () => {
  await using server = await openSmtpReceiver({
    recipient: (address) => (address.startsWith('nobody') ? { code: 550, text: '5.1.1 No such user' } : undefined),
  });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const id = await queue(app, { toEMail: 'Nobody@example.test' });
  const other = await queue(app);
  await work(app);
  assert.equal((await read(app, id)).state, 'sent', 'the local part is not ours to fold');
  const refused = await queue(app, { toEMail: 'nobody@example.test' });
  await work(app);
  assert.equal((await read(app, refused)).state, 'failed');
  assert.match((await logs(app, refused)).join(), /RCPT TO: 550 5\.1\.1 No such user/);
  const later = await queue(app, { toEMail: 'nobody@example.test' });
  await work(app);
  assert.equal((await read(app, later)).state, 'suppressed');
  assert.match((await logs(app, later)).join(), /suppressed/);
  assert.equal((await read(app, other)).state, 'sent');
  const suppressed = await app.database.write.selectFrom('suppressions').selectAll().execute();
  assert.deepEqual(
    suppressed.map(({ address }) => address),
    ['nobody@example.test'],
  );
});

test('an entry ends after 30, 90 and 365 days, and mail is sent again', async () => {
  let exists = false;
  await using server = await openSmtpReceiver({
    recipient: () => (exists ? undefined : { code: 550, text: '5.1.1 No such user' }),
  });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const until = async () => {
    const { expiresAt, times } = await app.database.write
      .selectFrom('suppressions')
      .selectAll()
      .executeTakeFirstOrThrow();
    return [
      times,
      app.clock
        .now()
        .until(expiresAt ?? app.clock.now())
        .total('hours') / 24,
    ];
  };
  for (const [times, days] of [
    [1, 30],
    [2, 90],
    [3, 365],
    [4, 365],
  ] as const) {
    await queue(app);
    await work(app);
    assert.deepEqual(await until(), [times, days]);
    const suppressed = await queue(app);
    await work(app);
    assert.match((await logs(app, suppressed)).join(), /suppressed/);
    app.clock.advance({ hours: days * 24 });
  }
  exists = true;
  const id = await queue(app);
  await work(app);
  assert.equal((await read(app, id)).state, 'sent');
});

test('mail about an account is sent to a suppressed address', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  await app.database.write
    .insertInto('suppressions')
    .values({
      medium: 'mail',
      address: 'mara@example.test',
      reason: 'bounce',
      evidence: '550 5.1.1 No such user',
      expiresAt: app.clock.now().add({ hours: 24 }),
    })
    .execute();
  await transaction({ ...app, db: app.database.write }, (tx) =>
    queueAccountMail(tx, 'recover', { to: 'Mara@example.test', language: 'en', url: 'http://localhost/x' }),
  );
  await work(app);
  assert.deepEqual((await server.next()).envelope.to, ['Mara@example.test']);
});

test('a mail rejected for its content fails immediately and does not suppress the address', async () => {
  await using server = await openSmtpReceiver({ data: () => ({ code: 554, text: '5.7.1 Spam' }) });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const id = await queue(app);
  await work(app);
  assert.equal((await read(app, id)).state, 'failed');
  assert.deepEqual(await app.database.write.selectFrom('suppressions').selectAll().execute(), []);
});

test('an address that the server has no letters for fails at once with the reason, and is not suppressed', async () => {
  await using old = await openSmtpReceiver({ hideSMTPUTF8: true });
  await using app = await testApp({ env: { SMTP_URL: old.url } });
  const mailbox = await queue(app, { toEMail: 'jürgen@example.test' });
  // The domain alone has another spelling in ASCII, which every server takes.
  const domain = await queue(app, { toEMail: 'mara@bücher.example' });
  await work(app);
  const failed = await read(app, mailbox);
  assert.deepEqual([failed.state, failed.reason, failed.attempts], ['failed', 'refused', 1]);
  assert.match((await logs(app, mailbox)).join(), /SMTPUTF8/);
  assert.equal((await read(app, domain)).state, 'sent');
  assert.deepEqual(
    old.mails.map(({ envelope }) => envelope.to.length),
    [1],
  );
  assert.deepEqual(await app.database.read.selectFrom('suppressions').select('id').execute(), []);

  await using able = await openSmtpReceiver();
  await using newer = await testApp({ env: { SMTP_URL: able.url } });
  await queue(newer, { toEMail: 'jürgen@example.test' });
  await work(newer);
  assert.deepEqual(able.mails[0]?.envelope.to, ['jürgen@example.test']);
});

test('delivery to a silent server times out, and the mail is retried later', async () => {
  await using server = await openSmtpReceiver({ data: () => 'hang' });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const id = await queue(app);
  const startedAt = steadyNow();
  await work(app, impatient);
  assert.ok(steadyNow() - startedAt < 3_000);
  assert.equal((await read(app, id)).state, 'queued');
});

test('delivery to a server that never stops talking times out too', async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    // An endless greeting: neither silence nor a response.
    const timer = setInterval(() => socket.write('220-wait\r\n'), 100);
    socket.on('close', () => clearInterval(timer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  using _ended = {
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  await using app = await testApp({ env: { SMTP_URL: `smtp://127.0.0.1:${address.port}` } });
  const id = await queue(app);
  await work(app, impatient);
  assert.equal((await read(app, id)).state, 'queued');
});

test('the next process sends the mail of a process that died, with the same Message-ID', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const claimedAt = app.clock.now();
  const id = await queue(app, { state: 'sending', attempts: 1, claimedAt });
  await work(app);
  assert.equal((await read(app, id)).state, 'sending', 'it may still be on its way');
  app.clock.advance({ seconds: 121 });
  await work(app);
  const row = await read(app, id);
  assert.equal(row.state, 'sent');
  assert.equal(row.attempts, 2);
  assert.equal((await server.next()).messageId, row.messageId);
});

test('a slow worker with an expired claim does not overwrite the outcome of the next worker', async () => {
  let id = '';
  await using server = await openSmtpReceiver({
    data: async () => {
      await app.database.write
        .updateTable('deliveries')
        .set({ state: 'failed', attempts: 2 })
        .where('id', '=', id)
        .execute();
      return undefined;
    },
  });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  id = await queue(app);
  await work(app);
  assert.equal((await read(app, id)).state, 'failed');
  assert.deepEqual(await logs(app, id), []);
});

test('several workers send each mail once', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const ids: string[] = [];
  for (let made = 0; made < 40; made++) ids.push(await queue(app));
  const workers = [openMessaging(app), openMessaging(app), openMessaging(app)];
  await Promise.all(workers.map((worker) => worker.drain()));
  for (const worker of workers) await worker.close();
  assert.deepEqual(
    server.mails.map(({ messageId }) => messageId).toSorted(),
    ids.map((id) => `<${id}@daybook.test>`).toSorted(),
  );
});

test('closing waits for a slow server, aborts one that is too slow and queues its mail again', async () => {
  let wait = 800;
  await using server = await openSmtpReceiver({
    data: async () => {
      await sleep(wait, undefined, { ref: false });
      return undefined;
    },
  });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const [quick, begunQuick] = [openMessaging(app), await queue(app)];
  await until(async () => (await read(app, begunQuick)).state === 'sending');
  await quick.close();
  assert.equal((await read(app, begunQuick)).state, 'sent');
  wait = 20_000;
  const [slow, begunSlow] = [openMessaging(app), await queue(app)];
  await until(async () => (await read(app, begunSlow)).state === 'sending');
  const startedAt = steadyNow();
  await slow.close();
  assert.ok(steadyNow() - startedAt < 8_000);
  assert.equal((await read(app, begunSlow)).state, 'queued');
});

test('no name, subject or address can add a header or a recipient', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const evil = 'x\r\nBcc: evil@example.test\r\nX-Evil: 1\r\n\r\nbody';
  await queue(app, { subject: evil, fromName: evil, replyTo: evil });
  await queue(app, { fromName: 'a" <evil@example.test>, "b', subject: '=?utf-8?Q?=0D=0ABcc:_evil@example.test?=' });
  const failing = [
    'mara@example.test\r\nRCPT TO:<evil@example.test>',
    'mara@example.test, evil@example.test',
    'Mara <evil@example.test>',
    'mara@example.test> SIZE=1',
    'mara',
    '',
  ];
  const refused = await Promise.all(failing.map((toEMail) => queue(app, { toEMail })));
  await work(app);
  assert.equal(server.mails.length, 2);
  for (const mail of server.mails) {
    assert.deepEqual(mail.envelope.to, ['mara@example.test']);
    const names = mail.headers.map(({ key }) => key);
    assert.ok(!names.includes('bcc') && !names.includes('x-evil'), names.join());
    assert.equal(mail.from?.address, 'no-reply@daybook.test');
    assert.equal(mail.text?.trim(), 'Hello');
  }
  for (const id of refused) {
    assert.equal((await read(app, id)).state, 'failed');
    assert.match((await logs(app, id)).join(), /not an address/);
  }
});

test('without a mail server a mail is stored and stays stored', async () => {
  await using app = await testApp();
  const id = await queue(app);
  await work(app);
  assert.equal((await read(app, id)).state, 'kept');
  await work(app);
  assert.equal((await read(app, id)).attempts, 0);
  assert.deepEqual(await logs(app, id), ['Not sent: no server is set for such messages.']);
});

test('a company sees how many of its mails of the last days no mail server takes', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const admin = await signIn(app, employee);
  const { getDelay } = companyProblems.operations;
  for (const companyId of [company.id, company.id, null]) await queue(app, { companyId });
  await queue(app, { companyId: company.id, purpose: 'campaign' });
  assert.equal((await app.call(getDelay, {}, admin)).answer.kept, 0);
  await work(app);
  assert.equal((await app.call(getDelay, {}, admin)).answer.kept, 2);
  app.clock.advance({ hours: 8 * 24 });
  assert.equal((await app.call(getDelay, {}, await signIn(app, employee))).answer.kept, 0);
});

test('outside a demo, the log has no link of a stored mail', async () => {
  await using app = await testApp();
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const token = 'R'.repeat(43);
  const id = await queue(app, { plain: `Set a new password:\n${app.publicUrl}/user/recover/${token}\n` });
  await work({ ...app, log });
  assert.equal((await read(app, id)).state, 'kept');
  assert.ok(!lines.join().includes(token), lines.join());
});

test('a demo logs where to read a stored mail and where its links lead', async () => {
  await using app = await testApp({ env: { DEMO: '1' } });
  const logged: string[] = [];
  const log = Object.assign(Object.create(app.log), { info: (line: string) => void logged.push(line) });
  const id = await queue(app, {
    plain: 'Confirm:\nhttp://localhost:3000/appointment/abc/confirm\nhttps://elsewhere.test/x\n',
  });
  await work({ ...app, log });
  assert.equal(logged.length, 1);
  assert.ok(logged[0]?.includes(`/demo/mail/${id} http://localhost:3000/appointment/abc/confirm`), logged.join());
  assert.doesNotMatch(logged[0] ?? '', /elsewhere/);
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await condition()) return;
    await sleep(20);
  }
  assert.fail('it did not come to pass');
}
