// Tests of the data audit: which changes are recorded, for whom, and how a table is switched on and off.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { calendars } from '#contract/booking/calendar.ts';
import { company } from '#contract/company/details.ts';
import { systemTableSettings } from '#contract/operations/table-settings.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn, signInAs } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const details = { address: '', country: '', eMail: '', phoneNumber: '' };

function auditsOf(app: TestApp, tableName: string) {
  return app.database.read
    .selectFrom('dataAudits')
    .select(['method', 'companyId', 'recordId', 'userId', 'userName', 'actorName', 'before', 'after'])
    .where('tableName', '=', tableName)
    .where('userId', 'is not', null)
    .orderBy('createdAt')
    .execute();
}

const { getAll, update } = systemTableSettings.operations;

async function watch(
  app: TestApp,
  headers: { cookie: string },
  name: string,
  switches: { isAudit: boolean; isSync: boolean },
) {
  const { id } = await app.database.read
    .selectFrom('tableSettings')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return app.call(update, { id, ...switches }, headers);
}

function eventOf(employee: BuiltEmployee, title: string) {
  return {
    calendarId: employee.calendarId,
    title,
    start: '2026-03-03T08:00:00Z',
    end: '2026-03-03T09:00:00Z',
  };
}

test('a change is recorded with its author and the values before and after', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  await app.call(company.update, { ...details, name: 'New name' }, await signIn(app, employee));
  const [change, ...more] = await auditsOf(app, 'companies');
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

test('a change without effect and a rejected change are not recorded', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  await app.call(company.update, { ...details, name: 'Same' }, headers);
  await app.call(company.update, { ...details, name: 'Same' }, headers);
  await app.call(company.update, { ...details, name: '' }, headers);
  assert.equal((await auditsOf(app, 'companies')).length, 1);
});

test('while impersonating, the record names both persons', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const sys = await buildEmployee(app, location, { actions: ['sys'] });
  const headers = await signInAs(app, sys, employee);
  await app.call(company.update, { ...details, name: 'New name' }, headers);
  const [change] = await auditsOf(app, 'companies');
  assert.deepEqual([change?.userName, change?.actorName], [employee.logIn, sys.logIn]);
});

test('secrets are never recorded', async () => {
  await using app = await testApp();
  await buildBusiness(app, { password: 'correct horse' });
  const rows = await app.database.read
    .selectFrom('dataAudits')
    .select('after')
    .where('tableName', '=', 'users')
    .execute();
  assert.equal(rows.length, 1, 'a table that is watched from the start');
  assert.doesNotMatch(JSON.stringify(rows), /password|argon2/);
});

test('only the operator switches the audit of a table on and off', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const sys = await signIn(app, await buildEmployee(app, location, { actions: ['sys'] }));
  const own = await signIn(app, employee);
  const watchEvents = (isAudit: boolean) => watch(app, sys, 'events', { isSync: false, isAudit });
  await app.call(calendars.insertEvent, eventOf(employee, 'before'), own);
  assert.equal((await watchEvents(true)).answer.isAudit, true);
  const { answer: event } = await app.call(
    calendars.insertEvent,
    { ...eventOf(employee, 'between'), acceptOverlap: true },
    own,
  );
  await app.call(calendars.deleteEvent, { id: event.id }, own);
  await watchEvents(false);
  await app.call(calendars.insertEvent, { ...eventOf(employee, 'after'), acceptOverlap: true }, own);
  const changes = await auditsOf(app, 'events');
  assert.deepEqual(changes.map(({ method, recordId }) => [method, recordId]).toSorted(), [
    ['Delete', event.id],
    ['Insert', event.id],
  ]);
  assert.equal((await watch(app, own, 'events', { isSync: true, isAudit: true })).status, 403);
  const { answer: all } = await app.call(getAll, {}, sys);
  assert.deepEqual(
    all
      .filter(({ isAudit, name }) => isAudit && ['events', 'users', 'sessions'].includes(name))
      .map(({ name }) => name),
    ['users'],
  );
});

test('notifications of a published table name the changed record and carry none of its values', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app);
  const sys = await signIn(app, await buildEmployee(app, location, { actions: ['sys'] }));
  const received: { table: string }[] = [];
  app.live.listen('daybook_changes', (payload) => void received.push(JSON.parse(payload)));
  const id = randomUUIDv7();
  const insert = (name: string, contact: string) =>
    app.database.write.insertInto('contacts').values({ companyId: employee.companyId, id: contact, name }).execute();
  await watch(app, sys, 'contacts', { isSync: false, isAudit: false });
  await insert('quiet', randomUUIDv7());
  await watch(app, sys, 'contacts', { isSync: true, isAudit: false });
  await insert('loud', id);
  const ofContacts = () => received.filter(({ table }) => table === 'contacts');
  // Other sources notify too, such as a sign-in.
  for (let tries = 0; ofContacts().length === 0 && tries < 250; tries++) await sleep(20);
  assert.deepEqual(ofContacts(), [{ table: 'contacts', companyId: employee.companyId, id }]);
});

test('deleting a company is recorded too, with everything that is deleted with it', async () => {
  await using app = await testApp();
  const { company: gone } = await buildBusiness(app);
  await app.database.write.deleteFrom('companies').where('id', '=', gone.id).execute();
  const rows = await app.database.read
    .selectFrom('dataAudits')
    .select(['tableName', 'userName'])
    .where('companyId', '=', gone.id)
    .where('method', '=', 'Delete')
    .execute();
  assert.deepEqual(rows.map(({ tableName }) => tableName).toSorted(), [
    'companies',
    'company_terms',
    'employee_locations',
    'employees',
    'locations',
  ]);
  assert.deepEqual(new Set(rows.map(({ userName }) => userName)), new Set(['']));
});
