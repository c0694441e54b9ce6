// Tests that feed items reach subscribed browsers: over TLS, encrypted, and what the answers of push services do.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { account, push } from '#contract/identity/account.ts';
import { reminders } from '#contract/messaging/feed.ts';
import { remind } from '#server/messaging/feed/remind.ts';
import { remindOperators } from '#server/messaging/feed/remind-operators.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { openPushReceiver, type PushAnswer, type PushReceiver } from '#server/testing/servers/push-receiver.ts';
import { steadyNow } from '#server/testing/steady-clock.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const env = { PRIVATE_HOSTS: 'localhost', VAPID_SUBJECT: 'mailto:operator@example.org' };

async function work(app: TestApp): Promise<void> {
  const outbox = openMessaging(app);
  await outbox.drain();
  await outbox.close();
}

/** Subscribes browsers of a person who wants notifications. */
async function subscribe(app: TestApp, employee: BuiltEmployee, service: PushReceiver, ...browsers: string[]) {
  const headers = await signIn(app, employee);
  await app.call(account.setPushNotificationsState, { isEnabled: true }, headers);
  for (const browser of browsers) {
    const saved = await app.call(push.setToken, { token: service.subscribe(browser) }, headers);
    assert.equal(saved.status, 204);
  }
  return headers;
}

function tell(app: TestApp, { companyId, userId }: BuiltEmployee, text: string, link = '') {
  return remind({ ...app, db: app.database.write }, { companyId, userId, type: 'calendarEvent', text, link });
}

async function deliveries(app: TestApp) {
  return app.database.read
    .selectFrom('deliveries')
    .select(['state', 'reason', 'answer', 'dueAt', 'lane'])
    .where('medium', '=', 'push')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

const states = async (app: TestApp) => (await deliveries(app)).map(({ state }) => state);

test('every browser of a person shows a feed item, encrypted and signed; other people’s browsers do not', async () => {
  await using service = await openPushReceiver();
  await using app = await testApp({ env });
  const { location, company, employee } = await buildBusiness(app, { language: 'de' });
  const colleague = await buildEmployee(app, location);
  await subscribe(app, employee, service, 'phone', 'desk');
  await subscribe(app, colleague, service, 'other');
  await tell(app, employee, 'Neue Anfrage: Mara', '/app/user/calendars?event=1');
  await work(app);
  assert.deepEqual(service.received.map(({ browser }) => browser).sort(), ['desk', 'phone']);
  const [item] = (await app.call(reminders.getByCreatedAndUser, {}, await signIn(app, employee))).answer;
  const [received] = service.received;
  assert.deepEqual(received?.payload, {
    id: item?.id,
    title: company.name,
    text: 'Neue Anfrage: Mara',
    url: '/app/user/calendars?event=1',
    company: company.id,
    language: 'de',
  });
  const { headers, claims } = received ?? assert.fail();
  assert.deepEqual(
    [headers.ttl, headers.urgency, headers.topic, headers['content-encoding']],
    ['86400', 'high', item?.id.replaceAll('-', ''), 'aes128gcm'],
  );
  assert.match(claims.aud, /^https:\/\/localhost:\d+$/);
  assert.equal(claims.sub, 'mailto:operator@example.org');
  assert.deepEqual(await states(app), ['sent', 'sent']);
  await work(app);
  assert.equal(service.requests(), 2);
});

test('without the switch, without a browser, and for an item that is rolled back, nothing is queued', async () => {
  await using service = await openPushReceiver();
  await using app = await testApp({ env });
  const { employee } = await buildBusiness(app);
  await tell(app, employee, 'before');
  const headers = await subscribe(app, employee, service, 'phone');
  await assert.rejects(
    app.database.write.transaction().execute(async (db) => {
      const { companyId, userId } = employee;
      await remind({ ...app, db }, { companyId, userId, type: 'other', text: 'undone' });
      throw new Error('rolled back');
    }),
  );
  await app.call(account.setPushNotificationsState, { isEnabled: false }, headers);
  await tell(app, employee, 'off');
  assert.deepEqual(await states(app), []);
});

test('an item that the person has seen, and one for a browser that is switched off since, is not sent', async () => {
  await using service = await openPushReceiver();
  await using app = await testApp({ env });
  const { location, employee } = await buildBusiness(app);
  const colleague = await buildEmployee(app, location);
  const headers = await subscribe(app, employee, service, 'phone');
  const others = await subscribe(app, colleague, service, 'other', 'second');
  await tell(app, employee, 'seen');
  await tell(app, colleague, 'removed, and off');
  await app.call(reminders.allVisited, {}, headers);
  const [first] = (await app.call(push.getSubscriptions, {}, others)).answer;
  assert.equal((await app.call(push.removeSubscription, { id: first?.id ?? '' }, others)).status, 204);
  await app.call(account.setPushNotificationsState, { isEnabled: false }, others);
  await work(app);
  assert.equal(service.requests(), 0);
  assert.deepEqual(await states(app), ['cancelled', 'cancelled', 'cancelled']);
});

test('404 and 410 remove the subscription, and are no problem to show', async () => {
  await using service = await openPushReceiver((browser) => {
    return browser === 'gone' ? { status: 410 } : browser === 'unknown' ? { status: 404 } : undefined;
  });
  await using app = await testApp({ env });
  const { employee } = await buildBusiness(app);
  const headers = await subscribe(app, employee, service, 'gone', 'unknown', 'here');
  const bad = JSON.parse(service.subscribe('bad'));
  const token = JSON.stringify({ ...bad, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } });
  assert.equal((await app.call(push.setToken, { token }, headers)).status, 204);
  await tell(app, employee, 'Hello');
  await work(app);
  assert.deepEqual((await states(app)).sort(), ['cancelled', 'cancelled', 'cancelled', 'sent']);
  const left = await app.database.read.selectFrom('pushSubscriptions').select('id').execute();
  assert.equal(left.length, 1);
  await tell(app, employee, 'Again');
  await work(app);
  assert.equal(service.requests(), 4);
  assert.deepEqual(
    service.received.map(({ payload }) => payload.text),
    ['Hello', 'Again'],
  );
});

