// Tests of mail that comes back, over a real mail server and a real mail store on loopback.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { systemBounceMailboxes } from '#contract/messaging/bounce-mailboxes.ts';
import { reminders } from '#contract/messaging/feed.ts';
import { companyProblems } from '#contract/messaging/problems.ts';
import { systemUnclearReports } from '#contract/messaging/unclear-reports.ts';
import { notifyOfBounces } from '#server/booking/notifications/notify-of-bounces.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { transaction } from '#server/db/transaction.ts';
import { envelopeSender, signId } from '#server/messaging/mail/signed-ids.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { shapes } from '#server/testing/servers/bounce-shapes.ts';
import { type ImapServer, openImapServer } from '#server/testing/servers/imap.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { readBounces } from './read-bounces.ts';

const { insert, update, test: testMailbox, getById } = systemBounceMailboxes.operations;
const env = { PRIVATE_HOSTS: '127.0.0.1', SECRET_KEY: 'the key of this installation, for tests' };

const given = ({ host, port }: Pick<ImapServer, 'host' | 'port'>, more: object = {}) => ({
  key: 'Bounces',
  host,
  port,
  ssl: false,
  userName: 'bounces',
  password: 'secret',
  folder: 'INBOX',
  movedTo: '',
  address: 'bounces@daybook.test',
  active: true,
  ...more,
});

async function operator(app: TestApp) {
  return signIn(app, (await buildBusiness(app, { actions: ['sys'], logIn: 'olga@daybook.test' })).employee);
}

const shapeOf = (name: string) => {
  const found = shapes.find((shape) => shape.name === name);
  assert.ok(found, name);
  return found;
};

/** A sent mail and what a report says of it. */
async function sentMail(app: TestApp, more: object = {}) {
  const id = await buildMail(app, { state: 'sent', toEMail: `c-${randomUUIDv7()}@example.com`, ...more });
  const { address } = await app.database.read
    .selectFrom('deliveries')
    .select('address')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const verp = envelopeSender('bounces@daybook.test', signId(app.config, id, 'envelope'));
  const messageId = `<${id}.${signId(app.config, id, 'messageId')}@daybook.test>`;
  return { id, address, original: { verp, messageId, to: address } };
}

const statesOf = async (app: TestApp) => {
  const rows = await app.database.read.selectFrom('deliveries').select(['id', 'state', 'reason']).execute();
  return new Map(rows.map(({ id, state, reason }) => [id, reason ? `${state}: ${reason}` : state]));
};

const suppressed = async (app: TestApp) =>
  app.database.read.selectFrom('suppressions').select(['address', 'reason', 'companyId', 'purpose', 'times']).execute();

