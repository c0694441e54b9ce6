// Sessions: what the browser keeps, what the database keeps, and when they end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { sessions } from '#contract/identity/sessions.ts';
import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { contextOf } from '#server/lib/http/serve.ts';
import { buildBusiness, signIn } from '#server/testing/build.ts';
import { type TestHouse, testHouse } from '#server/testing/house.ts';
import { endSession, hashToken, startSession } from './session.ts';

/** Starts a session as a request would, and answers the cookies that its reply set. */
async function start(house: TestHouse, remembered: boolean) {
  const { employee } = await buildBusiness(house);
  const set: { name: string; value: string; options: Record<string, unknown> }[] = [];
  const request = { headers: {}, cookies: {}, ip: '127.0.0.1', log: house.log } as never;
  const context = contextOf(house, request);
  context.cookies.set = (name, value, options) => void set.push({ name, value, options: { ...options } });
  await startSession(context, { ...employee, remembered });
  assert.equal(set.length, 1);
  const cookie = set[0] ?? assert.fail();
  return { cookie: `${cookie.name}=${cookie.value}`, set: cookie, context, employee };
}

const isIn = async (house: TestHouse, cookie: string) =>
  (await house.call(user.isAuthenticated, {}, { cookie })).answer.value;
const act = async (house: TestHouse, cookie: string) => (await house.call(user.getCurrent, {}, { cookie })).status;

test('on https the cookie is bound to the host, not readable by scripts and not sent by other sites', async () => {
  await using house = await testHouse({ env: { PUBLIC_URL: 'https://book.example' } });
  const { set } = await start(house, false);
  assert.equal(set.name, '__Host-daybook');
  assert.deepEqual(set.options, { path: '/', httpOnly: true, sameSite: 'lax', secure: true, maxAge: undefined });
});

test('on plain http the cookie has a plain name, and a remembered one lasts 30 days', async () => {
  await using house = await testHouse();
  const { set } = await start(house, true);
  assert.equal(set.name, 'daybook');
  assert.deepEqual(set.options, { path: '/', httpOnly: true, sameSite: 'lax', secure: false, maxAge: 30 * 24 * 3600 });
});

test('the database knows only the hash of a token of 256 bits', async () => {
  await using house = await testHouse();
  const { set } = await start(house, false);
  const token = set.value;
  assert.match(token, /^[\w-]{43}$/);
  const row = await house.database.read.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual(row.tokenHash, hashToken(token));
  assert.ok(!JSON.stringify(row).includes(token));
});

test('two sign-ins have nothing in common', async () => {
  await using house = await testHouse();
  const { set, context, employee } = await start(house, false);
  await startSession(context, { ...employee, remembered: false });
  const rows = await house.database.read.selectFrom('sessions').select('tokenHash').execute();
  assert.equal(rows.length, 2);
  assert.ok(await isIn(house, `daybook=${set.value}`), 'the earlier one, on another browser, goes on');
});

test('a session is locked after the minutes without activity that the user chose, and not before', async () => {
  await using house = await testHouse();
  const { cookie } = await start(house, false);
  for (let round = 0; round < 3; round++) {
    house.clock.advance({ minutes: 30 });
    assert.equal(await act(house, cookie), 200, 'the countdown of the browser is still running');
  }
  house.clock.advance({ minutes: 30, seconds: 45 });
  assert.equal(await act(house, cookie), 410);
  assert.equal(await isIn(house, cookie), false);
  const { lockedAt } = await house.database.read.selectFrom('sessions').select('lockedAt').executeTakeFirstOrThrow();
  assert.deepEqual(lockedAt, house.clock.now());
});

test('polling does not keep a session alive', async () => {
  await using house = await testHouse();
  const { cookie } = await start(house, false);
  assert.ok(user.isAuthenticated.idle && calendars.getChanges.idle);
  for (let minute = 0; minute < 30; minute++) {
    house.clock.advance({ minutes: 1 });
    assert.equal(await isIn(house, cookie), true);
  }
  house.clock.advance({ seconds: 46 });
  assert.equal(await isIn(house, cookie), false);
});

