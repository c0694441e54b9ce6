// Firing and deleting people through HTTP: who may, what goes with them and what stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyDismissals, systemDismissals } from '#contract/identity/grants.ts';
import { user } from '#contract/identity/sign-in.ts';
import { buildBusiness, buildEmployee, buildEvent, signIn } from '#server/testing/build.ts';
import { type TestHouse, testHouse } from '#server/testing/house.ts';

async function salon(house: TestHouse) {
  const { location, employee: admin } = await buildBusiness(house, { actions: ['user', 'admin'] });
  const mara = await buildEmployee(house, location, { actions: ['user'], firstName: 'Mara' });
  const abroad = (await buildBusiness(house, { actions: ['admin'] })).employee;
  return { location, admin, mara, abroad, as: await signIn(house, admin) };
}

test('who is fired is signed out at once; what was booked with him stays', async () => {
  await using house = await testHouse();
  const { mara, admin, as } = await salon(house);
  await buildEvent(house, mara, { start: '2026-03-02T09:00:00Z' });
  const his = await signIn(house, mara);
  assert.equal((await house.call(companyDismissals.fire, { id: admin.userId }, as)).status, 403, 'himself');
  assert.equal((await house.call(companyDismissals.fire, { id: mara.userId }, as)).status, 204);
  assert.equal((await house.call(user.getCurrent, {}, his)).status, 410);
  assert.equal((await house.call(companyDismissals.fire, { id: mara.userId }, as)).status, 404, 'no more');
  const events = await house.database.read
    .selectFrom('events')
    .select('id')
    .where('companyId', '=', admin.companyId)
    .execute();
  assert.equal(events.length, 1);
});

test('who is fired or deleted leaves no calendar in which nothing was booked', async () => {
  await using house = await testHouse();
  const { location, mara, as } = await salon(house);
  const ilze = await buildEmployee(house, location);
  const booked = await buildEmployee(house, location);
  await buildEvent(house, booked, { start: '2026-03-02T09:00:00Z' });
  assert.equal((await house.call(companyDismissals.fire, { id: mara.userId }, as)).status, 204);
  for (const { userId } of [ilze, booked]) {
    assert.equal((await house.call(companyDismissals.delete, { id: userId }, as)).status, 204);
  }
  const ids = [mara, ilze, booked].map(({ calendarId }) => calendarId);
  const left = await house.database.read
    .selectFrom('calendars')
    .select(['id', 'userId'])
    .where('id', 'in', ids)
    .execute();
  assert.deepEqual(left, [{ id: booked.calendarId, userId: null }]);
});

test('the operator says from which company somebody is fired who works for several', async () => {
  await using house = await testHouse();
  const { mara, abroad } = await salon(house);
  const operator = await signIn(house, (await buildBusiness(house, { actions: ['sys'] })).employee);
  const also = { companyId: abroad.companyId, userId: mara.userId, urlName: 'mara' };
  await house.database.write.insertInto('employees').values(also).execute();
  const refused = await house.call(systemDismissals.fire, { id: mara.userId }, operator);
  assert.equal(refused.status, 409);
  assert.match(refused.body, /users\.severalCompanies/);
  const said = { id: mara.userId, companyId: abroad.companyId };
  assert.equal((await house.call(systemDismissals.fire, said, operator)).status, 204);
  assert.equal((await house.call(systemDismissals.fire, said, operator)).status, 404);
  assert.equal(
    (await house.call(systemDismissals.fire, { id: mara.userId }, operator)).status,
    204,
    'the only one left',
  );
});

test('an account is deleted when it belongs to nobody else', async () => {
  await using house = await testHouse();
  const { mara, abroad, as } = await salon(house);
  const { write, read } = house.database;
  await write
    .insertInto('employees')
    .values({ companyId: abroad.companyId, userId: mara.userId, urlName: 'mara' })
    .execute();
  const refused = await house.call(companyDismissals.delete, { id: mara.userId }, as);
  assert.equal(refused.status, 409);
  assert.match(refused.body, /users\.worksElsewhere/);
  await write
    .deleteFrom('employees')
    .where('companyId', '=', abroad.companyId)
    .where('userId', '=', mara.userId)
    .execute();
  assert.equal((await house.call(companyDismissals.delete, { id: mara.userId }, as)).status, 204);
  assert.equal(await read.selectFrom('users').select('id').where('id', '=', mara.userId).executeTakeFirst(), undefined);
});

test('the operator deletes the account of somebody who works nowhere any more; an administrator knows nothing of him', async () => {
  await using house = await testHouse();
  const { mara, as } = await salon(house);
  const operator = await signIn(house, (await buildBusiness(house, { actions: ['sys'] })).employee);
  await buildEvent(house, mara, { start: '2026-03-02T09:00:00Z' });
  assert.equal((await house.call(systemDismissals.fire, { id: mara.userId }, operator)).status, 204);
  assert.equal((await house.call(systemDismissals.fire, { id: mara.userId }, operator)).status, 404, 'from nowhere');
  assert.equal((await house.call(companyDismissals.delete, { id: mara.userId }, as)).status, 404);
  assert.equal((await house.call(systemDismissals.delete, { id: mara.userId }, operator)).status, 204);
  assert.equal((await house.call(systemDismissals.delete, { id: mara.userId }, operator)).status, 404);
  const { read } = house.database;
  assert.equal(await read.selectFrom('users').select('id').where('id', '=', mara.userId).executeTakeFirst(), undefined);
  assert.equal((await read.selectFrom('events').select('id').execute()).length, 1);
});