test('500 and 429 are tried again, 429 not before it allows; 413 is final', async () => {
  const answers = new Map<string, PushAnswer>([
    ['ill', { status: 500 }],
    ['busy', { status: 429, headers: { 'retry-after': '600' } }],
    ['small', { status: 413 }],
  ]);
  await using service = await openPushReceiver((browser) => answers.get(browser));
  await using app = await testApp({ env });
  const { employee } = await buildBusiness(app);
  await subscribe(app, employee, service, 'ill', 'busy', 'small');
  await tell(app, employee, 'Hello');
  await work(app);
  const waits = (await deliveries(app)).map(({ state, dueAt }) => `${state} ${app.clock.now().until(dueAt)}`).sort();
  assert.deepEqual(waits, ['failed PT0S', 'queued PT600S', 'queued PT60S']);
  answers.clear();
  app.clock.advance({ minutes: 1 });
  await work(app);
  assert.deepEqual(
    service.received.map(({ browser, headers }) => [browser, headers.ttl]),
    [['ill', '86340']],
  );
  app.clock.advance({ minutes: 9 });
  await work(app);
  assert.equal(service.received.length, 2);
});

test('a push service that is silent delays no other browser', async () => {
  const { promise: patience, resolve: answer } = Promise.withResolvers<undefined>();
  await using service = await openPushReceiver((browser) => (browser.startsWith('slow') ? patience : undefined));
  await using app = await testApp({ env });
  const { location, employee } = await buildBusiness(app);
  const second = await buildEmployee(app, location);
  for (const one of [employee, second]) {
    await subscribe(app, one, service, ...Array.from({ length: 4 }, (_, i) => `slow-${one.userId}-${i}`));
  }
  const colleague = await buildEmployee(app, location);
  await subscribe(app, colleague, service, 'quick');
  for (const one of [employee, second]) await tell(app, one, 'Hello');
  const outbox = openMessaging(app);
  const waitFor = async (fits: () => boolean) => {
    for (let waited = 0; !fits() && waited < 5_000; waited += 20) await new Promise((done) => setTimeout(done, 20));
  };
  await waitFor(() => service.requests() >= 8);
  const begun = steadyNow();
  await tell(app, colleague, 'Hello');
  await waitFor(() => service.received.length === 1);
  assert.ok(steadyNow() - begun < 1_000, 'at most a second');
  assert.equal(service.received[0]?.browser, 'quick');
  answer(undefined);
  await outbox.drain();
  await outbox.close();
  assert.equal(service.received.length, 9);
});

test('an endpoint inside the network is not stored', async () => {
  await using service = await openPushReceiver();
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const headers = await signIn(app, employee);
  const { keys } = JSON.parse(service.subscribe('inside'));
  for (const host of ['127.0.0.1', '10.1.2.3', '[::1]', '[::ffff:10.0.0.1]', 'localhost', '2130706433']) {
    const token = JSON.stringify({ endpoint: `https://${host}/inside`, keys });
    const { status, complaints } = await app.call(push.setToken, { token }, headers);
    assert.deepEqual([host, status, complaints[0]?.Key], [host, 417, 'Token']);
  }
  const token = JSON.stringify({ endpoint: 'https://192.0.2.1/outside', keys });
  assert.equal((await app.call(push.setToken, { token }, headers)).status, 204);
});