test('what a page asks for by itself does not keep a session alive either', async () => {
  await using house = await testHouse();
  const { cookie } = await start(house, false);
  const follow = () => house.call(user.getCurrent, {}, { cookie, headers: { 'daybook-unattended': '1' } });
  for (let minute = 0; minute < 30; minute++) {
    house.clock.advance({ minutes: 1 });
    assert.equal((await follow()).status, 200);
  }
  house.clock.advance({ seconds: 46 });
  assert.equal((await follow()).status, 410);
});

test('a page that stands for another person or company than the session by now is told so and does nothing', async () => {
  await using house = await testHouse();
  const { cookie, employee } = await start(house, false);
  const { userId: id, companyId } = employee;
  const lock = (caller: string) => house.call(sessions.lock, {}, { cookie, headers: { 'daybook-caller': caller } });
  for (const other of [`${id}/${id}`, `${companyId}/${companyId}`, companyId]) {
    const told = await lock(other);
    assert.deepEqual([told.status, JSON.parse(told.body).Code], [409, 'error.otherCaller']);
  }
  assert.equal(await isIn(house, cookie), true);
  assert.equal((await lock(`${id}/${companyId}`)).status, 204);
});

test('a session ends after a day however busy, a remembered one, locked or not, after 30 days', async () => {
  await using house = await testHouse();
  const plain = await start(house, false);
  const remembered = await start(house, true);
  for (let passed = 0; passed < 24 * 60 - 20; passed += 20) {
    house.clock.advance({ minutes: 20 });
    assert.equal(await act(house, plain.cookie), 200);
  }
  house.clock.advance({ minutes: 20 });
  assert.equal(await act(house, plain.cookie), 410);
  house.clock.advance({ hours: 29 * 24 - 1 });
  const lock = async () => (await house.call(sessions.getLock, {}, { cookie: remembered.cookie })).status;
  assert.equal(await lock(), 200);
  house.clock.advance({ hours: 1 });
  assert.equal(await lock(), 410);
});

test('a token that is garbage, hashed already, foreign in form or gone opens nothing', async () => {
  await using house = await testHouse();
  const { set, cookie } = await start(house, false);
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
    assert.equal(await act(house, `daybook=${token}`), 410, token);
  }
  assert.equal(await act(house, `__Host-daybook=${set.value}`), 410, 'the name belongs to https');
  assert.equal(await act(house, cookie), 200);
});

test('signing out ends the session on the server, not only in the browser', async () => {
  await using house = await testHouse();
  const { cookie, context } = await start(house, true);
  const cleared: string[] = [];
  context.cookies.get = () => cookie.split('=')[1];
  context.cookies.clear = (name) => void cleared.push(name);
  await endSession(context);
  assert.deepEqual(cleared, ['daybook']);
  assert.equal(await act(house, cookie), 410);
});

test('who is fired or deleted is signed out at once', async () => {
  await using house = await testHouse();
  const fired = await start(house, true);
  const deleted = await start(house, true);
  await house.database.write.deleteFrom('employees').where('userId', '=', fired.employee.userId).execute();
  await house.database.write.deleteFrom('users').where('id', '=', deleted.employee.userId).execute();
  assert.equal(await act(house, fired.cookie), 410);
  assert.equal(await act(house, deleted.cookie), 410);
});

test('rights count from the next request on', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house, { actions: ['admin'] });
  const { cookie } = await signIn(house, employee);
  assert.deepEqual((await house.call(user.getCurrent, {}, { cookie })).answer.actions, ['admin']);
  await house.database.write.deleteFrom('userActions').execute();
  assert.deepEqual((await house.call(user.getCurrent, {}, { cookie })).answer.actions, []);
  assert.equal((await house.call(application.getMenu, {}, { cookie })).status, 200);
});
