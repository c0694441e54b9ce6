// Tests of the lock screen, on the server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { services } from '#contract/all.ts';
import { calendars } from '#contract/booking/calendar.ts';
import { companyUsers } from '#contract/identity/company-users.ts';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { sessions } from '#contract/identity/sessions.ts';
import { user } from '#contract/identity/sign-in.ts';
import type { Operation } from '#contract/lib/service.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildPasskey } from '#server/testing/clients/passkey.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const password = 'correct horse';

async function lockedApp() {
  const app = await testApp();
  const { location, employee } = await buildBusiness(app, {
    firstName: 'Anna',
    logIn: 'anna@daybook.test',
    password,
  });
  const { cookie } = await signIn(app, employee);
  assert.equal((await app.call(sessions.lock, {}, { cookie })).status, 204);
  return { app, location, employee, cookie };
}

/** The `name=value` of the cookie that an answer sets. */
function cookieIn(headers: Record<string, unknown>): string {
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

const auditsOf = async (app: TestApp) =>
  (await app.database.read.selectFrom('userAudits').select('text').orderBy('id').execute()).map(({ text }) => text);

test('while locked, every call for signed-in users returns 410, except unlocking and the lock screen’s own', async () => {
  const { app, cookie } = await lockedApp();
  await using _ = app;
  const open = new Set<Operation>([
    sessions.unlock,
    sessions.startPasskeyUnlock,
    sessions.unlockWithPasskey,
    sessions.getLock,
  ]);
  for (const operation of Object.values(services).flatMap((service) => Object.values<Operation>(service))) {
    if (operation.may === 'anyone' || open.has(operation)) continue;
    for (const method of operation.methods) {
      const { statusCode, body } = await app.server.inject({
        method,
        url: `/${operation.path.replace(/:\w+/g, '0')}`,
        headers: { cookie },
        ...(method === 'POST' && { payload: {} }),
      });
      assert.equal(statusCode, 410, `${method} ${operation.path}`);
      assert.equal(JSON.parse(body).Code, 'error.locked');
    }
  }
  assert.equal((await app.call(user.isAuthenticated, {}, { cookie })).answer.value, false);
});

test('the lock screen returns the user whose password is required', async () => {
  const { app, cookie } = await lockedApp();
  await using _ = app;
  const { answer } = await app.call(sessions.getLock, {}, { cookie });
  const account = { logIn: 'anna@daybook.test', firstName: 'Anna' };
  assert.deepEqual(answer, { isLocked: true, ...account, hasPassword: true, hasPasskey: false });
});

test("the user's own passkey unlocks, once per challenge; a colleague's, and one for signing in, do not", async () => {
  const { app, location, employee, cookie } = await lockedApp();
  await using _ = app;
  const own = await buildPasskey(app, employee.userId);
  const colleague = await buildEmployee(app, location);
  const foreign = await buildPasskey(app, colleague.userId);
  assert.equal((await app.call(sessions.getLock, {}, { cookie })).answer.hasPasskey, true);
  const question = async () => (await app.call(sessions.startPasskeyUnlock, {}, { cookie })).answer.options.challenge;
  const unlock = (response: Record<string, unknown>) => app.call(sessions.unlockWithPasskey, { response }, { cookie });
  assert.equal((await unlock(foreign(await question()))).complaints[0]?.Key, 'Response');
  const { options } = (await app.call(secondFactor.startPasskeySignIn, {})).answer;
  assert.equal((await unlock(own(options.challenge))).status, 417);
  assert.equal((await app.call(user.isAuthenticated, {}, { cookie })).answer.value, false);
  const response = own(await question());
  const opened = await unlock(response);
  assert.equal(opened.answer.user.firstName, 'Anna');
  const renewed = cookieIn(opened.headers);
  assert.equal((await app.call(user.isAuthenticated, {}, { cookie: renewed })).answer.value, true);
  assert.equal((await app.call(user.isAuthenticated, {}, { cookie })).answer.value, false, 'the old token is gone');
  assert.deepEqual(await auditsOf(app), ['Locked', 'Unlocking refused', 'Unlocked']);
  assert.equal((await app.call(sessions.lock, {}, { cookie: renewed })).status, 204);
  const unlocked = await app.call(sessions.unlockWithPasskey, { response }, { cookie: renewed });
  assert.equal(unlocked.status, 417);
});

test('the password unlocks the session with a new token, and the old one becomes invalid', async () => {
  const { app, cookie } = await lockedApp();
  await using _ = app;
  const opened = await app.call(sessions.unlock, { password }, { cookie });
  assert.equal(opened.answer.user.logIn, 'anna@daybook.test');
  const renewed = cookieIn(opened.headers);
  assert.notEqual(renewed, cookie);
  assert.equal((await app.call(user.getCurrent, {}, { cookie: renewed })).status, 200);
  assert.equal((await app.call(user.getCurrent, {}, { cookie })).status, 410);
  assert.equal((await app.call(sessions.unlock, { password }, { cookie })).status, 410);
  assert.deepEqual(await auditsOf(app), ['Locked', 'Unlocked']);
});

test('a wrong password does not unlock, is recorded, and counts as a sign-in attempt', async () => {
  const { app, cookie } = await lockedApp();
  await using _ = app;
  const refused = await app.call(sessions.unlock, { password: 'wrong horse' }, { cookie });
  assert.equal(refused.complaints[0]?.Key, 'Password');
  assert.equal((await app.call(user.getCurrent, {}, { cookie })).status, 410);
  assert.deepEqual(await auditsOf(app), ['Locked', 'Unlocking refused']);
  for (let attempt = 1; attempt < 10; attempt++) {
    assert.equal((await app.call(sessions.unlock, { password: 'wrong' }, { cookie })).status, 417);
  }
  assert.equal((await app.call(sessions.unlock, { password }, { cookie })).status, 429);
  assert.equal((await app.call(user.authenticate, { logIn: 'Anna@daybook.test', password })).status, 429);
});

test('another user’s password does not unlock, nor does any for an account without one', async () => {
  const { app, location } = await lockedApp();
  await using _ = app;
  const social = await buildEmployee(app, location);
  const { cookie } = await signIn(app, social);
  await app.call(sessions.lock, {}, { cookie });
  assert.equal((await app.call(sessions.getLock, {}, { cookie })).answer.hasPassword, false);
  assert.equal((await app.call(sessions.unlock, { password }, { cookie })).status, 417);
});

test('an impersonator unlocks with their own password', async () => {
  const { app, location, employee } = await lockedApp();
  await using _ = app;
  const boss = await buildEmployee(app, location, {
    logIn: 'boss@daybook.test',
    password: 'battery staple',
    actions: ['user', 'admin'],
  });
  const began = await app.call(companyUsers.impersonate, { id: employee.userId }, await signIn(app, boss));
  const cookie = cookieIn(began.headers);
  assert.equal((await app.call(sessions.lock, {}, { cookie })).status, 204);
  assert.equal((await app.call(sessions.getLock, {}, { cookie })).answer.logIn, 'boss@daybook.test');
  assert.equal((await app.call(sessions.unlock, { password }, { cookie })).status, 417);
  const opened = await app.call(sessions.unlock, { password: 'battery staple' }, { cookie });
  assert.equal(opened.answer.isImpersonated, true);
});

test('signing out works while locked', async () => {
  const { app, cookie } = await lockedApp();
  await using _ = app;
  assert.equal((await app.call(user.logOut, {}, { cookie })).status, 204);
  assert.equal((await app.call(sessions.unlock, { password }, { cookie })).status, 410);
});

test('an inactive session is locked, not ended; polling neither prolongs nor ends it, its maximum lifetime ends it', async () => {
  await using app = await testApp();
  await buildBusiness(app, { logIn: 'anna@daybook.test', password, sessionActiveMinutes: 5 });
  const entered = await app.call(user.authenticate, { logIn: 'anna@daybook.test', password });
  const cookie = cookieIn(entered.headers);
  app.clock.advance({ minutes: 5, seconds: 46 });
  assert.equal((await app.call(calendars.getChanges, {}, { cookie })).status, 410);
  assert.equal(JSON.parse((await app.call(user.getCurrent, {}, { cookie })).body).Code, 'error.locked');
  app.clock.advance({ hours: 20 });
  const opened = await app.call(sessions.unlock, { password }, { cookie });
  assert.equal(opened.status, 200);
  assert.deepEqual(await auditsOf(app), ['Signed in', 'Locked after a time without activity', 'Unlocked']);
  const renewed = cookieIn(opened.headers);
  assert.equal((await app.call(user.getCurrent, {}, { cookie: renewed })).status, 200);
  app.clock.advance({ hours: 4 });
  assert.equal((await app.call(sessions.unlock, { password }, { cookie: renewed })).status, 410);
});

test('a remembered session locks like any other, and keeps its lifetime when it is unlocked', async () => {
  await using app = await testApp();
  await buildBusiness(app, { logIn: 'anna@daybook.test', password, sessionActiveMinutes: 5 });
  const entered = await app.call(user.authenticateWithRememberMe, { logIn: 'anna@daybook.test', password });
  const cookie = cookieIn(entered.headers);
  app.clock.advance({ hours: 24 * 10 });
  assert.equal((await app.call(user.getCurrent, {}, { cookie })).status, 410);
  const opened = await app.call(sessions.unlock, { password }, { cookie });
  assert.match(String(opened.headers['set-cookie']), new RegExp(`Max-Age=${20 * 24 * 3600};`));
  assert.equal((await app.call(user.getCurrent, {}, { cookie: cookieIn(opened.headers) })).status, 200);
});
