// Tests of impersonation, and of changing the location, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { push } from '#contract/identity/account.ts';
import { companyUsers } from '#contract/identity/company-users.ts';
import { user } from '#contract/identity/sign-in.ts';
import { systemUsers } from '#contract/identity/system-users.ts';
import { buildBusiness, buildEmployee, buildLocation, buildMembership, signIn } from '#server/testing/build.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

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
  } = await buildBusiness(app, { actions: ['user', 'admin'], logIn: 'admin@salon.example' });
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
