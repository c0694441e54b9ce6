// Tests of the outbox against real mail servers: what is urgent goes first, routes that refuse everyone stop and lose
// nothing, and a suppressed address gets nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { kyselyOn } from '#server/db/kysely-on.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { eventually } from '#server/testing/process.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { resumeRoute } from './route-states.ts';

async function work(app: TestApp, options?: Parameters<typeof openMessaging>[1]): Promise<void> {
  const outbox = openMessaging(app, options);
  await outbox.drain();
  await outbox.close();
}

async function countByState(app: TestApp): Promise<Record<string, number>> {
  const rows = await app.database.read
    .selectFrom('deliveries')
    .select(['state', (row) => row.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

/** A mail server as the operator sets one. */
async function addRoute(app: TestApp, url: string, values: Record<string, unknown> = {}): Promise<string> {
  const { port } = new URL(url);
  const { id } = await app.database.write
    .insertInto('smtpSettings')
    .values({ id: crypto.randomUUID(), key: `Port ${port}`, host: '127.0.0.1', port: Number(port), ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const refusals = [
  { code: 550, text: 'Relaying denied' },
  { code: 554, text: '5.7.1 Service unavailable; client host [192.0.2.1] blocked using zen.example.org' },
  { code: 550, text: '5.1.1 No such user' },
  { code: 550, text: '5.7.1 Unable to deliver' },
];

for (const refusal of refusals) {
  test(`a relay that answers “${refusal.text}” to everyone stops early, suppresses none, and sends all when mended`, async () => {
    let isIll = true;
    let tries = 0;
    await using server = await openSmtpReceiver({
      recipient: () => {
        tries++;
        return isIll ? refusal : undefined;
      },
    });
    await using app = await testApp({ env: { SMTP_URL: server.url } });
    for (let i = 0; i < 120; i++) await buildMail(app, { toEMail: `visitor-${i}@example-${i % 9}.test` });
    await work(app);
    assert.ok(tries < 50, `${tries} tries`);
    assert.deepEqual(await countByState(app), { queued: 120 });
    assert.deepEqual(await app.database.read.selectFrom('suppressions').selectAll().execute(), []);
    // While it is ill, one mail at a time tries it, at growing intervals.
    const before = tries;
    for (let rounds = 0; rounds < 5; rounds++) {
      app.clock.advance({ minutes: 10 });
      await work(app);
    }
    assert.ok(tries - before <= 5, `${tries - before} trials`);
    isIll = false;
    app.clock.advance({ minutes: 35 });
    await work(app);
    app.clock.advance({ minutes: 2 });
    await work(app);
    assert.deepEqual(await countByState(app), { sent: 120 });
    assert.equal(server.mails.length, 120);
    assert.deepEqual(await app.database.read.selectFrom('suppressions').selectAll().execute(), []);
  });
}

test('two processes that one relay refuses stop as early, and both take back their refusals', async () => {
  let isIll = true;
  let tries = 0;
  await using server = await openSmtpReceiver({
    recipient: () => {
      tries++;
      return isIll ? { code: 550, text: '5.1.1 No such user' } : undefined;
    },
  });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  for (let i = 0; i < 100; i++) await buildMail(app, { toEMail: `visitor-${i}@example-${i % 9}.test` });
  const both = [openMessaging(app), openMessaging(app)];
  await Promise.all(both.map((outbox) => outbox.drain()));
  await Promise.all(both.map((outbox) => outbox.drain()));
  for (const outbox of both) await outbox.close();
  assert.ok(tries < 50, `${tries} tries`);
  assert.deepEqual(await countByState(app), { queued: 100 });
  assert.deepEqual(await app.database.read.selectFrom('suppressions').selectAll().execute(), []);
  isIll = false;
  for (let rounds = 0; rounds < 2; rounds++) {
    app.clock.advance({ minutes: 10 });
    await work(app);
  }
  assert.deepEqual(await countByState(app), { sent: 100 });
});

test('a few refusals among many mails fail as they are', async () => {
  await using server = await openSmtpReceiver({
    recipient: (address) => (address.startsWith('gone') ? { code: 550, text: '5.1.1 No such user' } : undefined),
  });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  for (let i = 0; i < 60; i++) await buildMail(app, { toEMail: `${i % 8 ? 'here' : 'gone'}-${i}@example-${i}.test` });
  await work(app);
  assert.deepEqual(await countByState(app), { sent: 52, failed: 8 });
  assert.equal((await app.database.read.selectFrom('suppressions').selectAll().execute()).length, 8);
});

test('a route that is down is paused, another one of its purpose takes over, and a trial resumes it', async () => {
  await using first = await openSmtpReceiver({
    connect: () => (isDown ? { code: 554, text: 'No service' } : undefined),
  });
  await using second = await openSmtpReceiver();
  let isDown = true;
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.0/8', SMTP_URL: second.url } });
  const { employee } = await buildBusiness(app, { actions: ['sys'] });
  const id = await addRoute(app, first.url, { key: 'Main', isDefault: true });
  for (let i = 0; i < 20; i++) await buildMail(app);
  await work(app);
  assert.deepEqual(await countByState(app), { sent: 20 });
  assert.equal(second.mails.length, 20);
  const attempts = await app.database.read.selectFrom('deliveries').select('attempts').distinct().execute();
  assert.deepEqual(attempts, [{ attempts: 1 }], 'those of the paused route do not count');
  const state = await app.database.read.selectFrom('routes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  assert.match(state.pausedReason, /554 No service/);
  const feed = () => app.database.read.selectFrom('reminders').select(['userId', 'text', 'link']).execute();
  assert.deepEqual(await feed(), [], 'it may mend itself');
  app.clock.advance({ minutes: 3 });
  await buildMail(app);
  await work(app);
  await work(app);
  assert.equal(second.mails.length, 21);
  assert.deepEqual(
    (await feed()).map(({ userId, text, link }) => [userId, /“Main”.*554 No service/.test(text), link]),
    [[employee.userId, true, '/app/system/email/smtps']],
    'the operator is told, once',
  );
  isDown = false;
  app.clock.advance({ minutes: 10 });
  for (let i = 0; i < 5; i++) await buildMail(app);
  await work(app);
  assert.equal(first.mails.length + second.mails.length, 26);
  assert.ok(first.mails.length > 0, 'it is tried again');
  const { pauses } = await app.database.read.selectFrom('routes').selectAll().executeTakeFirstOrThrow();
  assert.equal(pauses, 0);
});

test('one refusal about us pauses a route that has accepted nothing, counts for nothing, and another route takes over', async () => {
  let tries = 0;
  await using first = await openSmtpReceiver({
    recipient: () => {
      tries++;
      return { code: 550, text: 'Relaying denied' };
    },
  });
  await using second = await openSmtpReceiver();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.0/8' } });
  const id = await addRoute(app, first.url, { key: 'Main', isDefault: true });
  await buildMail(app, { toEMail: 'alone@example.test' });
  await work(app);
  assert.deepEqual([tries, await countByState(app)], [1, { queued: 1 }]);
  const state = () => app.database.read.selectFrom('routes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  assert.match((await state()).pausedReason, /Relaying denied/);
  await resumeRoute(app.database.write, id);
  await addRoute(app, second.url, { key: 'Reserve' });
  await buildMail(app, { toEMail: 'next@example.test' });
  await work(app);
  assert.deepEqual(second.mails.map(({ envelope }) => envelope.to[0]).toSorted(), [
    'alone@example.test',
    'next@example.test',
  ]);
  assert.deepEqual(await countByState(app), { sent: 2 });
  const attempts = await app.database.read.selectFrom('deliveries').select('attempts').distinct().execute();
  assert.deepEqual(attempts, [{ attempts: 1 }]);
  assert.equal((await state()).refusesAll, true);
});

test('a refusal about us by a route that accepts others passes the mail to the next route, uncounted', async () => {
  const refuse = (address: string) => (address.startsWith('odd') ? { code: 550, text: 'Relaying denied' } : undefined);
  await using first = await openSmtpReceiver({ recipient: refuse });
  await using second = await openSmtpReceiver({ recipient: (address) => (isIll ? refuse(address) : undefined) });
  let isIll = false;
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.0/8' } });
  await addRoute(app, first.url, { key: 'Main', isDefault: true, position: 1 });
  await addRoute(app, second.url, { key: 'Reserve', position: 2 });
  await buildMail(app, { toEMail: 'fine@example.test' });
  const outbox = openMessaging(app);
  await outbox.drain();
  await buildMail(app, { toEMail: 'odd@example.test' });
  await outbox.drain();
  assert.deepEqual([first.mails.length, second.mails.length], [1, 1]);
  const attempts = await app.database.read.selectFrom('deliveries').select('attempts').distinct().execute();
  assert.deepEqual(attempts, [{ attempts: 1 }]);
  // Where all refuse it, it waits as after any failure.
  isIll = true;
  await buildMail(app, { toEMail: 'odd-2@example.test', lane: 'turn', laneKey: 'one' });
  await outbox.drain();
  await outbox.close();
  const left = await app.database.read
    .selectFrom('deliveries')
    .select(['state', 'reason', 'attempts', 'skipsRouteId', 'dueAt'])
    .where('address', '=', 'odd-2@example.test')
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    { ...left, dueAt: app.clock.now().until(left.dueAt).toString() },
    { state: 'queued', reason: 'route', attempts: 1, skipsRouteId: null, dueAt: 'PT60S' },
  );
});

test('each setting is used for its purposes, within its limits', async () => {
  await using accounts = await openSmtpReceiver();
  await using visits = await openSmtpReceiver();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.0/8' } });
  await addRoute(app, accounts.url, { purposes: ['account'] });
  await addRoute(app, visits.url, { purposes: ['visit'], perHour: 5 });
  for (let i = 0; i < 3; i++) await buildMail(app, { purpose: 'account' });
  for (let i = 0; i < 12; i++) await buildMail(app, { purpose: 'visit' });
  await buildMail(app, { purpose: 'campaign' });
  const count = () => [accounts.mails.length, visits.mails.length];
  await work(app);
  assert.deepEqual(count(), [3, 5]);
  assert.deepEqual(await countByState(app), { sent: 8, queued: 7, kept: 1 }, 'no setting takes campaigns');
  await work(app);
  assert.deepEqual(count(), [3, 5]);
  app.clock.advance({ hours: 1 });
  await work(app);
  assert.deepEqual(count(), [3, 10]);
  app.clock.advance({ hours: 1 });
  await work(app);
  assert.deepEqual(count(), [3, 12]);
});

test('several processes together send as many a second as a route takes', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.0/8' } });
  await addRoute(app, server.url, { perSecond: 7 });
  for (let i = 0; i < 30; i++) await buildMail(app);
  const all = [openMessaging(app), openMessaging(app), openMessaging(app)];
  const counts: number[] = [];
  for (let second = 0; second < 5; second++) {
    await Promise.all(all.map((outbox) => outbox.drain()));
    counts.push(server.mails.length);
    app.clock.advance({ seconds: 1 });
  }
  for (const outbox of all) await outbox.close();
  assert.deepEqual(counts, [7, 14, 21, 28, 30]);
});

test('eight silent recipients delay a good mail by at most a second', async () => {
  const waiting: (() => void)[] = [];
  await using server = await openSmtpReceiver({
    data: (raw) =>
      raw.includes('To: silent') ? new Promise((resolve) => void waiting.push(() => resolve(undefined))) : undefined,
  });
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.0/8' } });
  await addRoute(app, server.url, { maxConnections: 5 });
  const outbox = openMessaging(app);
  const sendGood = async () => {
    const queuedAt = performance.now();
    await buildMail(app, { toEMail: 'good@example.test' });
    await server.next();
    return performance.now() - queuedAt;
  };
  await sendGood();
  // The time of a mail here while no recipient is silent.
  const usual = Math.max(await sendGood(), await sendGood(), await sendGood());
  for (let i = 0; i < 8; i++) await buildMail(app, { toEMail: `silent-${i}@example.test` });
  await eventually('five wait', () => waiting.length >= 5);
  const delay = (await sendGood()) - usual;
  for (const answer of waiting) answer();
  await outbox.drain();
  await outbox.close();
  assert.ok(delay <= 1_000, `${delay} ms more than ${usual}`);
});

test('turns leave two connections to what a person waits for', async () => {
  const waiting: (() => void)[] = [];
  await using server = await openSmtpReceiver({
    data: (raw) =>
      raw.includes('To: turn') ? new Promise((resolve) => void waiting.push(() => resolve(undefined))) : undefined,
  });
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.0/8' } });
  await addRoute(app, server.url, { maxConnections: 5 });
  for (let i = 0; i < 8; i++) {
    await buildMail(app, { toEMail: `turn-${i}@example.test`, purpose: 'campaign', lane: 'turn', laneKey: 'one' });
  }
  const outbox = openMessaging(app);
  await eventually('three wait', () => waiting.length >= 3);
  const queuedAt = performance.now();
  for (let i = 0; i < 2; i++) await buildMail(app, { toEMail: `good-${i}@example.test` });
  await server.next();
  await server.next();
  const delay = performance.now() - queuedAt;
  assert.ok(delay < 800, `${delay} ms`);
  const answering = setInterval(() => {
    for (const answer of waiting.splice(0)) answer();
  }, 5);
  await outbox.drain();
  clearInterval(answering);
  await outbox.close();
  assert.equal(server.mails.length, 10);
});

test('small turns are not kept waiting by a large one', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const turn = (laneKey: string) => ({ laneKey, lane: 'turn', purpose: 'campaign', subject: laneKey });
  for (let i = 0; i < 150; i++) await buildMail(app, turn('large'));
  for (let small = 0; small < 10; small++) for (let i = 0; i < 3; i++) await buildMail(app, turn(`small ${small}`));
  await work(app);
  assert.equal(server.mails.length, 180);
  const order = server.mails.map(({ subject }) => subject);
  const before = order.slice(
    0,
    order.findLastIndex((subject) => subject !== 'large'),
  );
  assert.ok(before.filter((subject) => subject === 'large').length < 60, 'the small ones were done long before');
  assert.deepEqual(await app.database.read.selectFrom('turns').selectAll().execute(), []);
});

test('nothing is sent to an address after its suppression, except mail about an account', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company } = await buildBusiness(app);
  const other = (await buildBusiness(app)).company;
  const mail = (companyId: string, purpose: string, toEMail: string) => buildMail(app, { companyId, purpose, toEMail });
  const suppress = (values: { address: string; companyId?: string; purpose?: string; expiresAt?: Temporal.Instant }) =>
    app.database.write
      .insertInto('suppressions')
      .values({ medium: 'mail', reason: 'manual', evidence: 'asked by phone', ...values })
      .execute();
  await suppress({ address: 'all@example.test' });
  await suppress({ address: 'one@example.test', companyId: company.id });
  await suppress({ address: 'campaigns@example.test', purpose: 'campaign' });
  await suppress({ address: 'former@example.test', expiresAt: app.clock.now() });
  await mail(company.id, 'visit', 'All@example.test');
  await mail(company.id, 'account', 'All@example.test');
  await mail(company.id, 'visit', 'one@example.test');
  await mail(other.id, 'visit', 'one@example.test');
  await mail(other.id, 'visit', 'campaigns@example.test');
  await mail(other.id, 'campaign', 'campaigns@example.test');
  await mail(other.id, 'visit', 'former@example.test');
  await work(app);
  assert.deepEqual(server.mails.map(({ envelope }) => envelope.to[0]).toSorted(), [
    'All@example.test',
    'campaigns@example.test',
    'former@example.test',
    'one@example.test',
  ]);
  assert.deepEqual(await countByState(app), { sent: 4, suppressed: 3 });
});

test('what was claimed ahead of recipients that became silent is suppressed all the same', async () => {
  const accepted = { fast: 60, held: 0 };
  const answer = Promise.withResolvers<undefined>();
  const suppressed = Promise.withResolvers<undefined>();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.0/8' } });
  await using server = await openSmtpReceiver({
    async data() {
      if (accepted.fast-- > 0) return undefined;
      if (accepted.held++ === 0) {
        await sql`insert into suppressions (medium, address, reason, evidence)
          select 'mail', address, 'manual', '' from deliveries`.execute(app.database.write);
        suppressed.resolve(undefined);
      }
      await suppressed.promise;
      return answer.promise;
    },
  });
  const max = 10;
  await addRoute(app, server.url, { maxConnections: max });
  for (let i = 0; i < 150; i++) await buildMail(app, { toEMail: `visitor-${i}@example.test` });
  const outbox = openMessaging(app);
  // Until those that wait for a connection were given back, and only those that began before the suppression are under
  // way.
  const isSettled = async () => {
    const { queued = 0, sending = 0 } = await countByState(app);
    return queued === 0 && sending <= max;
  };
  while (!(await isSettled())) await sleep(25);
  answer.resolve(undefined);
  await outbox.drain();
  await outbox.close();
  const { sent = 0, ...others } = await countByState(app);
  assert.ok(sent <= 60 + max, `${sent} were sent`);
  assert.deepEqual(others, { suppressed: 150 - sent });
  const attempts = await app.database.read.selectFrom('deliveryAttempts').select('outcome').execute();
  assert.equal(attempts.length, 150, 'what was given back was not tried');
});

test('a delivery that is too late, or no longer true, is not sent', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  await buildMail(app, { expiresAt: app.clock.now() });
  await buildMail(app, { causeKind: 'visit.confirmed', causeKey: 'over' });
  await buildMail(app, { causeKind: 'visit.confirmed', causeKey: 'on' });
  await work(app, { mayStillSend: { 'visit.confirmed': sql`d.cause_key = 'on'` } });
  assert.deepEqual(await countByState(app), { expired: 1, cancelled: 1, sent: 1 });
});

test('what goes out at most once is uncertain when its outcome is unknown, and is not sent again', async () => {
  await using server = await openSmtpReceiver({ data: () => 'hang' });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  await buildMail(app, { guarantee: 'once' });
  await buildMail(app, { guarantee: 'once', state: 'sending', claimedAt: app.clock.now().subtract({ minutes: 3 }) });
  await work(app, { timeouts: { connect: 500, silence: 300, whole: 1_500 } });
  assert.deepEqual(await countByState(app), { uncertain: 2 });
});

test('after an outage of the database, processes have time to record what they sent before their claims are released', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  await buildMail(app, { state: 'sending', claimedAt: app.clock.now().subtract({ minutes: 3 }) });
  let isAway = true;
  const lost = kyselyOn(async () => {
    throw new Error('Connection terminated unexpectedly');
  });
  const database = {
    ...app.database,
    get write() {
      return isAway ? lost : app.database.write;
    },
  };
  const outbox = openMessaging({ ...app, database });
  await using closing = new AsyncDisposableStack();
  closing.defer(() => outbox.close());
  await assert.rejects(outbox.drain(), /terminated/);
  isAway = false;
  await outbox.drain();
  assert.deepEqual(await countByState(app), { sending: 1 });
  app.clock.advance({ seconds: 30 });
  await outbox.drain();
  assert.deepEqual(await countByState(app), { sent: 1 });
});
