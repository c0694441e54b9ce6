// Tests of sessions: the cookie, the row in the database, and when they end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { sessions } from '#contract/identity/sessions.ts';
import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { contextOf } from '#server/lib/http/serve.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { endSession, hashToken, startSession } from './session.ts';

/** Starts a session as a request would, and returns the cookies that its reply sets. */
async function start(app: TestApp, remembered: boolean) {
  const { employee } = await buildBusiness(app);
  const set: { name: string; value: string; options: Record<string, unknown> }[] = [];
  const request = { headers: {}, cookies: {}, ip: '127.0.0.1', log: app.log } as never;
  const context = contextOf(app, request);
  context.cookies.set = (name, value, options) => void set.push({ name, value, options: { ...options } });
  await startSession(context, { ...employee, remembered });
  assert.equal(set.length, 1);
  const cookie = set[0] ?? assert.fail();
  return { cookie: `${cookie.name}=${cookie.value}`, set: cookie, context, employee };
}

const isIn = async (app: TestApp, cookie: string) =>
  (await app.call(user.isAuthenticated, {}, { cookie })).answer.value;
const act = async (app: TestApp, cookie: string) => (await app.call(user.getCurrent, {}, { cookie })).status;

test('on https the cookie is bound to the host, hidden from scripts and not sent by other sites', async () => {
  await using app = await testApp({ env: { PUBLIC_URL: 'https://book.example' } });
  const { set } = await start(app, false);
  assert.equal(set.name, '__Host-daybook');
  assert.deepEqual(set.options, { path: '/', httpOnly: true, sameSite: 'lax', secure: true, maxAge: undefined });
});

test('on plain http the cookie has a plain name, and a remembered one lasts 30 days', async () => {
  await using app = await testApp();
  const { set } = await start(app, true);
  assert.equal(set.name, 'daybook');
  assert.deepEqual(set.options, { path: '/', httpOnly: true, sameSite: 'lax', secure: false, maxAge: 30 * 24 * 3600 });
});

test('the database stores only the hash of a 256-bit token', async () => {
  await using app = await testApp();
  const { set } = await start(app, false);
  const token = set.value;
  assert.match(token, /^[\w-]{43}$/);
  const row = await app.database.read.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual(row.tokenHash, hashToken(token));
  assert.ok(!JSON.stringify(row).includes(token));
});

test('two sign-ins share nothing', async () => {
  await using app = await testApp();
  const { set, context, employee } = await start(app, false);
  await startSession(context, { ...employee, remembered: false });
  const rows = await app.database.read.selectFrom('sessions').select('tokenHash').execute();
  assert.equal(rows.length, 2);
  assert.ok(await isIn(app, `daybook=${set.value}`), 'the earlier one, on another browser, goes on');
});

test('a session is locked after the inactivity that the user chose, and not before', async () => {
  await using app = await testApp();
  const { cookie } = await start(app, false);
  for (let round = 0; round < 3; round++) {
    app.clock.advance({ minutes: 30 });
    assert.equal(await act(app, cookie), 200, 'the countdown of the browser is still running');
  }
  app.clock.advance({ minutes: 30, seconds: 45 });
  assert.equal(await act(app, cookie), 410);
  assert.equal(await isIn(app, cookie), false);
  const { lockedAt } = await app.database.read.selectFrom('sessions').select('lockedAt').executeTakeFirstOrThrow();
  assert.deepEqual(lockedAt, app.clock.now());
});

test('polling does not prolong a session', async () => {
  await using app = await testApp();
  const { cookie } = await start(app, false);
  assert.ok(user.isAuthenticated.passive && calendars.getChanges.passive);
  for (let minute = 0; minute < 30; minute++) {
    app.clock.advance({ minutes: 1 });
    assert.equal(await isIn(app, cookie), true);
  }
  app.clock.advance({ seconds: 46 });
  assert.equal(await isIn(app, cookie), false);
});