test('a visit mail comes back: the employee learns whom to call, and the address is suppressed', async () => {
  await using server = await openSmtpReceiver();
  await using store = await openImapServer();
  await using app = await testApp({ env: { ...env, SMTP_URL: server.url } });
  const sys = await operator(app);
  const { id: mailboxId } = (await app.call(insert, given(store), sys)).answer;
  const { employee, company } = await buildBusiness(app, { actions: ['admin'] });
  const start = app.clock.now().add({ hours: 48 });
  const event = await buildEvent(app, employee, {
    ...{ start, name: 'Mara Ozola', eMail: 'mara@example.com', phoneNumber: '+371 20000001' },
  });
  const visit = { companyId: company.id, id: event.id };
  await transaction({ ...app, db: app.database.write }, (tx) => queueAppointmentMail(tx, 'reminder', visit));
  const worker = openMessaging(app);
  await worker.drain();
  await worker.close();
  const mail = await server.next();
  assert.match(mail.envelope.from, /^bounces\+[a-z2-7]{42}@daybook\.test$/);
  assert.equal(mail.from?.address, 'no-reply@daybook.test');
  // The server of the recipient answers to the envelope sender.
  const original = { verp: mail.envelope.from, messageId: mail.messageId ?? '', to: 'mara@example.com' };
  store.put(shapeOf('Postfix: unknown user').raw(original));
  const tested = (await app.call(testMailbox, { id: mailboxId }, sys)).answer;
  assert.deepEqual(tested, { works: true, answer: '', messages: 1, reports: 1, signed: 1 });
  assert.deepEqual([...(store.folders.get('INBOX')?.messages[0]?.flags ?? [])], [], 'a test changes nothing');
  assert.equal((await readBounces(app)).gone, 1);
  assert.deepEqual([...(store.folders.get('INBOX')?.messages[0]?.flags ?? [])], ['\\Seen']);
  app.clock.advance({ minutes: 2 });
  assert.equal(await notifyOfBounces(app), 1);
  assert.equal(await notifyOfBounces(app), 0);
  const session = await signIn(app, employee);
  const [item] = (await app.call(reminders.getByCreatedAndUser, {}, session)).answer;
  assert.match(item?.text ?? '', /^The e-mail to Mara Ozola came back\. Call \+371 20000001:/);
  assert.match(item?.link ?? '', new RegExp(`event=${event.id}`));
  assert.deepEqual(await suppressed(app), [
    { address: 'mara@example.com', reason: 'bounce', companyId: null, purpose: null, times: 1 },
  ]);
  const { problems } = (await app.call(companyProblems.operations.getPaginated, {}, session)).answer;
  assert.deepEqual(
    problems.map(({ state, reason, isSuppressed }) => [state, reason, isSuppressed]),
    [['undelivered', 'bounced', true]],
  );
  const { readAt, problem } = (await app.call(getById, { id: mailboxId }, sys)).answer;
  assert.ok(readAt);
  assert.equal(problem, '');
});

test('a report about the address behind a forwarder suppresses neither address', async () => {
  await using store = await openImapServer();
  await using app = await testApp({ env });
  await app.call(insert, given(store), await operator(app));
  const { id, original } = await sentMail(app, { companyId: (await buildBusiness(app)).company.id });
  store.put(shapeOf('Postfix: unknown user').raw({ ...original, to: 'behind@example.net' }));
  await readBounces(app);
  assert.equal((await statesOf(app)).get(id), 'undelivered: returned');
  assert.deepEqual(await suppressed(app), []);
});

test('every shape has its effect once, and its forgery has none', async () => {
  await using store = await openImapServer();
  await using app = await testApp({ env });
  const sys = await operator(app);
  await app.call(insert, given(store), sys);
  const companyId = (await buildBusiness(app)).company.id;
  const mails = await Promise.all(shapes.map(() => sentMail(app, { companyId })));
  const stranger = { ...app, config: { ...app.config, secretKey: 'the key of another installation' } };
  for (const [index, { raw }] of shapes.entries()) {
    const { id, address } = mails[index] ?? assert.fail();
    const verp = envelopeSender('bounces@daybook.test', signId(stranger.config, id, 'envelope'));
    const messageId = `<${id}.${signId(stranger.config, id, 'messageId')}@daybook.test>`;
    store.put(raw({ verp, messageId, to: address }));
  }
  const forgedCounts = await readBounces(app);
  assert.deepEqual([forgedCounts.gone, forgedCounts.failed, forgedCounts.complaint], [0, 0, 0]);
  assert.equal(forgedCounts.read, shapes.length);
  assert.deepEqual(new Set((await statesOf(app)).values()), new Set(['sent']));
  assert.deepEqual(await suppressed(app), []);
  const put = (from = 0) => {
    for (const [index, { raw }] of shapes.entries()) {
      if (index >= from) store.put(raw((mails[index] ?? assert.fail()).original));
    }
  };
  put();
  await readBounces(app);
  const expected = { gone: 'undelivered: bounced', failed: 'undelivered: returned', complaint: 'sent', other: 'sent' };
  const states = await statesOf(app);
  for (const [index, { name, kind }] of shapes.entries()) {
    assert.equal(states.get(mails[index]?.id ?? ''), expected[kind], name);
  }
  const before = await suppressed(app);
  const countOf = (wanted: string) => shapes.filter(({ kind }) => kind === wanted).length;
  assert.equal(before.filter(({ reason }) => reason === 'bounce').length, countOf('gone'));
  assert.equal(before.filter(({ reason }) => reason === 'complaint').length, countOf('complaint'));
  // For all companies, where the report names the envelope sender.
  const isNamed = ({ raw }: (typeof shapes)[number]) =>
    raw({ verp: '@verp@', messageId: '', to: '' }).includes('@verp@');
  const proved = shapes.filter((shape) => shape.kind === 'gone' && isNamed(shape)).length;
  assert.equal(before.filter((row) => row.reason === 'bounce' && row.companyId === null).length, proved);
  // Some of the reports again, with new numbers.
  put(shapes.length - 20);
  const again = await readBounces(app);
  assert.deepEqual([again.gone, again.failed, again.complaint], [0, 0, 0]);
  assert.deepEqual(await suppressed(app), before);
});

