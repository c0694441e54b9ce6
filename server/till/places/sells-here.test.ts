// Tests of the till's item of the side menu: it is there for the people who sell, and for those who begin to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { application, type MenuItem } from '#contract/site/application.ts';
import { companyTill } from '#contract/till/places.ts';
import { tillPage, tills } from '#contract/till/tills.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildProduct, buildTill } from '#server/testing/build/till.ts';
import { testApp } from '#server/testing/test-app.ts';

async function shop() {
  const app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['user', 'admin'] });
  const north = await buildLocation(app, company);
  const people = {
    admin: await signIn(app, employee),
    local: await signIn(app, await buildEmployee(app, location, { actions: ['user', 'lcladmin'] })),
    seller: await signIn(app, await buildEmployee(app, location, { actions: ['user'] })),
    elsewhere: await signIn(app, await buildEmployee(app, north, { actions: ['user', 'lcladmin'] })),
  };
  /** The people in whose menus it is. */
  const seenBy = async () => {
    const seen: string[] = [];
    for (const [name, headers] of Object.entries(people)) {
      const { menu = [] } = (await app.call(application.getMenu, {}, headers)).answer ?? {};
      if (addressesIn(menu).includes(tillPage)) seen.push(name);
    }
    return seen;
  };
  return { ...app, companyId: company.id, locationId: location.id, north, people, seenBy };
}

const addressesIn = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ sRef, childrens }) => [sRef, ...addressesIn(childrens)]);

test('the till is in the menus of the people at locations that sell, and of administrators who begin', async () => {
  await using app = await shop();
  const { companyId, locationId, people, seenBy } = app;
  assert.deepEqual(await seenBy(), []);
  // The way to begin is always there.
  const { menu = [] } = (await app.call(application.getMenu, {}, people.admin)).answer ?? {};
  assert.ok(addressesIn(menu).includes('/app/company/till'));

  await buildDevice(app, { companyId, locationId, kind: 'register' });
  assert.deepEqual(await seenBy(), ['admin', 'local']);
  const set = (mode: 'off' | 'plain') =>
    app.call(companyTill.setPlace, { locationId, country: 'EE', mode }, people.admin);
  assert.equal((await set('plain')).status, 200);
  assert.deepEqual(await seenBy(), ['admin', 'local', 'seller']);
  await set('off');
  assert.deepEqual(await seenBy(), ['admin', 'local']);
  // The page answers as before: a menu grants nothing.
  assert.equal((await app.call(tills.getRegisters, {}, people.elsewhere)).status, 200);
});

test('a product brings the till to administrators, and what was recorded keeps it for its location', async () => {
  await using app = await shop();
  const { companyId, locationId, seenBy } = app;
  await buildProduct(app, { companyId });
  assert.deepEqual(await seenBy(), ['admin']);
  await buildTill(app, { companyId, locationId });
  await app.database.write.updateTable('tillPlaces').set({ mode: 'off' }).execute();
  assert.deepEqual(await seenBy(), ['admin', 'local', 'seller']);
});

test('another company that sells changes no menu', async () => {
  await using app = await shop();
  const other = await buildBusiness(app);
  await buildTill(app, { companyId: other.company.id, locationId: other.location.id });
  assert.deepEqual(await app.seenBy(), []);
});
