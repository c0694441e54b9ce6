// Tests of the zones that locations and the seller can have: those of Node and PostgreSQL, by their exact names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyLocations } from '#contract/company/locations.ts';
import { seller } from '#contract/money/seller.ts';
import { geolocations } from '#contract/places.ts';
import { timeZoneAt } from '#server/places/gazetteer.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';
import { zoneOrUtc } from './time-zones.ts';

test('the list has the names and the links of places, and the zone of every place on earth', async () => {
  await using app = await testApp();
  const { answer: names } = await app.call(geolocations.getTimeZones, {});
  for (const name of [
    ...['UTC', 'Europe/Kyiv', 'Europe/Kiev', 'Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires'],
    ...['America/Buenos_Aires', 'Asia/Ho_Chi_Minh', 'Asia/Saigon', 'Atlantic/Faroe', 'Asia/Kathmandu'],
  ])
    assert.ok(names.includes(name), name);
  assert.deepEqual(names, names.toSorted());
  assert.deepEqual(
    names.filter((name) => /^(posix|right)\/|^[+-]/.test(name)),
    [],
  );
  const known = new Set(names);
  for (let latitude = -89; latitude < 90; latitude += 6)
    for (let longitude = -179; longitude < 180; longitude += 6) {
      const zone = timeZoneAt(latitude, longitude);
      assert.ok(known.has(zone), `${zone} at ${latitude}, ${longitude}`);
    }
});

test('offsets, names in another case and unknown names are refused, and change nothing', async () => {
  await using app = await testApp();
  const { employee, location } = await buildBusiness(app, { actions: ['admin', 'sys'] });
  const cookie = await signIn(app, employee);
  const { insert, update, getById } = companyLocations.operations;
  const sellerBefore = (await app.call(seller.get, {}, cookie)).answer.timeZone;
  for (const timeZone of ['+05:30', '-03', 'europe/riga', 'EUROPE/RIGA', 'Mars/Phobos', 'posix/Europe/Riga', 'utc']) {
    const fields = { name: 'Dune', urlName: 'dune', description: '', timeZone, geolocationId: null };
    for (const refused of [
      await app.call(insert, fields, cookie),
      await app.call(update, { id: location.id, timeZone }, cookie),
      await app.call(seller.update, { timeZone }, cookie),
    ]) {
      assert.equal(refused.status, 417, `${timeZone}: ${refused.body}`);
      assert.match(refused.body, /"TimeZone"/);
    }
    assert.equal(await zoneOrUtc(app, timeZone), 'UTC');
  }
  assert.equal((await app.call(getById, { id: location.id }, cookie)).answer.timeZone, 'Europe/Riga');
  assert.equal((await app.call(seller.get, {}, cookie)).answer.timeZone, sellerBefore);
  assert.equal((await app.call(update, { id: location.id, timeZone: 'Europe/Kiev' }, cookie)).status, 200);
  assert.equal((await app.call(getById, { id: location.id }, cookie)).answer.timeZone, 'Europe/Kiev');
});