test('a repeated bounce suppresses for longer, a complaint for the company and purpose alone, and mail about accounts goes out', async () => {
  await using store = await openImapServer();
  await using app = await testApp({ env });
  const { company } = await buildBusiness(app);
  await app.call(insert, given(store), await operator(app));
  const toEMail = 'gone@example.com';
  const days: number[] = [];
  for (let times = 0; times < 4; times++) {
    const { original } = await sentMail(app, { toEMail });
    store.put(shapeOf('Postfix: unknown user').raw(original));
    await readBounces(app);
    const { expiresAt } = await app.database.read
      .selectFrom('suppressions')
      .select('expiresAt')
      .executeTakeFirstOrThrow();
    days.push(Math.round((expiresAt ?? app.clock.now()).since(app.clock.now()).total('hours') / 24));
    app.clock.advance({ hours: 1 });
  }
  assert.deepEqual(days, [30, 90, 365, 365]);
  const yahoo = shapeOf('Complaint: Yahoo');
  store.put(yahoo.raw((await sentMail(app, { companyId: company.id, toEMail: 'angry@example.com' })).original));
  store.put(yahoo.raw((await sentMail(app, { purpose: 'account', toEMail: 'account@example.com' })).original));
  assert.equal((await readBounces(app)).complaint, 2);
  assert.deepEqual(
    (await suppressed(app)).filter(({ reason }) => reason === 'complaint'),
    [{ address: 'angry@example.com', reason: 'complaint', companyId: company.id, purpose: 'visit', times: 1 }],
  );
});

