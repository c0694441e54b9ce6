// Tests of restoring a deletion: its dependents and references return, and later changes stay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyLocations } from '#contract/company/locations.ts';
import { buildBusiness, buildEmployee, buildLocation, setTerms } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { delete: remove, restore, insert } = companyLocations.operations;

/** Every row of the tables that refer to locations. */
async function around(app: TestApp) {
  const read = app.database.read;
  const [hours, events, locations] = await Promise.all([
    read.selectFrom('openingHours').selectAll().orderBy('id').execute(),
    read.selectFrom('events').selectAll().orderBy('id').execute(),
    read.selectFrom('locations').selectAll().orderBy('id').execute(),
  ]);
  return { hours, events, locations };
}

async function branch(app: TestApp) {
  const { company, location, employee: admin } = await buildBusiness(app, { actions: ['admin'] });
  await setTerms(app, { maxLocations: 10 }, company.id);
  await buildLocation(app, company, { name: 'Another one' });
  const second = await buildLocation(app, company, { name: 'Brīvības iela' });
  const worker = await buildEmployee(app, second, { firstName: 'Zane', hours: [[1, '09:00', '17:00']] });
  const event = await buildEvent(app, worker, { start: app.clock.now().subtract({ hours: 40 }), title: 'Haircut' });
  // The employee has moved; their hours at this location stay.
  await app.database.write
    .updateTable('employeeLocations')
    .set({ locationId: location.id })
    .where('userId', '=', worker.userId)
    .execute();
  return { admin, location, second, worker, event, cookie: await signIn(app, admin) };
}

test('a restored location has its hours and its appointments again', async () => {
  await using app = await testApp();
  const { second, event, cookie } = await branch(app);
  const before = await around(app);
  assert.equal((await app.call(remove, { id: second.id }, cookie)).status, 204);
  const between = await around(app);
  assert.ok(between.hours.length < before.hours.length);
  assert.equal(between.events.find(({ id }) => id === event.id)?.locationId, null);
  assert.equal((await app.call(restore, { id: second.id }, cookie)).status, 200);
  assert.deepEqual(await around(app), before);
});

test('a record reassigned meanwhile stays where it is; a name taken meanwhile is reported with its field', async () => {
  await using app = await testApp();
  const { location, second, event, cookie } = await branch(app);
  await app.call(remove, { id: second.id }, cookie);
  await app.database.write.updateTable('events').set({ locationId: location.id }).where('id', '=', event.id).execute();
  const place = { country: 'Latvia', timeZone: 'Europe/Riga', address: '', description: '', geolocationId: null };
  const other = await app.call(insert, { ...place, name: 'New', urlName: second.urlName }, cookie);
  assert.equal(other.status, 200);
  const refused = await app.call(restore, { id: second.id }, cookie);
  assert.deepEqual([refused.status, refused.complaints[0]?.Key], [417, 'UrlName']);
  await app.call(remove, { id: other.answer.id }, cookie);
  assert.equal((await app.call(restore, { id: second.id }, cookie)).status, 200);
  const { events } = await around(app);
  assert.equal(events.find(({ id }) => id === event.id)?.locationId, location.id);
});

test('a deletion cannot be undone after an hour', async () => {
  await using app = await testApp();
  const { admin, second, worker, cookie } = await branch(app);
  await app.call(remove, { id: second.id }, cookie);
  app.clock.advance({ minutes: 59 });
  // The session has been locked meanwhile.
  const later = await signIn(app, admin);
  const third = await buildLocation(app, { id: worker.companyId }, { name: 'A third' });
  await app.call(remove, { id: third.id }, later);
  app.clock.advance({ minutes: 2 });
  assert.equal((await app.call(restore, { id: second.id }, later)).status, 404);
  assert.equal((await app.call(restore, { id: third.id }, later)).status, 200);
});
