// Tests of impersonation, and of changing the location, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateSync } from 'otplib';
import { push } from '#contract/identity/account.ts';
import { companyUsers } from '#contract/identity/company-users.ts';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { sessions } from '#contract/identity/sessions.ts';
import { user } from '#contract/identity/sign-in.ts';
import { systemUsers } from '#contract/identity/system-users.ts';
import {
  buildAction,
  buildBusiness,
  buildEmployee,
  buildLocation,
  buildMembership,
} from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { realServers } from '#server/testing/real-servers.ts';
import { steadyNow } from '#server/testing/steady-clock.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const password = 'correct horse';

/** The cookie that an answer sets. */
function cookieOf(answered: { headers: Record<string, unknown> }): { cookie: string } {
  const [set = ''] = [answered.headers['set-cookie']].flat().map(String);
  return { cookie: set.split(';')[0] ?? '' };
}

async function salon(app: TestApp) {
  const {
    company,
    location,
    employee: admin,
  } = await buildBusiness(app, { actions: ['user', 'admin'], logIn: 'admin@salon.example', password });
  const mara = await buildEmployee(app, location, { actions: ['user'], logIn: 'mara@salon.example' });
  return { company, location, admin, mara, as: await signIn(app, admin) };
}

const current = async (app: TestApp, as: { cookie: string }) => (await app.call(user.getCurrent, {}, as)).answer;

test('an administrator impersonates an employee with the employee’s rights only, and returns with a new token', async () => {
  await using app = await testApp();
  const { as, mara, admin } = await salon(app);
  const began = await app.call(companyUsers.impersonate, { id: mara.userId }, as);
  assert.equal(began.status, 204, began.body);
  const acting = cookieOf(began);
  const signedIn = await current(app, acting);
  assert.equal(signedIn.user.id, mara.userId);
  assert.equal(signedIn.isImpersonated, true);
  assert.equal(signedIn.impersonatorName, 'admin@salon.example');
  assert.deepEqual(signedIn.actions, ['user']);
  assert.equal((await app.call(companyUsers.invite, { eMail: 'x@salon.example' }, acting)).status, 403);
  const stopped = await app.call(user.stopImpersonating, {}, acting);
  assert.equal(stopped.status, 204, stopped.body);
  const back = await current(app, cookieOf(stopped));
  assert.equal(back.user.id, admin.userId);
  assert.equal(back.isImpersonated, false);
  assert.equal((await app.call(user.getCurrent, {}, acting)).status, 410);
  assert.equal((await app.call(user.getCurrent, {}, as)).status, 410, 'the old token of his own session is out');
});