test('requests that a page makes unattended do not prolong a session', async () => {
  await using app = await testApp();
  const { cookie } = await start(app, false);
  const follow = () => app.call(user.getCurrent, {}, { cookie, headers: { 'daybook-unattended': '1' } });
  for (let minute = 0; minute < 30; minute++) {
    app.clock.advance({ minutes: 1 });
    assert.equal((await follow()).status, 200);
  }
  app.clock.advance({ seconds: 46 });
  assert.equal((await follow()).status, 410);
});

test('a page opened for another person or company than the session’s is refused and changes nothing', async () => {
  await using app = await testApp();
  const { cookie, employee } = await start(app, false);
  const { userId: id, companyId } = employee;
  const lock = (caller: string) => app.call(sessions.lock, {}, { cookie, headers: { 'daybook-caller': caller } });
  for (const other of [`${id}/${id}`, `${companyId}/${companyId}`, companyId]) {
    const answered = await lock(other);
    assert.deepEqual([answered.status, JSON.parse(answered.body).Code], [409, 'error.otherCaller']);
  }
  assert.equal(await isIn(app, cookie), true);
  assert.equal((await lock(`${id}/${companyId}`)).status, 204);
});

test('a session ends after a day whatever its activity, a remembered one after 30 days, locked or not', async () => {
  await using app = await testApp();
  const plain = await start(app, false);
  const remembered = await start(app, true);
  for (let passed = 0; passed < 24 * 60 - 20; passed += 20) {
    app.clock.advance({ minutes: 20 });
    assert.equal(await act(app, plain.cookie), 200);
  }
  app.clock.advance({ minutes: 20 });
  assert.equal(await act(app, plain.cookie), 410);
  app.clock.advance({ hours: 29 * 24 - 1 });
  const lock = async () => (await app.call(sessions.getLock, {}, { cookie: remembered.cookie })).status;
  assert.equal(await lock(), 200);
  app.clock.advance({ hours: 1 });
  assert.equal(await lock(), 410);
});

test('a malformed, already hashed, foreign or ended token grants no access', async () => {
  await using app = await testApp();
  const { set, cookie } = await start(app, false);
  const hash = hashToken(set.value);
  const tokens = [
    '',
    ' ',
    set.value.slice(0, -1),
    `${set.value}A`,
    set.value.toLowerCase(),
    hash.toString('hex'),
    hash.toString('base64url'),
  ];
  for (const token of [...tokens, "' or true --", '%00', '%ff%fe', 'x'.repeat(4000), `"${set.value}`]) {
    assert.equal(await act(app, `daybook=${token}`), 410, token);
  }
  assert.equal(await act(app, `__Host-daybook=${set.value}`), 410, 'the name belongs to https');
  assert.equal(await act(app, cookie), 200);
});

test('signing out ends the session on the server, not only in the browser', async () => {
  await using app = await testApp();
  const { cookie, context } = await start(app, true);
  const cleared: string[] = [];
  context.cookies.get = () => cookie.split('=')[1];
  context.cookies.clear = (name) => void cleared.push(name);
  await endSession(context);
  assert.deepEqual(cleared, ['daybook']);
  assert.equal(await act(app, cookie), 410);
});

test('a person who is removed or deleted is signed out at once', async () => {
  await using app = await testApp();
  const fired = await start(app, true);
  const deleted = await start(app, true);
  await app.database.write.deleteFrom('employees').where('userId', '=', fired.employee.userId).execute();
  await app.database.write.deleteFrom('users').where('id', '=', deleted.employee.userId).execute();
  assert.equal(await act(app, fired.cookie), 410);
  assert.equal(await act(app, deleted.cookie), 410);
});

test('changed rights apply from the next request', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const { cookie } = await signIn(app, employee);
  assert.deepEqual((await app.call(user.getCurrent, {}, { cookie })).answer.actions, ['admin']);
  await app.database.write.deleteFrom('userActions').execute();
  assert.deepEqual((await app.call(user.getCurrent, {}, { cookie })).answer.actions, []);
  assert.equal((await app.call(application.getMenu, {}, { cookie })).status, 200);
});
