// The data audit: what is recorded of changes, of whom, and how it is switched.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { calendars } from '#contract/booking/calendar.ts';
import { company } from '#contract/company/details.ts';
import { systemTableSettings } from '#contract/operations/table-settings.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee, signIn } from '#server/testing/build.ts';
import { type TestHouse, testHouse } from '#server/testing/house.ts';

const details = { address: '', country: '', eMail: '', phoneNumber: '' };

function auditsOf(house: TestHouse, tableName: string) {
  return house.database.read
    .selectFrom('dataAudits')
    .select(['method', 'companyId', 'recordId', 'userId', 'userName', 'actorName', 'before', 'after'])
    .where('tableName', '=', tableName)
    .where('userId', 'is not', null)
    .orderBy('createdAt')
    .execute();
}

const { getAll, update } = systemTableSettings.operations;

async function watch(
  house: TestHouse,
  headers: { cookie: string },
  name: string,
  wanted: { isAudit: boolean; isSync: boolean },
) {
  const { id } = await house.database.read
    .selectFrom('tableSettings')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return house.call(update, { id, ...wanted }, headers);
}

function eventOf(employee: BuiltEmployee, title: string) {
  return {
    calendarId: employee.calendarId,
    title,
    start: '2026-03-03T08:00:00Z',
    end: '2026-03-03T09:00:00Z',
  };
}

test('a change is recorded with who made it, what was and what became of it', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house, { actions: ['admin'] });
  await house.call(company.update, { ...details, name: 'New name' }, await signIn(house, employee));
  const [change, ...more] = await auditsOf(house, 'companies');
  assert.equal(more.length, 0);
  assert.equal(change?.method, 'Update');
  assert.deepEqual(
    [change?.companyId, change?.recordId, change?.userId],
    [employee.companyId, employee.companyId, employee.userId],
  );
  assert.deepEqual([change?.userName, change?.actorName], [employee.logIn, employee.logIn]);
  const name = (contents: unknown) => (contents as { name: string }).name;
  assert.notEqual(name(change?.before), 'New name');
  assert.equal(name(change?.after), 'New name');
});

test('what changes nothing, and what is refused, is not recorded', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house, { actions: ['admin'] });
  const headers = await signIn(house, employee);
  await house.call(company.update, { ...details, name: 'Same' }, headers);
  await house.call(company.update, { ...details, name: 'Same' }, headers);
  await house.call(company.update, { ...details, name: '' }, headers);
  assert.equal((await auditsOf(house, 'companies')).length, 1);
});

test('while impersonating, the record names both', async () => {
  await using house = await testHouse();
  const { location, employee } = await buildBusiness(house, { actions: ['admin'] });
  const sys = await buildEmployee(house, location, { actions: ['sys'] });
  const headers = await signIn(house, employee);
  await house.database.write
    .updateTable('sessions')
    .set({ impersonatorId: sys.userId })
    .where('userId', '=', employee.userId)
    .execute();
  await house.call(company.update, { ...details, name: 'New name' }, headers);
  const [change] = await auditsOf(house, 'companies');
  assert.deepEqual([change?.userName, change?.actorName], [employee.logIn, sys.logIn]);
});

test('no secret is ever recorded', async () => {
  await using house = await testHouse();
  await buildBusiness(house, { password: 'correct horse' });
  const rows = await house.database.read
    .selectFrom('dataAudits')
    .select('after')
    .where('tableName', '=', 'users')
    .execute();
  assert.equal(rows.length, 1, 'a table that is watched from the start');
  assert.doesNotMatch(JSON.stringify(rows), /password|argon2/);
});

test('the operator switches a table on and off, and only he', async () => {
  await using house = await testHouse();
  const { location, employee } = await buildBusiness(house, { actions: ['admin'] });
  const sys = await signIn(house, await buildEmployee(house, location, { actions: ['sys'] }));
  const own = await signIn(house, employee);
  const watchEvents = (isAudit: boolean) => watch(house, sys, 'events', { isSync: false, isAudit });
  await house.call(calendars.insertEvent, eventOf(employee, 'before'), own);
  assert.equal((await watchEvents(true)).answer.isAudit, true);
  const { answer: event } = await house.call(
    calendars.insertEvent,
    { ...eventOf(employee, 'between'), acceptOverlap: true },
    own,
  );
  await house.call(calendars.deleteEvent, { id: event.id }, own);
  await watchEvents(false);
  await house.call(calendars.insertEvent, { ...eventOf(employee, 'after'), acceptOverlap: true }, own);
  const changes = await auditsOf(house, 'events');
  assert.deepEqual(changes.map(({ method, recordId }) => [method, recordId]).toSorted(), [
    ['Delete', event.id],
    ['Insert', event.id],
  ]);
  assert.equal((await watch(house, own, 'events', { isSync: true, isAudit: true })).status, 403);
  const { answer: all } = await house.call(getAll, {}, sys);
  assert.deepEqual(
    all
      .filter(({ isAudit, name }) => isAudit && ['events', 'users', 'sessions'].includes(name))
      .map(({ name }) => name),
    ['users'],
  );
});

test('a table that is published tells which record changed and nothing of it', async () => {
  await using house = await testHouse();
  const { location, employee } = await buildBusiness(house);
  const sys = await signIn(house, await buildEmployee(house, location, { actions: ['sys'] }));
  const heard: { table: string }[] = [];
  house.live.listen('daybook_changes', (payload) => void heard.push(JSON.parse(payload)));
  const id = randomUUIDv7();
  const insert = (name: string, contact: string) =>
    house.database.write.insertInto('contacts').values({ companyId: employee.companyId, id: contact, name }).execute();
  await insert('quiet', randomUUIDv7());
  await watch(house, sys, 'contacts', { isSync: true, isAudit: false });
  await insert('loud', id);
  const ofContacts = () => heard.filter(({ table }) => table === 'contacts');
  // Others tell things too, such as that somebody signed in.
  for (let tries = 0; ofContacts().length === 0 && tries < 250; tries++) await sleep(20);
  assert.deepEqual(ofContacts(), [{ table: 'contacts', companyId: employee.companyId, id }]);
});

test('deleting a company is recorded too, with all that goes with it', async () => {
  await using house = await testHouse();
  const { company: gone } = await buildBusiness(house);
  await house.database.write.deleteFrom('companies').where('id', '=', gone.id).execute();
  const rows = await house.database.read
    .selectFrom('dataAudits')
    .select(['tableName', 'userName'])
    .where('companyId', '=', gone.id)
    .where('method', '=', 'Delete')
    .execute();
  assert.deepEqual(rows.map(({ tableName }) => tableName).toSorted(), [
    'companies',
    'employee_locations',
    'employees',
    'locations',
  ]);
  assert.deepEqual(new Set(rows.map(({ userName }) => userName)), new Set(['']));
});
