// Tests of the public home page's calls, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { buildBusiness, buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { viewOf } from './map-view.ts';
import { peopleInView } from './store.ts';

async function get(app: TestApp, path: string) {
  const answer = await app.server.inject(`/api/home/${path}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

interface Hit {
  UserProfile: { Name: string; UrlName: string };
  Location: { Name: string };
  OtherLocations: { Name: string }[];
  NextFree: string | null;
}

async function names(app: TestApp, words: string, more = '&rowsPerpage=50'): Promise<string[]> {
  const { Data } = await get(app, `Search?pageNr=1&str=${encodeURIComponent(words)}${more}`);
  return Data.map((hit: Hit) => hit.UserProfile.Name);
}

test('the plans are listed with their details', async () => {
  await using app = await testApp();
  const plans = await get(app, 'GetPlanDetails');
  assert.deepEqual(
    plans.map((plan: { Number: number }) => plan.Number),
    [1, 2],
  );
  assert.equal(typeof plans[0].MonthlyCost, 'number');
  assert.deepEqual(Object.keys(plans[0]), [
    'Number',
    'Name',
    'Description',
    'MaxUsers',
    'MaxLocations',
    'MonthlyCost',
    'SmsCost',
  ]);
});

test('visitors learn whether registration is open', async () => {
  await using app = await testApp();
  assert.deepEqual(await get(app, 'GetRegistration'), { IsOpen: true });
  await app.database.write
    .updateTable('settings')
    .set({ value: 'false' })
    .where('key', '=', 'registration.open')
    .execute();
  assert.deepEqual(await get(app, 'GetRegistration'), { IsOpen: false });
});

test('a person is found by name, profession, services, company and place, ignoring accents and case', async () => {
  await using app = await testApp();
  const company = await buildCompany(app, { name: 'Klīnika Āboliņa' });
  const location = await buildLocation(app, company, {
    name: 'Old Town',
    address: 'Brīvības iela 55',
    at: { latitude: 56.95, longitude: 24.1, city: 'Rīga', country: 'Latvia' },
  });
  const anna = await buildEmployee(app, location, {
    firstName: 'Jānis',
    lastName: 'Bērziņš',
    profession: 'Zobārsts',
  });
  await buildService(app, anna, { name: 'Tooth cleaning' });
  await buildService(app, anna, { name: 'Whitening', isActive: false });
  const elsewhere = await buildLocation(app, await buildCompany(app), { at: null });
  await buildEmployee(app, elsewhere, { firstName: 'Somebody', lastName: 'Else' });
  for (const words of ['janis', 'BERZINS', 'zobarsts', 'clean', 'abolina', 'old town', 'brivibas', 'RĪGA', 'latvia']) {
    assert.deepEqual(await names(app, words), ['Jānis Bērziņš'], words);
  }
  assert.deepEqual(await names(app, 'janis riga tooth'), ['Jānis Bērziņš'], 'every word somewhere');
  const { Data, Unmatched } = await get(app, `Search?str=${encodeURIComponent('janis Vilnius')}`);
  assert.deepEqual([Data.length, Unmatched], [1, ['Vilnius']], 'a word that finds nothing is named');
  assert.deepEqual(await names(app, 'whitening'), [], 'a service that is not offered any more');
  assert.equal((await names(app, '')).length, 2);
});

test('signs are no words, and no wildcards or operators', async () => {
  await using app = await testApp();
  await buildBusiness(app, { firstName: 'Anna', lastName: 'Hundred%', profession: 'a_b\\c' });
  await buildBusiness(app, { firstName: 'Berta', lastName: 'Plain', profession: 'axb' });
  for (const words of ['hundred%', 'a_b', 'b\\c', "hundred:*&!'", '!hundred', 'hundred | plain']) {
    assert.deepEqual(await names(app, words), words === 'hundred | plain' ? [] : ['Anna Hundred%'], words);
  }
  for (const words of ['%', '_', "':*&!'", '&|!()<->', '\\']) {
    const answer = await get(app, `Search?str=${encodeURIComponent(words)}`);
    assert.deepEqual([answer.TotalRows, answer.Unmatched], [0, [words]], words);
  }
  assert.equal((await app.server.inject(`/api/home/Search?str=${'x'.repeat(200)}`)).statusCode, 417);
  assert.deepEqual((await get(app, `Search?str=${'x'.repeat(100)}`)).Unmatched, ['x'.repeat(100)]);
  assert.equal(
    (await app.server.inject('/api/home/Search?str=a%00b')).statusCode,
    417,
    'no database keeps this letter',
  );
  assert.deepEqual(await names(app, "'; drop table users --"), []);
});

test('only public profiles are found', async () => {
  await using app = await testApp();
  await buildBusiness(app, { firstName: 'Hidden', isProfilePublic: false });
  assert.deepEqual(await names(app, 'hidden'), []);
  const nobody = { TotalRows: 0, Data: [], Time: null, Near: null, Unmatched: [], Corrected: [] };
  assert.deepEqual(await get(app, 'Search'), nobody);
  assert.deepEqual(await get(app, 'Search?str=hidden'), { ...nobody, Unmatched: ['hidden'] });
});

test('a page has four hits, the order is stable, and a person at two places is one hit that names both', async () => {
  await using app = await testApp();
  const company = await buildCompany(app);
  const north = await buildLocation(app, company, { name: 'North' });
  const south = await buildLocation(app, company, { name: 'South' });
  for (const lastName of ['E', 'C', 'A', 'D']) await buildEmployee(app, north, { firstName: 'Anna', lastName });
  await buildEmployee(app, [south, north], { firstName: 'Anna', lastName: 'B' });
  const page = async (pageNr: number) => {
    const { TotalRows, Data } = await get(app, `Search?pageNr=${pageNr}&rowsPerpage=4&str=anna`);
    assert.equal(TotalRows, 5);
    return Data.map(({ UserProfile, Location, OtherLocations }: Hit) =>
      [UserProfile.Name, Location.Name, ...OtherLocations.map(({ Name }) => Name)].join(' '),
    );
  };
  assert.deepEqual(await page(1), ['Anna A North', 'Anna B North South', 'Anna C North', 'Anna D North']);
  assert.deepEqual(await page(2), ['Anna E North']);
  assert.deepEqual(await page(3), []);
  assert.equal((await get(app, 'Search')).Data.length, 4, 'four without being asked');
  for (const wrong of ['pageNr=0', 'rowsPerpage=51', 'pageNr=1.5', 'pageNr=x', 'colour=red']) {
    assert.equal((await app.server.inject(`/api/home/Search?${wrong}`)).statusCode, 417, wrong);
  }
});

test('matches of the name come before matches of the work, and those before matches of the place', async () => {
  await using app = await testApp();
  const town = await buildLocation(app, await buildCompany(app, { name: 'A' }), { name: 'Rose Garden' });
  await buildEmployee(app, town, { firstName: 'At', lastName: 'Place' });
  const { employee: offering } = await buildBusiness(app, { firstName: 'With', lastName: 'Service' });
  await buildService(app, offering, { name: 'Rose bath' });
  await buildBusiness(app, { firstName: 'By', lastName: 'Work', profession: 'Rose breeder' });
  await buildBusiness(app, { firstName: 'Rose', lastName: 'Zimmer' });
  assert.deepEqual(await names(app, 'rose'), ['Rose Zimmer', 'By Work', 'With Service', 'At Place']);
});

test('a hit has the place, the lowest price and the next free time', async () => {
  await using app = await testApp({ now: '2026-03-02T08:00:00Z' });
  const { company, location, employee } = await buildBusiness(app, { profession: 'Barber', urlName: 'anna' });
  await buildService(app, employee, { name: 'Cut', minutes: 30, price: 25.5 });
  await buildService(app, employee, { name: 'Shave', minutes: 60, price: 18 });
  await buildService(app, employee, { name: 'Never', minutes: 5, price: 1, isActive: false });
  // The clock says 10:00 in Riga; the place opens at 9:00.
  await buildEvent(app, employee, { start: '2026-03-02T08:00:00Z', end: '2026-03-02T08:50:00Z' });
  const { Data } = await get(app, 'Search');
  const [hit] = Data;
  assert.deepEqual(hit.Company, { Id: company.id, Name: company.name });
  assert.equal(hit.Location.Id, location.id);
  assert.equal(hit.Location.UrlName, location.urlName);
  assert.equal(hit.Location.TimeZone, 'Europe/Riga');
  assert.equal(hit.Location.GeoLocation.Id, location.geolocationId);
  assert.equal(hit.UserProfile.UrlName, 'anna');
  assert.equal(hit.UserProfile.Profession, 'Barber');
  assert.equal(hit.PriceFrom, 18);
  assert.equal(hit.NextFree, '2026-03-02T11:00:00+02:00');
  const query = `locationUrlName=${location.urlName}&userUrlName=anna`;
  const first = await app.server.inject(`/api/publiccalendars/GetFirstFree?${query}`);
  assert.equal(first.json().Start, hit.NextFree, 'and it is what the profile says');
});

test('the next free time is that of the service that the search names, however long', async () => {
  await using app = await testApp({ now: '2026-03-02T08:00:00Z' });
  const { employee } = await buildBusiness(app, { firstName: 'Anna' });
  await buildService(app, employee, { name: 'Fringe trim', minutes: 15 });
  await buildService(app, employee, { name: 'Root colour', minutes: 120 });
  // Half an hour is free from 10:00 in Riga, two hours from 12:00.
  await buildEvent(app, employee, { start: '2026-03-02T08:30:00Z', end: '2026-03-02T10:00:00Z' });
  const nextFree = async (words: string) => {
    const { Data } = await get(app, `Search?str=${encodeURIComponent(words)}`);
    return Data.map((hit: Hit) => hit.NextFree?.slice(11, 16));
  };
  assert.deepEqual(await nextFree('Anna'), ['10:00']);
  assert.deepEqual(await nextFree('anna colour'), ['12:00']);
  assert.deepEqual(await nextFree('root'), ['12:00']);
  assert.deepEqual(await nextFree('trim'), ['10:00']);
});

test('a person booked out for weeks is free later; one without a public calendar or hours has no free time', async () => {
  await using app = await testApp({ now: '2026-03-02T08:00:00Z' });
  const company = await buildCompany(app);
  const location = await buildLocation(app, company, { at: null });
  const busy = await buildEmployee(app, location, { lastName: 'Busy' });
  await buildEvent(app, busy, { start: '2026-03-01T00:00:00Z', end: '2026-03-31T21:00:00Z' });
  await buildEmployee(app, location, { lastName: 'Closed', hours: [] });
  await buildEmployee(app, location, { lastName: 'Private', isCalendarPublic: false });
  const full = await buildEmployee(app, location, { lastName: 'Full', horizonDays: 30 });
  await buildEvent(app, full, { start: '2026-03-01T00:00:00Z', end: '2026-05-01T00:00:00Z' });
  const { Data } = await get(app, 'Search');
  assert.equal(Data[0].Location.GeoLocation, null);
  assert.equal(Data[0].PriceFrom, null);
  const free = Object.fromEntries(Data.map((hit: Hit) => [hit.UserProfile.Name.split(' ')[1], hit.NextFree]));
  assert.deepEqual(free, { Busy: '2026-04-01T09:00:00+03:00', Closed: null, Private: null, Full: null });
});

test('a map finds the people in its view, nearest first, also across the 180th meridian', async () => {
  await using app = await testApp();
  const company = await buildCompany(app);
  const person = async (lastName: string, latitude: number, longitude: number) => {
    const location = await buildLocation(app, company, { at: { latitude, longitude } });
    await buildEmployee(app, location, { firstName: 'Anna', lastName });
  };
  await person('Near', 56.951, 24.1);
  await person('Here', 56.95, 24.1);
  await person('Edge', 56.95, 24.14);
  await person('Outside', 56.95, 24.16);
  await person('North', 56.98, 24.1);
  await person('East of Fiji', -18, -179.95);
  await person('West of Fiji', -18, 179.8);
  const seen = async (latitude: number, longitude: number, zoom?: number) => {
    const query = `latitude=${latitude}&longitude=${longitude}${zoom === undefined ? '' : `&zoom=${zoom}`}`;
    const { Data, TotalRows } = await get(app, `SearchByGeoLocation?${query}`);
    assert.equal(TotalRows, Data.length);
    return Data.map((hit: Hit) => hit.UserProfile.Name.replace('Anna ', ''));
  };
  assert.deepEqual(await seen(56.95, 24.1), ['Here', 'Near', 'Edge']);
  assert.deepEqual(await seen(56.95, 24.1, 12), ['Here', 'Near', 'Edge', 'North', 'Outside']);
  assert.deepEqual(await seen(-18, 179.9, 9), ['West of Fiji', 'East of Fiji']);
  assert.deepEqual(await seen(-18, -179.96, 9), ['East of Fiji', 'West of Fiji']);
  assert.equal((await seen(0, 0, 0)).length, 7);
  assert.equal((await app.server.inject('/api/home/SearchByGeoLocation?latitude=1')).statusCode, 417);
});

test('a map shows at most 200 people, counts all, and uses an index', async () => {
  await using app = await testApp();
  const { write } = app.database;
  const company = await buildCompany(app);
  const { companyId, id } = await buildLocation(app, company, { at: { latitude: 10, longitude: 10 } });
  // Thousands of places over the world, and 250 people at one of them.
  await sql`
    with made as (insert into geolocations (company_id, id, name, line_address, latitude, longitude)
      select ${companyId}, gen_random_uuid(), 'x', 'x', -80 + n % 160, -170 + n % 340 from generate_series(1, 1500) n returning id)
    insert into locations (company_id, id, name, url_name, geolocation_id, time_zone)
      select ${companyId}, id, 'x', id::text, id, 'UTC' from made`.execute(write);
  await sql`
    with made as (insert into users (id, log_in, last_name)
      select gen_random_uuid(), 'crowd-' || n, 'Crowd ' || n from generate_series(1, 250) n returning id),
    employed as (insert into employees (company_id, user_id, url_name, is_profile_public)
      select ${companyId}, id, id::text, true from made returning user_id)
    insert into employee_locations select ${companyId}, user_id, ${id} from employed`.execute(write);
  await sql`analyze`.execute(write);
  const { TotalRows, Data } = await get(app, 'SearchByGeoLocation?latitude=10&longitude=10&zoom=14');
  assert.equal(TotalRows, 250);
  assert.equal(Data.length, 200);
  const point = { latitude: 10, longitude: 10 };
  const query = peopleInView(point, viewOf({ ...point, zoom: 14 }));
  const plan = await sql<Record<string, string>>`explain ${query}`.execute(app.database.read);
  const text = plan.rows.flatMap((row) => Object.values(row)).join('\n');
  assert.match(text, /Index Scan (using|on) geolocations_place/);
});

test('feedback of a visitor is stored and returned; ten in 15 minutes are the limit', async () => {
  await using app = await testApp({ now: '2026-03-02T08:00:00Z' });
  const send = (payload: object) => app.server.inject({ method: 'POST', url: '/api/home/Feedback', payload });
  const answer = await send({ Type: 'happy', Message: ' Lovely. ', Name: 'Anna', EMail: 'anna@daybook.test' });
  assert.equal(answer.statusCode, 200, answer.body);
  const { Id, ...saved } = answer.json();
  assert.deepEqual(saved, { Type: 'happy', Message: 'Lovely.', Created: '2026-03-02T08:00:00Z' });
  const stored = await app.database.read.selectFrom('feedback').select(['id', 'name', 'eMail', 'userId']).execute();
  assert.deepEqual(stored, [{ id: Id, name: 'Anna', eMail: 'anna@daybook.test', userId: null }]);
  assert.equal((await send({ Type: 'happy', Message: 'x', EMail: 'nonsense' })).statusCode, 417);
  assert.equal((await send({ Type: 'happy', Message: 'x', Id: crypto.randomUUID() })).statusCode, 417);
  for (let more = 1; more < 10; more++) assert.equal((await send({ Type: 'bug', Message: 'x' })).statusCode, 200);
  const refused = await send({ Type: 'bug', Message: 'x' });
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.headers['retry-after'], '900');
});
