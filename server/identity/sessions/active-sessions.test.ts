// Tests of listing and ending the sessions of an account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessions } from '#contract/identity/sessions.ts';
import { user } from '#contract/identity/sign-in.ts';
import { describeBrowser } from '#server/lib/http/describe-browser.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn, signInAs } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const isIn = async (app: TestApp, cookie: string) =>
  (await app.call(user.isAuthenticated, {}, { cookie })).answer.value;

test('the list has the user’s own active sessions, the current one first, and no other user’s', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { logIn: 'anna@daybook.test', password: 'correct horse' });
  await signIn(app, await buildEmployee(app, location));
  const { cookie } = await signIn(app, employee);
  app.clock.advance({ minutes: 5 });
  const elsewhere = await app.server.inject({
    method: 'POST',
    url: '/api/user/AuthenticateWithRememberMe',
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0' },
    payload: { LogIn: 'anna@daybook.test', Password: 'correct horse' },
    remoteAddress: '192.0.2.7',
  });
  assert.equal(elsewhere.statusCode, 200);
  const { answer } = await app.call(sessions.getSessions, {}, { cookie });
  assert.deepEqual(
    answer.map(({ isCurrent, isRemembered, browser, system, address }) => ({
      isCurrent,
      isRemembered,
      browser,
      system,
      address,
    })),
    [
      { isCurrent: true, isRemembered: false, browser: '', system: '', address: '' },
      { isCurrent: false, isRemembered: true, browser: 'Firefox', system: 'Windows', address: '192.0.2.7' },
    ],
  );
  assert.equal(answer[1]?.created, app.clock.now().toString());
  assert.doesNotMatch(JSON.stringify(answer), /token/i);
});

test('one other session can be ended, once; not the current one, not another user’s', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app);
  const foreign = await signIn(app, await buildEmployee(app, location));
  const here = await signIn(app, employee);
  const there = await signIn(app, employee);
  const list = async (headers: { cookie: string }) => (await app.call(sessions.getSessions, {}, headers)).answer;
  const [own, other] = await list(here);
  const [strange] = await list(foreign);
  assert.equal((await app.call(sessions.endSession, { id: own?.id ?? '' }, here)).status, 404);
  assert.equal((await app.call(sessions.endSession, { id: strange?.id ?? '' }, here)).status, 404);
  assert.equal((await app.call(sessions.endSession, { id: other?.id ?? '' }, here)).status, 204);
  assert.equal((await app.call(sessions.endSession, { id: other?.id ?? '' }, here)).status, 404);
  assert.deepEqual(
    [await isIn(app, here.cookie), await isIn(app, there.cookie), await isIn(app, foreign.cookie)],
    [true, false, true],
  );
  const { text } = await app.database.read.selectFrom('userAudits').select('text').executeTakeFirstOrThrow();
  assert.equal(text, 'Signed out another session');
});

test('ending all other sessions keeps this one and affects no other user', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app);
  const foreign = await signIn(app, await buildEmployee(app, location));
  const here = await signIn(app, employee);
  const others = [await signIn(app, employee), await signIn(app, employee)];
  assert.equal((await app.call(sessions.endOtherSessions, {}, here)).status, 204);
  assert.equal(await isIn(app, here.cookie), true);
  for (const { cookie } of others) assert.equal(await isIn(app, cookie), false);
  assert.equal(await isIn(app, foreign.cookie), true);
});

test('an impersonator sees and ends none of the user’s sessions', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app);
  const boss = await buildEmployee(app, location, { actions: ['user', 'admin'] });
  const { cookie } = await signInAs(app, boss, employee);
  assert.equal((await app.call(sessions.getSessions, {}, { cookie })).status, 403);
  assert.equal((await app.call(sessions.endOtherSessions, {}, { cookie })).status, 403);
});

test('signing in never accepts a token that the browser brings', async () => {
  await using app = await testApp();
  await buildBusiness(app, { logIn: 'anna@daybook.test', password: 'correct horse' });
  const brought = `daybook=${'x'.repeat(43)}`;
  const input = { logIn: 'anna@daybook.test', password: 'correct horse' };
  const entered = await app.call(user.authenticate, input, { cookie: brought });
  assert.ok(!String(entered.headers['set-cookie']).startsWith(brought));
  assert.equal(await isIn(app, brought), false);
});

test('browsers are shown under their usual names', () => {
  const agents = {
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15':
      { browser: 'Safari', system: 'macOS' },
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36': {
      browser: 'Chrome',
      system: 'Android',
    },
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0':
      { browser: 'Edge', system: 'Windows' },
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1':
      { browser: 'Chrome', system: 'iPhone' },
    'curl/8.5.0': { browser: '', system: '' },
  };
  for (const [agent, named] of Object.entries(agents)) assert.deepEqual(describeBrowser(agent), named);
});