test('a report that comes before the outcome of its mail counts, and the attempt is recorded beside it', async () => {
  await using store = await openImapServer();
  await using app = await testApp({ env });
  await app.call(insert, given(store), await operator(app));
  const idOf = (raw: string) => /^Message-ID:\s+<([\w-]{36})\./im.exec(raw)?.[1] ?? assert.fail(raw);
  const said: string[] = [];
  await using server = await openSmtpReceiver({
    // The report is read while the server still thinks about its response; then it cuts off the second mail.
    async data(raw) {
      const to = /^To: (\S+)/m.exec(raw)?.[1] ?? assert.fail(raw);
      const verp = envelopeSender('bounces@daybook.test', signId(app.config, idOf(raw), 'envelope'));
      store.put(
        shapeOf(to.startsWith('angry') ? 'Complaint: Yahoo' : 'Postfix: unknown user').raw({
          ...{ verp, messageId: '<1@daybook.test>', to },
        }),
      );
      await readBounces(app);
      said.push(to);
      return to.startsWith('cut') ? { code: 451, text: 'try again' } : undefined;
    },
  });
  const ids: string[] = [];
  for (const [index, toEMail] of ['gone@example.com', 'cut@example.com', 'angry@example.com'].entries()) {
    const lane = index === 1 ? 'turn' : 'now';
    const id = await buildMail(app, { toEMail, lane, messageId: `<${randomUUIDv7()}@daybook.test>` });
    await app.database.write
      .updateTable('emailMessages')
      .set({ messageId: `<${id}.${signId(app.config, id, 'messageId')}@daybook.test>` })
      .where('id', '=', id)
      .execute();
    ids.push(id);
  }
  const worker = openMessaging({ ...app, config: { ...app.config, smtpUrl: server.url } });
  await worker.drain();
  app.clock.advance({ hours: 1 });
  await worker.drain();
  await worker.close();
  assert.deepEqual(said.toSorted(), ['angry@example.com', 'cut@example.com', 'gone@example.com'], 'each was sent once');
  const states = await statesOf(app);
  const both = ['undelivered: bounced', 'undelivered: bounced', 'sent'];
  assert.deepEqual(
    ids.map((id) => states.get(id)),
    both,
  );
  const attempts = await app.database.read
    .selectFrom('deliveryAttempts')
    .select(['deliveryId', 'outcome'])
    .orderBy('outcome')
    .execute();
  const outcomesOf = (id?: string) =>
    attempts.flatMap(({ deliveryId, outcome }) => (deliveryId === id ? outcome : [])).toSorted();
  assert.deepEqual(ids.map(outcomesOf), [
    ['bounced', 'sent'],
    ['bounced', 'retry'],
    ['complaint', 'sent'],
  ]);
  assert.deepEqual((await suppressed(app)).map(({ address, times }) => [address, times]).toSorted(), [
    ['angry@example.com', 1],
    ['cut@example.com', 1],
    ['gone@example.com', 1],
  ]);
});

test('a report that names the Message-ID alone suppresses for the company of the mail, and for no other', async () => {
  await using store = await openImapServer();
  await using app = await testApp({ env });
  const { company } = await buildBusiness(app);
  await app.call(insert, given(store), await operator(app));
  // A company has it from the answer of its customer.
  const toEMail = 'mara@example.com';
  const { id, original } = await sentMail(app, { companyId: company.id, toEMail });
  const { id: account, original: ofAccount } = await sentMail(app, { purpose: 'account', toEMail: 'olga@example.com' });
  for (const { messageId, to } of [original, ofAccount]) {
    const stolen = /[a-z2-7]{42}/.exec(messageId)?.[0] ?? assert.fail();
    const verp = envelopeSender('bounces@daybook.test', `${stolen.slice(0, 41)}a`);
    store.put(shapeOf('Postfix: unknown user').raw({ verp, messageId, to }));
    // As an envelope sender it is a forgery of another mail, or a mail of an earlier version.
    store.put(
      shapeOf('Postfix: unknown user').raw({
        ...{ verp: envelopeSender('bounces@daybook.test', stolen), messageId, to },
      }),
    );
  }
  await readBounces(app);
  const states = await statesOf(app);
  assert.deepEqual([states.get(id), states.get(account)], ['undelivered: bounced', 'undelivered: bounced']);
  assert.deepEqual(await suppressed(app), [
    { address: toEMail, reason: 'bounce', companyId: company.id, purpose: null, times: 1 },
  ]);
});

test('bounces of mails that left before the address was suppressed do not lengthen it', async () => {
  await using store = await openImapServer();
  await using app = await testApp({ env });
  await app.call(insert, given(store), await operator(app));
  const toEMail = 'gone@example.com';
  const early = [await sentMail(app, { toEMail }), await sentMail(app, { toEMail }), await sentMail(app, { toEMail })];
  for (const { original } of early) {
    app.clock.advance({ minutes: 10 });
    store.put(shapeOf('Postfix: unknown user').raw(original));
    await readBounces(app);
  }
  assert.deepEqual(
    (await suppressed(app)).map(({ times }) => times),
    [1],
  );
  // A mail of after it, which was allowed again, or left when it had ended.
  const late = await sentMail(app, { toEMail });
  store.put(shapeOf('Postfix: unknown user').raw(late.original));
  await readBounces(app);
  assert.deepEqual(
    (await suppressed(app)).map(({ times }) => times),
    [2],
  );
});

