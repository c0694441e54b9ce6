// What comes back with a deleted record: all that went with it, all that was cut off from it, and nothing that changed since.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyLocations } from '#contract/company/locations.ts';
import { buildBusiness, buildEmployee, buildEvent, buildLocation, signIn } from '#server/testing/build.ts';
import { type TestHouse, testHouse } from '#server/testing/house.ts';

const { delete: remove, restore, insert } = companyLocations.operations;

/** Every row of the tables that point at locations. */
async function around(house: TestHouse) {
  const read = house.database.read;
  const [hours, events, locations] = await Promise.all([
    read.selectFrom('openingHours').selectAll().orderBy('id').execute(),
    read.selectFrom('events').selectAll().orderBy('id').execute(),
    read.selectFrom('locations').selectAll().orderBy('id').execute(),
  ]);
  return { hours, events, locations };
}

async function branch(house: TestHouse) {
  const { company, location, employee: admin } = await buildBusiness(house, { actions: ['admin'] });
  await house.database.write.updateTable('companies').set({ maxLocations: 10 }).where('id', '=', company.id).execute();
  await buildLocation(house, company, { name: 'Another one' });
  const second = await buildLocation(house, company, { name: 'Brīvības iela' });
  const worker = await buildEmployee(house, second, { firstName: 'Zane', hours: [[1, '09:00', '17:00']] });
  const event = await buildEvent(house, worker, { start: house.clock.now().subtract({ hours: 40 }), title: 'Haircut' });
  // Nobody works there any more: his hours there have stayed.
  await house.database.write
    .updateTable('employeeLocations')
    .set({ locationId: location.id })
    .where('userId', '=', worker.userId)
    .execute();
  return { admin, location, second, worker, event, cookie: await signIn(house, admin) };
}

test('a location comes back with the hours there, and its appointments belong to it again', async () => {
  await using house = await testHouse();
  const { second, event, cookie } = await branch(house);
  const before = await around(house);
  assert.equal((await house.call(remove, { id: second.id }, cookie)).status, 204);
  const between = await around(house);
  assert.ok(between.hours.length < before.hours.length);
  assert.equal(between.events.find(({ id }) => id === event.id)?.locationId, null);
  assert.equal((await house.call(restore, { id: second.id }, cookie)).status, 200);
  assert.deepEqual(await around(house), before);
});

test('what was given to something else meanwhile stays there; a name that is taken is told beside its field', async () => {
  await using house = await testHouse();
  const { location, second, event, cookie } = await branch(house);
  await house.call(remove, { id: second.id }, cookie);
  await house.database.write
    .updateTable('events')
    .set({ locationId: location.id })
    .where('id', '=', event.id)
    .execute();
  const place = { country: 'Latvia', timeZone: 'Europe/Riga', address: '', description: '', geolocationId: null };
  const other = await house.call(insert, { ...place, name: 'New', urlName: second.urlName }, cookie);
  assert.equal(other.status, 200);
  const refused = await house.call(restore, { id: second.id }, cookie);
  assert.deepEqual([refused.status, refused.complaints[0]?.Key], [417, 'UrlName']);
  await house.call(remove, { id: other.answer.id }, cookie);
  assert.equal((await house.call(restore, { id: second.id }, cookie)).status, 200);
  const { events } = await around(house);
  assert.equal(events.find(({ id }) => id === event.id)?.locationId, location.id);
});

test('after an hour it is too late', async () => {
  await using house = await testHouse();
  const { admin, second, worker, cookie } = await branch(house);
  await house.call(remove, { id: second.id }, cookie);
  house.clock.advance({ minutes: 59 });
  // The session has been locked meanwhile.
  const later = await signIn(house, admin);
  const third = await buildLocation(house, { id: worker.companyId }, { name: 'A third' });
  await house.call(remove, { id: third.id }, later);
  house.clock.advance({ minutes: 2 });
  assert.equal((await house.call(restore, { id: second.id }, later)).status, 404);
  assert.equal((await house.call(restore, { id: third.id }, later)).status, 200);
});
