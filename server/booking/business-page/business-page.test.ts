// Tests of the public page of a business, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicLocations } from '#contract/booking/business-page.ts';
import { catalogueOf, peopleToBook, peopleWhoDo } from '#contract/booking/catalogue.ts';
import { companyLocations } from '#contract/company/locations.ts';
import { buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { joinHours } from './join-hours.ts';

/** Two people at a location, of whom one does a service only there and the other takes more for it. */
async function salon(app: TestApp) {
  const company = await buildCompany(app, { name: 'Salon Gaisma' });
  const location = await buildLocation(app, company, { name: 'Harbour', urlName: 'Harbour' });
  const other = await buildLocation(app, company, { urlName: 'market' });
  const ilze = await buildEmployee(app, location, { firstName: 'Ilze', lastName: 'Ozola', actions: ['admin'] });
  const anna = await buildEmployee(app, location, { firstName: 'Anna', lastName: 'Kalna' });
  const cut = await buildService(app, ilze, { name: 'Cut', minutes: 45, price: 30 });
  await buildServicePerson(app, anna, cut, { minutes: 60, price: 40 });
  const colour = await buildService(app, ilze, { name: 'Colour', minutes: 120, price: 80 });
  return { company, location, other, ilze, anna, cut, colour };
}

const pageAt = (app: TestApp, locationUrlName: string) => app.call(publicLocations.getPage, { locationUrlName });

test('a page has the public people with what they do there, in any spelling of its address', async () => {
  await using app = await testApp();
  const { location, cut, colour } = await salon(app);
  await buildEmployee(app, location, { firstName: 'Private', isProfilePublic: false });
  const closed = await buildEmployee(app, location, { firstName: 'Zane', isCalendarPublic: false });
  const { answer } = await pageAt(app, 'harbour');
  assert.deepEqual(
    answer.people.map(({ name, isBookable, offers }) => [name, isBookable, offers.length]),
    [
      ['Anna Kalna', true, 1],
      ['Ilze Ozola', true, 2],
      [`Zane ${closed.lastName}`, false, 0],
    ],
  );
  assert.equal(answer.location.urlName, 'Harbour');
  const catalogue = catalogueOf(answer, peopleToBook(answer));
  assert.deepEqual(
    catalogue.map(({ id, minutes, maxMinutes, price, isFrom, people }) => [
      id,
      minutes,
      maxMinutes,
      price,
      isFrom,
      people,
    ]),
    [
      [cut.id, 45, 60, 30, true, 2],
      [colour.id, 120, 120, 80, false, 1],
    ],
  );
  assert.deepEqual(
    peopleWhoDo(answer.people, [cut.id, colour.id]).map(({ name }) => name),
    ['Ilze Ozola'],
  );
});

test('a page shows no service that no one there does, and no inactive one', async () => {
  await using app = await testApp();
  const { company, other, ilze, cut } = await salon(app);
  const alone = await buildEmployee(app, other, { firstName: 'Marta' });
  await buildService(app, alone, { name: 'Massage' });
  await app.database.write
    .updateTable('services')
    .set({ isActive: false })
    .where('companyId', '=', company.id)
    .where('id', '=', cut.id)
    .execute();
  const names = async (urlName: string) => (await pageAt(app, urlName)).answer.services.map(({ name }) => name);
  assert.deepEqual(await names(ilze.locationUrlName), ['Colour']);
  assert.deepEqual(await names('market'), ['Massage']);
});

test('there is no page at an unknown address, without a public person, and where it is switched off', async () => {
  await using app = await testApp();
  const { location, other, ilze } = await salon(app);
  assert.equal((await pageAt(app, 'nowhere')).status, 404);
  assert.equal((await pageAt(app, other.urlName)).status, 404, 'no one works there');
  assert.equal((await pageAt(app, 'a/b')).status, 417);
  assert.equal((await pageAt(app, "x'; drop table--")).status, 417);
  const admin = await signIn(app, ilze);
  const { update } = companyLocations.operations;
  assert.equal((await app.call(update, { id: location.id, isPagePublic: false }, admin)).status, 200);
  assert.equal((await pageAt(app, location.urlName)).status, 404);
  const moved = await app.call(update, { id: location.id, address: '1 Quay' }, admin);
  assert.equal(moved.answer.isPagePublic, false, 'an omitted field stays');
  await app.call(update, { id: location.id, isPagePublic: true }, admin);
  assert.equal((await pageAt(app, location.urlName)).status, 200);
  await app.database.write.updateTable('employees').set({ isProfilePublic: false }).execute();
  assert.equal((await pageAt(app, location.urlName)).status, 404);
});

test('the name in the address follows the name of the location until its page is shared', async () => {
  await using app = await testApp();
  const { ilze, other } = await salon(app);
  const admin = await signIn(app, ilze);
  const { update, share } = companyLocations.operations;
  const rename = async (name: string) => (await app.call(update, { id: other.id, name }, admin)).answer.urlName;
  assert.equal(await rename('Pier'), 'pier');
  assert.equal((await app.call(share, { id: other.id }, admin)).status, 204);
  assert.equal(await rename('Quay'), 'pier');
});

test('the hours of a business are the union of those of its people, without breaks that all take', () => {
  const morning = { weekly: [[1, '09:00', '13:00']], breaks: null } as const;
  const day = { weekly: [[1, '10:00', '18:00']], breaks: [[1, '12:30', '14:00']] } as const;
  const night = { weekly: [[7, '20:00', '24:00']], breaks: null } as const;
  const hours = joinHours([morning, day, night].map((one) => structuredClone(one) as never));
  assert.deepEqual(
    hours.map(({ weekday, start, end }) => `${weekday} ${start}-${end}`),
    ['1 09:00-13:00', '1 14:00-18:00', '7 20:00-24:00'],
  );
  assert.deepEqual(joinHours([]), []);
});