test('bounces of campaigns do not delay the task to call a customer', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const start = app.clock.now().add({ hours: 48 });
  const event = await buildEvent(app, employee, { start, name: 'Mara Ozola', eMail: 'mara@example.com' });
  const visit = { companyId: employee.companyId, id: event.id };
  const settledAt = app.clock.now();
  const returned = { state: 'undelivered', reason: 'bounced', settledAt };
  for (let number = 0; number < 210; number++) await buildMail(app, { ...returned, purpose: 'campaign' });
  app.clock.advance({ seconds: 1 });
  const mailId = await transaction({ ...app, db: app.database.write }, (tx) =>
    queueAppointmentMail(tx, 'reminder', visit),
  );
  await app.database.write
    .updateTable('deliveries')
    .set({ ...returned, settledAt: app.clock.now() })
    .where('id', '=', mailId ?? '')
    .execute();
  app.clock.advance({ minutes: 1 });
  assert.equal(await notifyOfBounces(app), 1);
});

test('messages are read once, other mail is left alone, and a new numbering begins again', async () => {
  await using store = await openImapServer();
  await using app = await testApp({ env });
  const sys = await operator(app);
  store.folders.set('Done', { uidValidity: 1, uidNext: 1, messages: [] });
  const { id } = (await app.call(insert, given(store, { movedTo: 'Missing' }), sys)).answer;
  assert.equal((await app.call(testMailbox, { id }, sys)).answer.answer, 'noFolder');
  await app.call(update, { id, movedTo: 'Done' }, sys);
  const { original, id: mailId } = await sentMail(app);
  store.put('From: Friend <friend@example.com>\nSubject: Hello\n\nHow are you?\n');
  store.put(shapeOf('Exim: unknown user').raw(original));
  assert.equal((await readBounces(app)).read, 2);
  assert.equal((await readBounces(app)).read, 0);
  assert.deepEqual(
    store.folders.get('INBOX')?.messages.map(({ uid, flags }) => [uid, flags.size]),
    [[1, 0]],
    'the letter of a friend stays as it was',
  );
  assert.equal(store.folders.get('Done')?.messages.length, 1);
  assert.equal((await statesOf(app)).get(mailId), 'undelivered: bounced');
  store.renumber('INBOX', 8);
  assert.equal((await readBounces(app)).read, 1);
});

test('two processes read a report once', async () => {
  await using store = await openImapServer();
  await using app = await testApp({ env });
  await app.call(insert, given(store), await operator(app));
  for (let number = 0; number < 20; number++) {
    store.put(shapeOf('Postfix: unknown user').raw((await sentMail(app, { toEMail: 'same@example.com' })).original));
  }
  const both = await Promise.all([readBounces(app), readBounces(app)]);
  assert.equal(both[0].gone + both[1].gone, 20);
  const attempts = await app.database.read.selectFrom('deliveryAttempts').select('deliveryId').distinct().execute();
  assert.equal(attempts.length, 20);
  // All mails had left before the first came back.
  assert.equal((await suppressed(app))[0]?.times, 1);
});

for (const [name, hooks] of Object.entries({
  'wrong password': { password: 'another' },
  'silent server': { answer: (command: string) => (/fetch/i.test(command) ? 'hang' : undefined) },
  'endless literal': {
    answer: (command: string) =>
      /fetch/i.test(command) ? '* 1 FETCH (UID 1 BODY[]<0> {999999999}\r\nxxxx' : undefined,
  },
  'line without end': { answer: (command: string) => (/search/i.test(command) ? 'x'.repeat(3_000_000) : undefined) },
  nonsense: { answer: (command: string) => (/search/i.test(command) ? '* SEARCH ((((\r\n{{tag}} OK\r\n' : undefined) },
} as const)) {
  test(`a mailbox with a ${name} stops neither the job nor the next mailbox`, async () => {
    await using hostile = await openImapServer(hooks);
    await using store = await openImapServer();
    await using app = await testApp({ env });
    const sys = await operator(app);
    const { id } = (await app.call(insert, given(hostile, { key: 'Hostile' }), sys)).answer;
    await app.call(insert, given(store, { key: 'Good' }), sys);
    hostile.put('From: x@example.com\n\nx');
    store.put(shapeOf('Postfix: unknown user').raw((await sentMail(app)).original));
    assert.equal((await readBounces(app, { maxTime: 1_500 })).gone, 1);
    const { problem } = (await app.call(getById, { id }, sys)).answer;
    assert.ok(name === 'nonsense' || problem !== '', name);
  });
}

