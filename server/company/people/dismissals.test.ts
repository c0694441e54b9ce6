// Tests of removing and deleting people through HTTP: permissions, deleted data, remaining data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyDismissals, systemDismissals } from '#contract/identity/grants.ts';
import { user } from '#contract/identity/sign-in.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

async function salon(app: TestApp) {
  const { location, employee: admin } = await buildBusiness(app, { actions: ['user', 'admin'] });
  const mara = await buildEmployee(app, location, { actions: ['user'], firstName: 'Mara' });
  const abroad = (await buildBusiness(app, { actions: ['admin'] })).employee;
  return { location, admin, mara, abroad, as: await signIn(app, admin) };
}

test('a removed person is signed out at once; their appointments stay', async () => {
  await using app = await testApp();
  const { mara, admin, as } = await salon(app);
  await buildEvent(app, mara, { start: '2026-03-02T09:00:00Z' });
  const maraCookie = await signIn(app, mara);
  assert.equal((await app.call(companyDismissals.fire, { id: admin.userId }, as)).status, 403, 'himself');
  assert.equal((await app.call(companyDismissals.fire, { id: mara.userId }, as)).status, 204);
  assert.equal((await app.call(user.getCurrent, {}, maraCookie)).status, 410);
  assert.equal((await app.call(companyDismissals.fire, { id: mara.userId }, as)).status, 404, 'no more');
  const events = await app.database.read
    .selectFrom('events')
    .select('id')
    .where('companyId', '=', admin.companyId)
    .execute();
  assert.equal(events.length, 1);
});

test('a removed or deleted person leaves no calendar without events', async () => {
  await using app = await testApp();
  const { location, mara, as } = await salon(app);
  const ilze = await buildEmployee(app, location);
  const booked = await buildEmployee(app, location);
  await buildEvent(app, booked, { start: '2026-03-02T09:00:00Z' });
  assert.equal((await app.call(companyDismissals.fire, { id: mara.userId }, as)).status, 204);
  for (const { userId } of [ilze, booked]) {
    assert.equal((await app.call(companyDismissals.delete, { id: userId }, as)).status, 204);
  }
  const ids = [mara, ilze, booked].map(({ calendarId }) => calendarId);
  const left = await app.database.read
    .selectFrom('calendars')
    .select(['id', 'userId'])
    .where('id', 'in', ids)
    .execute();
  assert.deepEqual(left, [{ id: booked.calendarId, userId: null }]);
});

test('the operator names the company from which a person who works for several is removed', async () => {
  await using app = await testApp();
  const { mara, abroad } = await salon(app);
  const operator = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const also = { companyId: abroad.companyId, userId: mara.userId, urlName: 'mara' };
  await app.database.write.insertInto('employees').values(also).execute();
  const refused = await app.call(systemDismissals.fire, { id: mara.userId }, operator);
  assert.equal(refused.status, 409);
  assert.match(refused.body, /users\.severalCompanies/);
  const target = { id: mara.userId, companyId: abroad.companyId };
  assert.equal((await app.call(systemDismissals.fire, target, operator)).status, 204);
  assert.equal((await app.call(systemDismissals.fire, target, operator)).status, 404);
  assert.equal((await app.call(systemDismissals.fire, { id: mara.userId }, operator)).status, 204, 'the only one left');
});

test('an account can be deleted when it belongs to no other company', async () => {
  await using app = await testApp();
  const { mara, abroad, as } = await salon(app);
  const { write, read } = app.database;
  await write
    .insertInto('employees')
    .values({ companyId: abroad.companyId, userId: mara.userId, urlName: 'mara' })
    .execute();
  const refused = await app.call(companyDismissals.delete, { id: mara.userId }, as);
  assert.equal(refused.status, 409);
  assert.match(refused.body, /users\.worksElsewhere/);
  await write
    .deleteFrom('employees')
    .where('companyId', '=', abroad.companyId)
    .where('userId', '=', mara.userId)
    .execute();
  assert.equal((await app.call(companyDismissals.delete, { id: mara.userId }, as)).status, 204);
  assert.equal(await read.selectFrom('users').select('id').where('id', '=', mara.userId).executeTakeFirst(), undefined);
});

test('the operator deletes the account of a person without a company; an administrator cannot find them', async () => {
  await using app = await testApp();
  const { mara, as } = await salon(app);
  const operator = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  await buildEvent(app, mara, { start: '2026-03-02T09:00:00Z' });
  assert.equal((await app.call(systemDismissals.fire, { id: mara.userId }, operator)).status, 204);
  assert.equal((await app.call(systemDismissals.fire, { id: mara.userId }, operator)).status, 404, 'from nowhere');
  assert.equal((await app.call(companyDismissals.delete, { id: mara.userId }, as)).status, 404);
  assert.equal((await app.call(systemDismissals.delete, { id: mara.userId }, operator)).status, 204);
  assert.equal((await app.call(systemDismissals.delete, { id: mara.userId }, operator)).status, 404);
  const { read } = app.database;
  assert.equal(await read.selectFrom('users').select('id').where('id', '=', mara.userId).executeTakeFirst(), undefined);
  assert.equal((await read.selectFrom('events').select('id').execute()).length, 1);
});
