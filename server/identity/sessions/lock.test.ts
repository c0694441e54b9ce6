// The lock screen, as the server keeps it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { services } from '#contract/all.ts';
import { calendars } from '#contract/booking/calendar.ts';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { sessions } from '#contract/identity/sessions.ts';
import { user } from '#contract/identity/sign-in.ts';
import type { Operation } from '#contract/lib/service.ts';
import { buildBusiness, buildEmployee, signIn } from '#server/testing/build.ts';
import { type TestHouse, testHouse } from '#server/testing/house.ts';
import { buildPasskey } from '#server/testing/passkey.ts';

const password = 'correct horse';

async function lockedHouse() {
  const house = await testHouse();
  const { location, employee } = await buildBusiness(house, {
    firstName: 'Anna',
    logIn: 'anna@daybook.test',
    password,
  });
  const { cookie } = await signIn(house, employee);
  assert.equal((await house.call(sessions.lock, {}, { cookie })).status, 204);
  return { house, location, employee, cookie };
}

/** The `name=value` of the cookie that an answer sets. */
function cookieIn(headers: Record<string, unknown>): string {
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

const auditsOf = async (house: TestHouse) =>
  (await house.database.read.selectFrom('userAudits').select('text').orderBy('id').execute()).map(({ text }) => text);

test('while locked every call for people who are signed in answers 410 but unlocking and what the lock screen says', async () => {
  const { house, cookie } = await lockedHouse();
  await using _ = house;
  const open = new Set<Operation>([
    sessions.unlock,
    sessions.startPasskeyUnlock,
    sessions.unlockWithPasskey,
    sessions.getLock,
  ]);
  for (const operation of Object.values(services).flatMap((service) => Object.values<Operation>(service))) {
    if (operation.may === 'anyone' || open.has(operation)) continue;
    for (const method of operation.methods) {
      const { statusCode, body } = await house.app.inject({
        method,
        url: `/${operation.path.replace(/:\w+/g, '0')}`,
        headers: { cookie },
        ...(method === 'POST' && { payload: {} }),
      });
      assert.equal(statusCode, 410, `${method} ${operation.path}`);
      assert.equal(JSON.parse(body).Code, 'error.locked');
    }
  }
  assert.equal((await house.call(user.isAuthenticated, {}, { cookie })).answer.value, false);
});

test('the lock screen learns whose password to ask for', async () => {
  const { house, cookie } = await lockedHouse();
  await using _ = house;
  const { answer } = await house.call(sessions.getLock, {}, { cookie });
  const who = { logIn: 'anna@daybook.test', firstName: 'Anna' };
  assert.deepEqual(answer, { isLocked: true, ...who, hasPassword: true, hasPasskey: false });
});

test("a passkey of his own unlocks, once for each question; a colleague's, and one for signing in, do not", async () => {
  const { house, location, employee, cookie } = await lockedHouse();
  await using _ = house;
  const own = await buildPasskey(house, employee.userId);
  const colleague = await buildEmployee(house, location);
  const foreign = await buildPasskey(house, colleague.userId);
  assert.equal((await house.call(sessions.getLock, {}, { cookie })).answer.hasPasskey, true);
  const question = async () => (await house.call(sessions.startPasskeyUnlock, {}, { cookie })).answer.options.challenge;
  const unlock = (response: Record<string, unknown>) =>
    house.call(sessions.unlockWithPasskey, { response }, { cookie });
  assert.equal((await unlock(foreign(await question()))).complaints[0]?.Key, 'Response');
  const { options } = (await house.call(secondFactor.startPasskeySignIn, {})).answer;
  assert.equal((await unlock(own(options.challenge))).status, 417);
  assert.equal((await house.call(user.isAuthenticated, {}, { cookie })).answer.value, false);
  const response = own(await question());
  const opened = await unlock(response);
  assert.equal(opened.answer.user.firstName, 'Anna');
  const renewed = cookieIn(opened.headers);
  assert.equal((await house.call(user.isAuthenticated, {}, { cookie: renewed })).answer.value, true);
  assert.equal((await house.call(user.isAuthenticated, {}, { cookie })).answer.value, false, 'the old token is gone');
  assert.deepEqual(await auditsOf(house), ['Locked', 'Unlocking refused', 'Unlocked']);
  assert.equal((await house.call(sessions.lock, {}, { cookie: renewed })).status, 204);
  const again = await house.call(sessions.unlockWithPasskey, { response }, { cookie: renewed });
  assert.equal(again.status, 417);
});

test('the password opens the session again with a new token, and the old one opens nothing', async () => {
  const { house, cookie } = await lockedHouse();
  await using _ = house;
  const opened = await house.call(sessions.unlock, { password }, { cookie });
  assert.equal(opened.answer.user.logIn, 'anna@daybook.test');
  const renewed = cookieIn(opened.headers);
  assert.notEqual(renewed, cookie);
  assert.equal((await house.call(user.getCurrent, {}, { cookie: renewed })).status, 200);
  assert.equal((await house.call(user.getCurrent, {}, { cookie })).status, 410);
  assert.equal((await house.call(sessions.unlock, { password }, { cookie })).status, 410);
  assert.deepEqual(await auditsOf(house), ['Locked', 'Unlocked']);
});

test('a wrong password does not open it, is written down, and counts as a try at signing in', async () => {
  const { house, cookie } = await lockedHouse();
  await using _ = house;
  const refused = await house.call(sessions.unlock, { password: 'wrong horse' }, { cookie });
  assert.equal(refused.complaints[0]?.Key, 'Password');
  assert.equal((await house.call(user.getCurrent, {}, { cookie })).status, 410);
  assert.deepEqual(await auditsOf(house), ['Locked', 'Unlocking refused']);
  for (let attempt = 1; attempt < 10; attempt++) {
    assert.equal((await house.call(sessions.unlock, { password: 'wrong' }, { cookie })).status, 417);
  }
  assert.equal((await house.call(sessions.unlock, { password }, { cookie })).status, 429);
  assert.equal((await house.call(user.authenticate, { logIn: 'Anna@daybook.test', password })).status, 429);
});

test('the password of somebody else opens nothing, nor does any where the account has none', async () => {
  const { house, location } = await lockedHouse();
  await using _ = house;
  const social = await buildEmployee(house, location);
  const { cookie } = await signIn(house, social);
  await house.call(sessions.lock, {}, { cookie });
  assert.equal((await house.call(sessions.getLock, {}, { cookie })).answer.hasPassword, false);
  assert.equal((await house.call(sessions.unlock, { password }, { cookie })).status, 417);
});

test('who acts as somebody else unlocks by his own password', async () => {
  const { house, location, employee } = await lockedHouse();
  await using _ = house;
  const boss = await buildEmployee(house, location, { logIn: 'boss@daybook.test', password: 'battery staple' });
  const { cookie } = await signIn(house, employee);
  await house.database.write
    .updateTable('sessions')
    .set({ impersonatorId: boss.userId, lockedAt: house.clock.now() })
    .where('lockedAt', 'is', null)
    .execute();
  assert.equal((await house.call(sessions.getLock, {}, { cookie })).answer.logIn, 'boss@daybook.test');
  assert.equal((await house.call(sessions.unlock, { password }, { cookie })).status, 417);
  const opened = await house.call(sessions.unlock, { password: 'battery staple' }, { cookie });
  assert.equal(opened.answer.isImpersonated, true);
});

test('signing out needs no unlocking', async () => {
  const { house, cookie } = await lockedHouse();
  await using _ = house;
  assert.equal((await house.call(user.logOut, {}, { cookie })).status, 204);
  assert.equal((await house.call(sessions.unlock, { password }, { cookie })).status, 410);
});

test('a session left alone is locked and not lost; polling neither prolongs nor loses it, its last hour ends it', async () => {
  await using house = await testHouse();
  await buildBusiness(house, { logIn: 'anna@daybook.test', password, sessionActiveMinutes: 5 });
  const entered = await house.call(user.authenticate, { logIn: 'anna@daybook.test', password });
  const cookie = cookieIn(entered.headers);
  house.clock.advance({ minutes: 5, seconds: 46 });
  assert.equal((await house.call(calendars.getChanges, {}, { cookie })).status, 410);
  assert.equal(JSON.parse((await house.call(user.getCurrent, {}, { cookie })).body).Code, 'error.locked');
  house.clock.advance({ hours: 20 });
  const opened = await house.call(sessions.unlock, { password }, { cookie });
  assert.equal(opened.status, 200);
  assert.deepEqual(await auditsOf(house), ['Signed in', 'Locked after a time without activity', 'Unlocked']);
  const renewed = cookieIn(opened.headers);
  assert.equal((await house.call(user.getCurrent, {}, { cookie: renewed })).status, 200);
  house.clock.advance({ hours: 4 });
  assert.equal((await house.call(sessions.unlock, { password }, { cookie: renewed })).status, 410);
});

test('a remembered session locks like any other, and is remembered as long as before when it opens', async () => {
  await using house = await testHouse();
  await buildBusiness(house, { logIn: 'anna@daybook.test', password, sessionActiveMinutes: 5 });
  const entered = await house.call(user.authenticateWithRememberMe, { logIn: 'anna@daybook.test', password });
  const cookie = cookieIn(entered.headers);
  house.clock.advance({ hours: 24 * 10 });
  assert.equal((await house.call(user.getCurrent, {}, { cookie })).status, 410);
  const opened = await house.call(sessions.unlock, { password }, { cookie });
  assert.match(String(opened.headers['set-cookie']), new RegExp(`Max-Age=${20 * 24 * 3600};`));
  assert.equal((await house.call(user.getCurrent, {}, { cookie: cookieIn(opened.headers) })).status, 200);
});