test('one person’s endpoints inside the network are never connected to, and pause push for no one', async () => {
  await using service = await openPushReceiver();
  await using app = await testApp({ env: { PRIVATE_HOSTS: 'localhost,10.0.0.0/8' } });
  const { location, employee } = await buildBusiness(app);
  const headers = await subscribe(app, employee, service);
  const { keys } = JSON.parse(service.subscribe('inside'));
  for (let host = 1; host <= 10; host++) {
    const token = JSON.stringify({ endpoint: `https://10.0.0.${host}/inside`, keys });
    assert.equal((await app.call(push.setToken, { token }, headers)).status, 204);
  }
  const colleague = await buildEmployee(app, location);
  await subscribe(app, colleague, service, 'outside');
  // As when a name leads elsewhere after it was stored.
  const config = { ...app.config, privateHosts: ['localhost'] };
  for (const item of ['One', 'Two']) await tell(app, employee, item);
  await work({ ...app, config });
  const refused = await deliveries(app);
  assert.deepEqual(new Set(refused.map(({ state, reason }) => `${state} ${reason}`)), new Set(['failed refused']));
  assert.equal(refused.length, 20);
  assert.match(refused[0]?.answer ?? '', /lies inside this network/);
  assert.deepEqual(await app.database.read.selectFrom('routes').selectAll().execute(), []);
  await tell(app, colleague, 'Hello');
  await work({ ...app, config });
  assert.equal(service.received.length, 1);
});

test('an item that waited a day is not sent', async () => {
  await using service = await openPushReceiver();
  await using app = await testApp({ env });
  const { employee } = await buildBusiness(app);
  await subscribe(app, employee, service, 'phone');
  await tell(app, employee, 'Late');
  app.clock.advance({ hours: 24 });
  await work(app);
  assert.deepEqual(await states(app), ['expired']);
});

test('a service that rejects the signature of everyone pauses push, and everything is sent after mending', async () => {
  let isRejected = true;
  await using service = await openPushReceiver(() => (isRejected ? { status: 403 } : undefined));
  await using app = await testApp({ env });
  const { location, employee } = await buildBusiness(app);
  const people = [employee];
  while (people.length < 5) people.push(await buildEmployee(app, location));
  for (const one of people) await subscribe(app, one, service, `phone-${one.userId}`);
  for (let item = 0; item < 20; item++) for (const one of people) await tell(app, one, `Item ${item}`);
  await work(app);
  assert.ok(service.requests() < 60, `${service.requests()} requests`);
  assert.deepEqual(new Set(await states(app)), new Set(['queued']));
  isRejected = false;
  for (let minutes = 0; minutes < 10; minutes++) {
    app.clock.advance({ minutes: 1 });
    await work(app);
  }
  assert.equal(service.received.length, 100);
});

test('the refusals of services that one person named are tried again, and pause push for no one', async () => {
  await using service = await openPushReceiver((browser) =>
    browser.startsWith('mine') ? { status: browser.endsWith('0') ? 400 : 403 } : undefined,
  );
  await using app = await testApp({ env });
  const { location, employee } = await buildBusiness(app);
  await subscribe(app, employee, service, ...Array.from({ length: 10 }, (_, i) => `mine-${i}`));
  for (const item of ['One', 'Two', 'Three']) await tell(app, employee, item);
  await work(app);
  assert.ok(service.requests() > 10);
  const colleague = await buildEmployee(app, location);
  await subscribe(app, colleague, service, 'other');
  await tell(app, colleague, 'Hello');
  await work(app);
  assert.deepEqual(
    service.received.map(({ browser }) => browser),
    ['other'],
  );
  assert.deepEqual(await app.database.read.selectFrom('routes').selectAll().execute(), []);
  const left = (await deliveries(app)).map(({ state, reason }) => `${state} ${reason}`);
  assert.deepEqual([...new Set(left)].toSorted(), ['failed refused', 'queued retry', 'sent ']);
});

