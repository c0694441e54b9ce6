// Tests of the calls about places, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

test('the map starts at the configured centre, at zoom 14', async () => {
  await using app = await testApp({ env: { MAP_LATITUDE: '52.52', MAP_LONGITUDE: '13.405' } });
  const answer = await app.server.inject('/api/geolocations/GetDefault');
  assert.deepEqual(answer.json(), {
    Latitude: 52.52,
    Longitude: 13.405,
    Zoom: 14,
    StyleUrl: 'https://tiles.openfreemap.org/styles/liberty',
  });
});

test('places are found by name and by point, with the names of the specification', async () => {
  await using app = await testApp();
  const found = (await app.server.inject('/api/geolocations/Search?text=riga&limit=3')).json();
  assert.ok(found.length <= 3);
  assert.equal(found[0].City, 'Riga');
  assert.equal(found[0].Country, 'Latvia');
  assert.equal(found[0].Streat, '-');
  const at = (await app.server.inject('/api/geolocations/Reverse?latitude=-31.55&longitude=159.08')).json();
  assert.equal(at.TimeZone, 'Australia/Lord_Howe');
  assert.equal(at.Latitude, -31.55);
  assert.equal((await app.server.inject('/api/geolocations/Reverse?latitude=91&longitude=0')).statusCode, 417);
  assert.equal((await app.server.inject('/api/geolocations/Search?text=')).statusCode, 417);
});

test('the places of an area are the most populous ones there, without a session', async () => {
  await using app = await testApp();
  const around = (west: number, south: number, east: number, north: number) =>
    app.server.inject({ url: '/api/geolocations/Around', query: { west, south, east, north } as never });
  const places = (await around(23.5, 56.75, 24.75, 57.25)).json();
  assert.deepEqual([places[0].Name, places[0].IsPart, places.length < 400], ['Riga', false, true]);
  assert.ok(places[0].Population > 500_000);
  const names = places.map(({ Name }: { Name: string }) => Name);
  assert.ok(
    ['Jūrmala', 'Salaspils'].every((name) => names.includes(name)),
    names.join(),
  );
  for (const { Latitude, Longitude } of places) {
    assert.ok(Latitude >= 56.75 && Latitude <= 57.25 && Longitude >= 23.5 && Longitude <= 24.75);
  }
  assert.equal((await around(-180, -90, 180, 90)).json().length, 400);
  assert.equal((await around(0, 0, 181, 10)).statusCode, 417);
});

test("an administrator saves a place for their company; its missing parts become '-'", async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const insert = async (headers: object) =>
    app.server.inject({
      method: 'POST',
      url: '/api/geolocations/Insert',
      headers: { ...headers },
      payload: { Name: 'Studio', Streat: 'Brīvības 1', City: '', Latitude: 56.95, Longitude: 24.11, Changed: true },
    });
  const answer = await insert(await signIn(app, employee));
  assert.equal(answer.statusCode, 200, answer.body);
  const { Id, ...saved } = answer.json();
  assert.deepEqual(saved, { Name: 'Studio', LineAddress: '-', Latitude: 56.95, Longitude: 24.11, Country: '-' });
  const stored = await app.database.read
    .selectFrom('geolocations')
    .select(['companyId', 'street', 'city', 'zipCode'])
    .where('id', '=', Id)
    .executeTakeFirst();
  assert.deepEqual(stored, { companyId: company.id, street: 'Brīvības 1', city: '-', zipCode: '-' });

  const { employee: other } = await buildBusiness(app);
  assert.equal((await insert(await signIn(app, other))).statusCode, 403);
  assert.equal((await insert({})).statusCode, 410);
});