test('everything done meanwhile is recorded with both names', async () => {
  await using app = await testApp();
  const { as, mara } = await salon(app);
  const acting = cookieOf(await app.call(companyUsers.impersonate, { id: mara.userId }, as));
  await app.call(user.stopImpersonating, {}, acting);
  const rows = await app.database.read
    .selectFrom('userAudits')
    .select(['text', 'userName', 'actorName'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  assert.deepEqual(rows, [
    { text: 'Began to act as mara@salon.example', userName: 'mara@salon.example', actorName: 'admin@salon.example' },
    { text: 'Stopped acting as mara@salon.example', userName: 'mara@salon.example', actorName: 'admin@salon.example' },
  ]);
});

test('impersonating the own account, an operator or a second person is refused', async () => {
  await using app = await testApp();
  const { as, admin, mara, location } = await salon(app);
  const operator = await buildEmployee(app, location, { actions: ['user', 'sys'] });
  const second = await buildEmployee(app, location, { actions: ['user', 'admin'] });
  const status = async (id: string, cookie = as) => (await app.call(companyUsers.impersonate, { id }, cookie)).status;
  assert.equal(await status(admin.userId), 403);
  assert.equal(await status(operator.userId), 403);
  assert.equal(await status(admin.userId, await signIn(app, mara)), 403, 'no administrator');
  const acting = cookieOf(await app.call(companyUsers.impersonate, { id: second.userId }, as));
  assert.equal(await status(mara.userId, acting), 403, 'not as two');
  assert.equal((await app.call(user.stopImpersonating, {}, as)).status, 409, 'acts as nobody');
});

test('an operator impersonates any person of any company', async () => {
  await using app = await testApp();
  const { employee: operator } = await buildBusiness(app, { actions: ['sys'] });
  const { mara, company } = await salon(app);
  const as = await signIn(app, operator);
  const acting = cookieOf(await app.call(systemUsers.impersonate, { id: mara.userId }, as));
  const signedIn = await current(app, acting);
  assert.equal(signedIn.companyId, company.id);
  assert.equal(signedIn.user.id, mara.userId);
});

test('operations reserved for the person are refused, and signing out ends both sessions', async () => {
  await using app = await testApp();
  const { as, mara } = await salon(app);
  const acting = cookieOf(await app.call(companyUsers.impersonate, { id: mara.userId }, as));
  const changed = await app.call(user.changePassword, { password: 'a stolen password' }, acting);
  assert.equal(changed.status, 403);
  assert.match(changed.body, /error\.inPerson/);
  assert.equal((await app.call(push.setToken, { token: 'mine' }, acting)).status, 403);
  await app.call(user.logOut, {}, acting);
  assert.equal((await app.call(user.getCurrent, {}, acting)).status, 410);
  assert.equal((await app.call(user.getCurrent, {}, as)).status, 410);
});

test('the impersonation ends with the impersonator’s own session, and with their membership', async () => {
  await using app = await testApp();
  const { as, mara, admin, company } = await salon(app);
  const acting = cookieOf(await app.call(companyUsers.impersonate, { id: mara.userId }, as));
  await app.database.write
    .deleteFrom('employees')
    .where('companyId', '=', company.id)
    .where('userId', '=', admin.userId)
    .execute();
  assert.equal((await app.call(user.getCurrent, {}, acting)).status, 410);
});

/** An administrator in two browsers, who acts as Mara in the second one. */
async function acting(app: TestApp) {
  const made = await salon(app);
  const there = await signIn(app, made.admin);
  const asMara = cookieOf(await app.call(companyUsers.impersonate, { id: made.mara.userId }, there));
  return { ...made, here: made.as, there, asMara };
}

const isIn = async (app: TestApp, as: { cookie: string }) =>
  (await app.call(user.isAuthenticated, {}, as)).answer.value;

test('impersonation ends with its device and its right', async (t) => {
  const ends: Record<string, (app: TestApp, made: Awaited<ReturnType<typeof acting>>) => Promise<unknown>> = {
    'signing out everywhere else': (app, { here }) => app.call(sessions.endOtherSessions, {}, here),
    'ending the session': async (app, { here }) => {
      const { answer } = await app.call(sessions.getSessions, {}, here);
      const other = answer.find(({ isCurrent }) => !isCurrent);
      return app.call(sessions.endSession, { id: other?.id ?? '' }, here);
    },
    'signing out of its first session': (app, { there }) => app.call(user.logOut, {}, there),
    'a second factor': async (app, { here }) => {
      const { secret } = (await app.call(secondFactor.startSecondFactor, { password }, here)).answer;
      const code = generateSync({ secret, epoch: Math.floor(app.clock.now().epochMilliseconds / 1000) });
      return app.call(secondFactor.confirmSecondFactor, { code }, here);
    },
    'a changed password': (app, { here }) =>
      app.call(user.changePassword, { password: 'another fine password', currentPassword: password }, here),
    'a recovered password': async (app) => {
      await app.call(user.resetPassword, { eMail: 'admin@salon.example' });
      const [mail] = await storedMails(app);
      const actionHash = /recover\/([\w-]+)/.exec(mail?.plain ?? '')?.[1] ?? '';
      return app.call(user.setPassword, { actionHash, password: 'another fine password' });
    },
    'the end of its first session in the database': (app, { admin }) =>
      app.database.write
        .updateTable('sessions')
        .set({ expiresAt: app.clock.now() })
        .where('userId', '=', admin.userId)
        .execute(),
    'the deleted account': (app, { admin }) =>
      app.database.write.deleteFrom('users').where('id', '=', admin.userId).execute(),
    'the maximum lifetime': async (app) => app.clock.advance({ hours: 24 }),
    'the lost right': (app, { admin }) =>
      app.database.write.deleteFrom('userActions').where('userId', '=', admin.userId).execute(),
    dismissal: (app, { admin }) =>
      app.database.write.deleteFrom('employees').where('userId', '=', admin.userId).execute(),
    'the person’s becoming an operator': async (app, { mara: { companyId, userId } }) => {
      const actionId = await buildAction(app, 'sys');
      await app.database.write.insertInto('userActions').values({ companyId, userId, actionId }).execute();
    },
  };
  for (const [reason, end] of Object.entries(ends)) {
    await t.test(reason, async () => {
      await using app = await testApp({ env: { SESSION_MEMORY_MS: '1000' } });
      const made = await acting(app);
      assert.equal(await isIn(app, made.asMara), true);
      await end(app, made);
      const endedAt = performance.now();
      // Counts from the start of a request: on a busy machine its answer can take long.
      for (let begun = endedAt; await isIn(app, made.asMara); begun = performance.now()) {
        assert.ok(begun - endedAt < 1_000, reason);
      }
      assert.equal((await app.call(user.getCurrent, {}, made.asMara)).status, 410);
    });
  }
});

test('an operator who loses the right no longer reads the other company, nor hears of its changes', async () => {
  await using app = await realServers(2, { SESSION_MEMORY_MS: '1000' });
  const { employee: operator } = await buildBusiness(app, { actions: ['sys'] });
  const { employee: mara } = await buildBusiness(app);
  const as = cookieOf(await app.call(systemUsers.impersonate, { id: mara.userId }, await signIn(app, operator)));
  const current = () => app.fetch(user.getCurrent, {}, as);
  const stream = await fetch(`${app.urls[1]}/api/application/GetChanges`, { headers: as });
  assert.deepEqual([stream.status, (await current()).status, (await current()).status], [200, 200, 200]);
  await app.database.write.deleteFrom('userActions').where('userId', '=', operator.userId).execute();
  const lostAt = steadyNow();
  while ((await current()).status === 200 || (await current()).status === 200) {
    assert.ok(steadyNow() - lostAt < 1_000);
  }
  await stream.text();
  assert.ok(steadyNow() - lostAt < 2_000, 'the stream ends by itself');
});

test('an impersonation locks with its first session, and after the shorter of both settings', async () => {
  await using app = await testApp();
  const { here, there, asMara, admin, mara } = await acting(app);
  assert.equal((await app.call(sessions.lock, {}, there)).status, 204);
  const locked = await app.call(user.getCurrent, {}, asMara);
  assert.deepEqual([locked.status, JSON.parse(locked.body).Code], [410, 'error.locked']);
  assert.equal((await app.call(sessions.getLock, {}, asMara)).answer.logIn, 'admin@salon.example');
  await app.database.write
    .updateTable('users')
    .set({ sessionActiveMinutes: 5 })
    .where('id', '=', admin.userId)
    .execute();
  const again = cookieOf(await app.call(companyUsers.impersonate, { id: mara.userId }, here));
  app.clock.advance({ minutes: 5, seconds: 46 });
  assert.equal(JSON.parse((await app.call(user.getCurrent, {}, again)).body).Code, 'error.locked');
});

test('a user can change to another location of the company, and to one of their other company, but to no other', async () => {
  await using app = await testApp();
  const { company, location, mara } = await salon(app);
  const granted = await buildLocation(app, company);
  const otherLocation = await buildLocation(app, company);
  const other = await buildBusiness(app);
  const { write } = app.database;
  await write
    .insertInto('employeeLocations')
    .values({ companyId: company.id, userId: mara.userId, locationId: granted.id })
    .execute();
  await buildMembership(app, mara, other.location);
  const as = await signIn(app, mara);
  const change = async (id: string, method: 'GET' | 'POST' = 'POST') =>
    (await app.call(user.changeLocation, { id }, { ...as, method })).status;
  const offered = (await current(app, as)).locations.map(({ id }) => id).sort();
  assert.deepEqual(offered, [location.id, granted.id, other.location.id].sort());
  assert.equal(await change(granted.id), 204);
  assert.equal((await current(app, as)).locationId, granted.id);
  assert.equal(await change(otherLocation.id), 404);
  assert.equal(await change(other.location.id, 'GET'), 204);
  const there = await current(app, as);
  assert.deepEqual([there.companyId, there.locationId], [other.company.id, other.location.id]);
});
