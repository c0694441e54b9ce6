// Acting as somebody else, and working at another place, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { push } from '#contract/identity/account.ts';
import { companyUsers } from '#contract/identity/company-users.ts';
import { user } from '#contract/identity/sign-in.ts';
import { systemUsers } from '#contract/identity/system-users.ts';
import { buildBusiness, buildEmployee, buildLocation, buildMembership, signIn } from '#server/testing/build.ts';
import { type TestHouse, testHouse } from '#server/testing/house.ts';

/** The cookie that an answer sets. */
function cookieOf(answered: { headers: Record<string, unknown> }): { cookie: string } {
  const [set = ''] = [answered.headers['set-cookie']].flat().map(String);
  return { cookie: set.split(';')[0] ?? '' };
}

async function salon(house: TestHouse) {
  const {
    company,
    location,
    employee: admin,
  } = await buildBusiness(house, { actions: ['user', 'admin'], logIn: 'admin@salon.example' });
  const mara = await buildEmployee(house, location, { actions: ['user'], logIn: 'mara@salon.example' });
  return { company, location, admin, mara, as: await signIn(house, admin) };
}

const current = async (house: TestHouse, as: { cookie: string }) => (await house.call(user.getCurrent, {}, as)).answer;

test('an administrator acts as an employee with his rights only, and returns to himself under a new token', async () => {
  await using house = await testHouse();
  const { as, mara, admin } = await salon(house);
  const began = await house.call(companyUsers.impersonate, { id: mara.userId }, as);
  assert.equal(began.status, 204, began.body);
  const acting = cookieOf(began);
  const who = await current(house, acting);
  assert.equal(who.user.id, mara.userId);
  assert.equal(who.isImpersonated, true);
  assert.equal(who.impersonatorName, 'admin@salon.example');
  assert.deepEqual(who.actions, ['user']);
  assert.equal((await house.call(companyUsers.invite, { eMail: 'x@salon.example' }, acting)).status, 403);
  const stopped = await house.call(user.stopImpersonating, {}, acting);
  assert.equal(stopped.status, 204, stopped.body);
  const back = await current(house, cookieOf(stopped));
  assert.equal(back.user.id, admin.userId);
  assert.equal(back.isImpersonated, false);
  assert.equal((await house.call(user.getCurrent, {}, acting)).status, 410);
  assert.equal((await house.call(user.getCurrent, {}, as)).status, 410, 'the old token of his own session is out');
});

test('both names stand in the record of all that is done meanwhile', async () => {
  await using house = await testHouse();
  const { as, mara } = await salon(house);
  const acting = cookieOf(await house.call(companyUsers.impersonate, { id: mara.userId }, as));
  await house.call(user.stopImpersonating, {}, acting);
  const rows = await house.database.read
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

test('nobody acts as himself, as an operator, or as two', async () => {
  await using house = await testHouse();
  const { as, admin, mara, location } = await salon(house);
  const operator = await buildEmployee(house, location, { actions: ['user', 'sys'] });
  const second = await buildEmployee(house, location, { actions: ['user', 'admin'] });
  const status = async (id: string, cookie = as) => (await house.call(companyUsers.impersonate, { id }, cookie)).status;
  assert.equal(await status(admin.userId), 403);
  assert.equal(await status(operator.userId), 403);
  assert.equal(await status(admin.userId, await signIn(house, mara)), 403, 'no administrator');
  const acting = cookieOf(await house.call(companyUsers.impersonate, { id: second.userId }, as));
  assert.equal(await status(mara.userId, acting), 403, 'not as two');
  assert.equal((await house.call(user.stopImpersonating, {}, as)).status, 409, 'acts as nobody');
});

test('an operator acts as anybody of any company', async () => {
  await using house = await testHouse();
  const { employee: operator } = await buildBusiness(house, { actions: ['sys'] });
  const { mara, company } = await salon(house);
  const as = await signIn(house, operator);
  const acting = cookieOf(await house.call(systemUsers.impersonate, { id: mara.userId }, as));
  const who = await current(house, acting);
  assert.equal(who.companyId, company.id);
  assert.equal(who.user.id, mara.userId);
});

test('what only the person may do is refused, and signing out leaves both sessions', async () => {
  await using house = await testHouse();
  const { as, mara } = await salon(house);
  const acting = cookieOf(await house.call(companyUsers.impersonate, { id: mara.userId }, as));
  const changed = await house.call(user.changePassword, { password: 'a stolen password' }, acting);
  assert.equal(changed.status, 403);
  assert.match(changed.body, /error\.inPerson/);
  assert.equal((await house.call(push.setToken, { token: 'mine' }, acting)).status, 403);
  await house.call(user.logOut, {}, acting);
  assert.equal((await house.call(user.getCurrent, {}, acting)).status, 410);
  assert.equal((await house.call(user.getCurrent, {}, as)).status, 410);
});

test('acting ends with the own session, and with the own place in the company', async () => {
  await using house = await testHouse();
  const { as, mara, admin, company } = await salon(house);
  const acting = cookieOf(await house.call(companyUsers.impersonate, { id: mara.userId }, as));
  await house.database.write
    .deleteFrom('employees')
    .where('companyId', '=', company.id)
    .where('userId', '=', admin.userId)
    .execute();
  assert.equal((await house.call(user.getCurrent, {}, acting)).status, 410);
});

test('one works at another location of the company, and at one of another company, but nowhere else', async () => {
  await using house = await testHouse();
  const { company, location, mara } = await salon(house);
  const granted = await buildLocation(house, company);
  const notGranted = await buildLocation(house, company);
  const other = await buildBusiness(house);
  const { write } = house.database;
  await write
    .insertInto('employeeLocations')
    .values({ companyId: company.id, userId: mara.userId, locationId: granted.id })
    .execute();
  await buildMembership(house, mara, other.location);
  const as = await signIn(house, mara);
  const change = async (id: string, method: 'GET' | 'POST' = 'POST') =>
    (await house.call(user.changeLocation, { id }, { ...as, method })).status;
  const offered = (await current(house, as)).locations.map(({ id }) => id).sort();
  assert.deepEqual(offered, [location.id, granted.id, other.location.id].sort());
  assert.equal(await change(granted.id), 204);
  assert.equal((await current(house, as)).locationId, granted.id);
  assert.equal(await change(notGranted.id), 404);
  assert.equal(await change(other.location.id, 'GET'), 204);
  const there = await current(house, as);
  assert.deepEqual([there.companyId, there.locationId], [other.company.id, other.location.id]);
});
