// Tests that no location or person takes the first part of an address of ours as their public name.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { addresses } from '#contract/addresses.ts';
import { companyLocations } from '#contract/company/locations.ts';
import { account } from '#contract/identity/account.ts';
import { isReservedName } from '#contract/public-names.ts';
import { migrationSql } from '#server/db/migrate.ts';
import { buildBusiness, buildLocation, setTerms } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { migratedDatabase } from '#server/testing/database/migration-databases.ts';
import { writeStreetTiles } from '#server/testing/files/street-tiles.ts';
import { testApp } from '#server/testing/test-app.ts';

test('the first part of every page and route is reserved', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-tiles-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const MAP_TILES = join(folder, 'town.pmtiles');
  await writeStreetTiles(MAP_TILES);
  // With every route that a setting adds.
  await using app = await testApp({ env: { MAP_TILES } });
  const routes = app.server
    .printRoutes({ commonPrefix: false, method: 'GET' })
    .split('\n')
    // Top-level routes stand at the start of a line.
    .filter((line) => /^[├└]/.test(line))
    .map((line) => line.replace(/^\S+ /, ''));
  const firstParts = [...addresses, ...routes].map((path) => /^\/([^/ ]*)/.exec(path)?.[1] ?? '');
  const missing = firstParts.filter((part) => part && part !== '*' && !part.startsWith(':') && !isReservedName(part));
  assert.deepEqual(missing, []);
  assert.ok(routes.length > 10, String(routes.length));
});

test('a reserved name is refused wherever a UrlName is written, and never derived', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  await setTerms(app, { maxLocations: 100 }, company.id);
  const admin = await signIn(app, employee);
  const { insert, update } = companyLocations.operations;
  for (const urlName of ['payment', 'EMBED.js', 'v', 'app', 'Demo']) {
    const refused = await app.call(insert, { name: 'Payment', urlName }, admin);
    assert.deepEqual(
      refused.complaints.map(({ Key }) => Key),
      ['UrlName'],
      urlName,
    );
    assert.equal((await app.call(update, { id: employee.locationId, urlName }, admin)).status, 417, urlName);
    assert.equal((await app.call(account.setCurrent, { urlName }, admin)).status, 417, urlName);
  }
  const names: string[] = [];
  for (const name of ['Payment', 'Café Müller', 'Café Müller']) {
    const { answer } = await app.call(insert, { name }, admin);
    names.push(answer.urlName);
    assert.equal(answer.timeZone, 'Europe/Riga', 'that of the location where the caller works');
  }
  assert.deepEqual(names, ['location', 'cafe-muller', 'cafe-muller-2']);
});

test('a new location without a time zone has that of its place', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  await setTerms(app, { maxLocations: 100 }, company.id);
  const lisbon = await buildLocation(app, company, { at: { latitude: 38.72, longitude: -9.14, city: 'Lisbon' } });
  const input = { name: 'Baixa', geolocationId: lisbon.geolocationId };
  const { answer } = await app.call(companyLocations.operations.insert, input, await signIn(app, employee));
  assert.equal(answer.timeZone, 'Europe/Lisbon');
});

test('locations and people that were called "appointments" before have another name since', async () => {
  await using empty = await migratedDatabase();
  const { client } = empty;
  // As they were before the migration.
  await client.query(`
    drop index visits_e_mail;
    create index visits_e_mail on visits (lower(e_mail)) where e_mail <> '';
    alter table action_links drop column sign_in_id;
    drop table visitor_sign_ins cascade`);
  const company = randomUUIDv7();
  await client.query(`insert into companies (id, name) values ($1, 'Salon')`, [company]);
  const name = async (urlName: string) =>
    await client.query(
      `insert into locations (company_id, id, name, url_name, time_zone) values ($1, gen_random_uuid(), $2, $2, 'Europe/Riga')`,
      [company, urlName],
    );
  for (const urlName of ['Appointments', 'appointments-2', 'appointment-book']) await name(urlName);
  await client.query(await migrationSql('0050-visitor-sign-ins.sql'));
  const { rows } = await client.query<{ url_name: string }>('select url_name from locations order by url_name');
  assert.deepEqual(rows.map(({ url_name }) => url_name).toSorted(), [
    'Appointments-3',
    'appointment-book',
    'appointments-2',
  ]);
});