test('a mailbox inside the own network is refused, and its password is never returned', async () => {
  await using app = await testApp();
  const sys = await operator(app);
  const saved = await app.call(insert, given({ host: '127.0.0.1', port: 993 }), sys);
  assert.doesNotMatch(saved.body, /secret|"Password"/);
  assert.equal(saved.answer.hasPassword, true);
  const { works, answer } = (await app.call(testMailbox, { id: saved.answer.id }, sys)).answer;
  assert.equal(works, false);
  assert.match(answer, /PRIVATE_HOSTS/);
});

test('a report that is not understood is kept for the operator, who is told once a day', async () => {
  await using store = await openImapServer();
  await using app = await testApp({ env });
  const { employee } = await buildBusiness(app, { actions: ['sys'] });
  const operatorAgain = () => signIn(app, employee);
  await app.call(insert, given(store), await operatorAgain());
  const { id, original } = await sentMail(app, { companyId: (await buildBusiness(app)).company.id });
  const token = 'R'.repeat(43);
  const report = (subject: string, words: string) =>
    store.put(`From: mailer-daemon@example.com\r\nTo: ${original.verp}\r\nSubject: ${subject}\r\n\r\n${words}\r\n`);
  report('Zwrot poczty', `550 Odmowa\r\n> http://localhost:3000/user/recover/${token}\r\n<script>alert(1)</script>`);
  report(
    'Zwrot',
    `Nie dostarczono.\r\nhttp://localhost:3000/user/recover/${token.slice(0, 21)}=\r\n${token.slice(21)}`,
  );
  store.put('From: mara@example.com\r\nTo: bounces@daybook.test\r\nSubject: Hello\r\n\r\nA letter of a person.\r\n');
  await readBounces(app);
  assert.equal((await statesOf(app)).get(id), 'undelivered: returned');
  const list = async () =>
    (await app.call(systemUnclearReports.operations.getPaginated, { order: 'Subject' }, await operatorAgain())).answer;
  const { reports } = await list();
  assert.deepEqual(
    reports.map(({ mailbox, subject, reason }) => [mailbox, subject, reason]),
    [
      ['Bounces', 'Zwrot', 'unclear'],
      ['Bounces', 'Zwrot poczty', 'unclear'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(reports), /R{21}/, 'no token of a link');
  const told = async () => {
    const items = (await app.call(reminders.getByCreatedAndUser, {}, await operatorAgain())).answer;
    return items.filter(({ link }) => link === systemUnclearReports.declared.page).length;
  };
  assert.equal(await told(), 1);
  app.clock.advance({ hours: 25 });
  report('Zwrot', 'x'.repeat(100_000));
  await readBounces(app);
  assert.equal(await told(), 2);
  const { rows } = await sql<{ length: number }>`
    select max(length(message))::int as length from unclear_reports`.execute(app.database.read);
  assert.equal(rows[0]?.length, 8_000);
  await sql`insert into unclear_reports select gen_random_uuid(), created_at, mailbox, sender, subject, reason, message
    from unclear_reports cross join generate_series(1, 200)`.execute(app.database.write);
  report('Last', 'Nie dostarczono.');
  await readBounces(app);
  const { rows: left } = await sql<{ count: number; has: boolean }>`
    select count(*)::int as count, bool_or(subject = 'Last') as has from unclear_reports`.execute(app.database.read);
  assert.deepEqual(left, [{ count: 500, has: true }]);
});