test('silent services of two people leave connections to all others', async () => {
  const { promise: silence, resolve: answer } = Promise.withResolvers<undefined>();
  await using service = await openPushReceiver((browser) => (browser.startsWith('silent') ? silence : undefined));
  await using app = await testApp({ env });
  const { location, employee } = await buildBusiness(app);
  const second = await buildEmployee(app, location);
  const third = await buildEmployee(app, location);
  for (const one of [employee, second]) {
    await subscribe(app, one, service, ...Array.from({ length: 10 }, (_, i) => `silent-${one.userId}-${i}`));
  }
  await subscribe(app, third, service, 'quick');
  for (const one of [employee, second]) for (const item of ['One', 'Two']) await tell(app, one, item);
  const outbox = openMessaging(app);
  const waitFor = async (fits: () => boolean | Promise<boolean>) => {
    for (let waited = 0; !(await fits()) && waited < 8_000; waited += 20) await sleep(20);
  };
  await waitFor(() => service.requests() >= 8);
  await tell(app, third, 'Hello');
  await waitFor(() => service.received.length === 1);
  assert.equal(service.received[0]?.browser, 'quick');
  assert.equal(service.requests(), 9, 'four to each of the two, and one to the third');
  // The other deliveries are tried again later.
  await waitFor(async () => (await deliveries(app)).filter(({ reason }) => reason === 'retry').length === 32);
  assert.equal((await deliveries(app)).filter(({ reason }) => reason === 'retry').length, 32);
  answer(undefined);
  await outbox.drain();
  await outbox.close();
});

test('items of an operator are pushed, too, and announcements take turns', async () => {
  await using service = await openPushReceiver();
  await using app = await testApp({ env });
  const { employee } = await buildBusiness(app, { actions: ['sys'] });
  await subscribe(app, employee, service, 'phone');
  const context = { ...app, db: app.database.write };
  await remindOperators(context, {
    type: 'general',
    words: 'reminderText.routePaused',
    params: { name: 'A', reason: '' },
  });
  assert.deepEqual(
    (await deliveries(app)).map(({ lane }) => lane),
    ['turn'],
  );
  await work(app);
  assert.equal(service.received.length, 1);
  const long = `${'ķ'.repeat(5_000)}`;
  await tell(app, employee, long);
  await work(app);
  assert.equal(service.received[1]?.payload.text?.length, 400);
});

test('a plain token is 417, unless a Firebase project is set; then it gets messages until it is unregistered', async () => {
  const token = 'fcm-token:APA91bHun4MxP5egoKMwt2KZFBaFUH';
  await using without = await testApp();
  const stranger = await buildBusiness(without);
  const refused = await without.call(push.setToken, { token }, await signIn(without, stranger.employee));
  assert.equal(refused.status, 417);

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const requests: FirebaseRequest[] = [];
  let status = 200;
  await using firebase = await openFirebase((request) => {
    requests.push(request);
    return request.url === '/token' ? [200, '{"access_token":"opens","expires_in":3600}'] : [status, '{"name":"m/1"}'];
  });
  const serviceAccount = {
    project_id: 'salon',
    client_email: 'push@salon.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${firebase.url}/token`,
  };
  await using app = await testApp({
    env: { ...env, FCM_SERVICE_ACCOUNT: JSON.stringify(serviceAccount), FCM_URL: firebase.url },
  });
  const { employee } = await buildBusiness(app);
  const headers = await signIn(app, employee);
  await app.call(account.setPushNotificationsState, { isEnabled: true }, headers);
  assert.equal((await app.call(push.setToken, { token }, headers)).status, 204);
  await tell(app, employee, 'Hello');
  await work(app);
  assert.deepEqual(
    requests.map(({ url }) => url),
    ['/token', '/v1/projects/salon/messages:send'],
  );
  assert.match(decodeURIComponent(requests[0]?.body ?? ''), /assertion=ey[\w-]+\.[\w-]+\.[\w-]+$/);
  assert.equal(requests[1]?.headers.authorization, 'Bearer opens');
  const { message } = JSON.parse(requests[1]?.body ?? '');
  assert.deepEqual([message.token, message.notification.body, message.android.ttl], [token, 'Hello', '86400s']);
  status = 404;
  await tell(app, employee, 'Gone');
  await work(app);
  assert.deepEqual((await app.call(push.getSubscriptions, {}, headers)).answer, []);
});

interface FirebaseRequest {
  url: string;
  headers: Record<string, unknown>;
  body: string;
}

/** Plays Firebase and its sign-in. */
async function openFirebase(answer: (request: FirebaseRequest) => [status: number, body: string]) {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const [status, sent] = answer({ url: request.url ?? '', headers: request.headers, body });
      response.writeHead(status, { 'content-type': 'application/json' }).end(sent);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
