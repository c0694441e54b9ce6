// Tests that every field of the screen of mail servers is used for what it is set for. Rates per second and connections
// are tested with the outbox (server/messaging/outbox/outbox.test.ts).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { systemSmtps } from '#contract/messaging/mail-servers.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { insert, sendTest, getPaused } = systemSmtps.operations;
const env = { PRIVATE_HOSTS: '127.0.0.1' };

async function operator(app: TestApp) {
  return signIn(app, (await buildBusiness(app, { actions: ['sys'], logIn: 'olga@daybook.test' })).employee);
}

const given = (url: string, more: object = {}) => {
  const { hostname: host, port } = new URL(url);
  const plain = { ssl: false, timeOut: 2_000, useDefaultCredentials: false, userName: '', isDefault: false };
  return { key: 'Main', host, port: Number(port), ...plain, ...more };
};

/** A mail server that wants a name and a password, and notes them. */
async function openSigningServer() {
  const seen: string[] = [];
  const server = new SMTPServer({
    logger: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username = '', password = '' }, _session, done) {
      seen.push(`${username}:${password}`);
      done(null, { user: username });
    },
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => done());
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  return {
    port: address.port,
    seen,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

async function drain(app: TestApp): Promise<void> {
  const worker = openMessaging(app);
  try {
    await worker.drain();
  } finally {
    await worker.close();
  }
}

test('user and password sign in; the default credentials are those of SMTP_URL', async () => {
  await using server = await openSigningServer();
  await using app = await testApp({ env: { ...env, SMTP_URL: 'smtp://box%40home:s%3Acret@127.0.0.1:9' } });
  const sys = await operator(app);
  const url = `smtp://127.0.0.1:${server.port}`;
  for (const more of [
    { key: 'Own', userName: 'daybook', password: 'hunter2' },
    { key: 'Default', useDefaultCredentials: true, userName: 'daybook', password: 'hunter2' },
  ]) {
    const { id } = (await app.call(insert, given(url, more), sys)).answer;
    const { sent, answer } = (await app.call(sendTest, { id }, sys)).answer;
    assert.ok(sent, answer);
  }
  assert.deepEqual(server.seen, ['daybook:hunter2', 'box@home:s:cret']);
});

test('encryption is never given up: a server without TLS, or with a certificate of its own making, gets no mail', async () => {
  await using bare = await openSmtpReceiver();
  const own = new SMTPServer({ logger: false, authOptional: true, disabledCommands: ['AUTH'] });
  own.on('error', () => {});
  own.listen(0, '127.0.0.1');
  await once(own.server, 'listening');
  await using app = await testApp({ env });
  const sys = await operator(app);
  const address = own.server.address();
  const urls = [bare.url, `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`];
  try {
    const answers: string[] = [];
    for (const [index, url] of urls.entries()) {
      const { id } = (await app.call(insert, given(url, { key: `Key ${index}`, ssl: true }), sys)).answer;
      const { sent, answer } = (await app.call(sendTest, { id }, sys)).answer;
      assert.equal(sent, false);
      answers.push(answer);
    }
    assert.match(answers[0] ?? '', /STARTTLS/i);
    assert.match(answers[1] ?? '', /certificate|self.signed|altnames/i);
    assert.equal(bare.mails.length, 0);
  } finally {
    await new Promise<void>((resolve) => own.close(() => resolve()));
  }
});

test('the timeout ends the wait for a silent server, and its name stands in the list of paused ones', async () => {
  const silent = createServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  await using app = await testApp({ env });
  const sys = await operator(app);
  const url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  try {
    const { id } = (await app.call(insert, given(url, { key: 'Silent', timeOut: 1_000 }), sys)).answer;
    const before = performance.now();
    assert.equal((await app.call(sendTest, { id }, sys)).answer.sent, false);
    const took = performance.now() - before;
    assert.ok(took >= 900 && took < 8_000, `${took}`);
    await buildMail(app);
    await drain(app);
    assert.deepEqual(
      (await app.call(getPaused, {}, sys)).answer.map(({ key }) => key),
      ['Silent'],
    );
  } finally {
    silent.close();
  }
});

test('a mail takes the first server of its purpose: the default one, then by order, and the next when its hour or day is used up', async () => {
  const names = ['default', 'hour', 'day', 'rest', 'accounts'] as const;
  const servers = new Map<string, Awaited<ReturnType<typeof openSmtpReceiver>>>();
  await using stack = new AsyncDisposableStack();
  for (const name of names) servers.set(name, stack.use(await openSmtpReceiver()));
  await using app = await testApp({ env });
  const sys = await operator(app);
  const visits = { forAccounts: false, forCampaigns: false, forVisits: true };
  const settings: Record<(typeof names)[number], object> = {
    rest: { ...visits, position: 30 },
    day: { ...visits, position: 20, perDay: 2 },
    hour: { ...visits, position: 10, perHour: 1 },
    default: { ...visits, position: 90, isDefault: true, perHour: 1 },
    accounts: {
      forAccounts: true,
      forVisits: false,
      forCampaigns: true,
      position: 1,
      perSecond: 50,
      maxConnections: 3,
    },
  };
  for (const [name, more] of Object.entries(settings)) {
    const { answer } = await app.call(insert, given(servers.get(name)?.url ?? '', { key: name, ...more }), sys);
    assert.partialDeepStrictEqual(answer, { key: name, ...more });
  }
  for (let mails = 0; mails < 6; mails++) await buildMail(app, { purpose: 'visit' });
  await buildMail(app, { purpose: 'account' });
  await buildMail(app, { purpose: 'campaign' });
  await drain(app);
  assert.deepEqual(Object.fromEntries([...servers].map(([name, { mails }]) => [name, mails.length])), {
    default: 1,
    hour: 1,
    day: 2,
    rest: 2,
    accounts: 2,
  });
});
