// Tests that the search of the home page finds what people mean, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { renewAllDocuments } from '#server/booking/directory/renew-documents.ts';
import { buildBusiness, buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildEvent, buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

interface Hit {
  UserProfile: { Name: string };
  Location: { Name: string };
  OtherLocations: { Name: string }[];
  Service: { Name: string } | null;
  NextFree: string | null;
  NextFreeTimes: string[];
}

interface Answer {
  TotalRows: number;
  Data: Hit[];
  Time: string | null;
  Near: string | null;
  Unmatched: string[];
  Corrected: { Typed: string; Words: string[] }[];
}

async function search(app: TestApp, words: string): Promise<Answer> {
  const answer = await app.server.inject(`/api/home/Search?rowsPerpage=50&str=${encodeURIComponent(words)}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

async function map(app: TestApp, words: string, zoom = 0): Promise<Answer> {
  const query = new URLSearchParams({ latitude: '56.95', longitude: '24.1', zoom: String(zoom), str: words });
  const answer = await app.server.inject(`/api/home/SearchByGeoLocation?${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

const namesOf = ({ Data }: Answer) => Data.map((hit) => hit.UserProfile.Name);
const found = async (app: TestApp, words: string) => namesOf(await search(app, words));

/** A person for each, with one service. */
async function people(app: TestApp, services: Record<string, string>) {
  for (const [lastName, name] of Object.entries(services)) {
    const { employee } = await buildBusiness(app, { firstName: 'Someone', lastName });
    await buildService(app, employee, { name });
  }
}

test('words that are written joined or split, and in other languages, find the same service', async () => {
  await using app = await testApp();
  await people(app, { One: 'Haircut', Two: 'Hair cut for women', Three: 'Herrenhaarschnitt', Four: 'Matu griezums' });
  for (const words of ['haircut', 'hair cut', 'Haircut', 'hair-cut', 'стрижка', 'griezums', 'coupe de cheveux']) {
    const names = await found(app, words);
    for (const name of ['Someone One', 'Someone Two', 'Someone Three', 'Someone Four'])
      assert.ok(names.includes(name), `${words}: ${name}`);
  }
  assert.deepEqual(await found(app, 'haarschnitt herren'), ['Someone Three'], 'parts of a compound');
  assert.deepEqual((await search(app, 'haircut')).Corrected, []);
});

test('typing errors are mended only when nothing else is found, and said', async () => {
  await using app = await testApp();
  await people(app, { One: 'Haircut', Two: 'Massage', Three: 'Masalia', Four: 'Стрижка' });
  const mended = async (words: string) => {
    const answer = await search(app, words);
    return [namesOf(answer), answer.Corrected.flatMap(({ Typed, Words }) => [Typed, ...Words])];
  };
  assert.deepEqual(await mended('hairct'), [['Someone One'], ['hairct', 'haircut']]);
  assert.deepEqual(await mended('masage'), [['Someone Two'], ['masage', 'massage']]);
  assert.deepEqual(await mended('Hiarcut'), [['Someone One'], ['Hiarcut', 'haircut']]);
  assert.deepEqual(await mended('стришка'), [['Someone Four'], ['стришка', 'стрижка']]);
  assert.deepEqual(await mended('masal'), [['Someone Three'], []], 'a beginning is no error');
  const nothing = await search(app, 'mxsxgx');
  assert.deepEqual([nothing.TotalRows, nothing.Unmatched], [0, ['mxsxgx']]);
  const other = await search(app, 'massage qwertz');
  assert.deepEqual([namesOf(other), other.Unmatched], [['Someone Two'], ['qwertz']]);
});

test('a search for tomorrow or today finds who is free on that day, with those times', async () => {
  // 10:00 in Riga on a Monday.
  await using app = await testApp({ now: '2026-03-02T08:00:00Z' });
  const company = await buildCompany(app);
  const location = await buildLocation(app, company);
  const build = async (lastName: string, busyDay?: string) => {
    const person = await buildEmployee(app, location, { firstName: 'Anna', lastName });
    await buildService(app, person, { name: 'Massage', minutes: 60 });
    const [start, end] = [`${busyDay}T00:00:00Z`, `${busyDay}T22:00:00Z`];
    if (busyDay) await buildEvent(app, person, { start, end });
  };
  await build('Free');
  await build('Sooner', '2026-03-02');
  await build('Later', '2026-03-03');
  const tomorrow = await search(app, 'massage tomorrow');
  assert.equal(tomorrow.Time, 'tomorrow');
  assert.deepEqual(namesOf(tomorrow).sort(), ['Anna Free', 'Anna Sooner']);
  const times = ['09:00', '09:15', '09:30'].map((time) => `2026-03-03T${time}:00+02:00`);
  for (const hit of tomorrow.Data) assert.deepEqual([hit.NextFreeTimes, hit.NextFree], [times, times[0]]);
  for (const words of ['massage heute', "aujourd'hui massage", 'masāža šodien', 'массаж сегодня', 'masaje hoy']) {
    const today = await search(app, words);
    assert.deepEqual([today.Time, namesOf(today).sort()], ['today', ['Anna Free', 'Anna Later']], words);
  }
  assert.equal((await search(app, 'tomorrow')).TotalRows, 2, 'a time alone');
  assert.deepEqual(namesOf(await map(app, 'massage tomorrow')).sort(), namesOf(tomorrow).sort(), 'pins agree');
});

test('a search for who is open now reads the hours; a word that is also a beginning of a name stays a word', async () => {
  // 20:00 in Riga.
  await using app = await testApp({ now: '2026-03-02T18:00:00Z' });
  const location = await buildLocation(app, await buildCompany(app));
  await buildEmployee(app, location, { firstName: 'Rita', lastName: 'Late', hours: [[1, '12:00', '22:00']] });
  await buildEmployee(app, location, { firstName: 'Anna', lastName: 'Early' });
  const open = await search(app, 'open now');
  assert.deepEqual([open.Time, namesOf(open)], ['openNow', ['Rita Late']]);
  assert.deepEqual(await found(app, 'anna jetzt geöffnet'), []);
  const rita = await search(app, 'Rit');
  assert.deepEqual([rita.Time, namesOf(rita)], [null, ['Rita Late']]);
  assert.equal((await search(app, 'rita rīt')).Time, 'tomorrow');
});

test('a place that no address names finds people nearby, the nearest first', async () => {
  await using app = await testApp();
  const person = async (lastName: string, city: string, latitude: number, longitude: number) => {
    const location = await buildLocation(app, await buildCompany(app), { at: { latitude, longitude, city } });
    await buildEmployee(app, location, { firstName: 'Anna', lastName, profession: 'Barber' });
  };
  await person('Far', 'Teltow', 52.4, 13.26);
  await person('Near', 'Mitte', 52.52, 13.41);
  await person('Riga', 'Rīga', 56.95, 24.1);
  const near = await search(app, 'barber Berlin');
  assert.deepEqual([near.Near, namesOf(near), near.Unmatched], ['Berlin', ['Anna Near', 'Anna Far'], []]);
  const russian = await search(app, 'барбер Рига');
  assert.deepEqual([russian.Near, namesOf(russian)], ['Riga', ['Anna Riga']]);
  const nobody = await search(app, 'barber Lisbon');
  assert.deepEqual([nobody.Near, nobody.TotalRows, nobody.Unmatched], [null, 3, ['Lisbon']]);
  assert.deepEqual(namesOf(await map(app, 'barber Berlin')).sort(), ['Anna Far', 'Anna Near']);
});

test('a card has the best place of a person, and the map a pin for each place of a card', async () => {
  await using app = await testApp();
  const company = await buildCompany(app);
  const north = await buildLocation(app, company, { name: 'North' });
  const south = await buildLocation(app, company, { name: 'South' });
  const west = await buildLocation(app, company, { name: 'West' });
  const anna = await buildEmployee(app, [north, south, west], { firstName: 'Anna', lastName: 'Both' });
  await buildService(app, anna, { name: 'Massage' });
  await buildEmployee(app, west, { firstName: 'Berta', lastName: 'Other' });
  const card = (hit: Hit) => [hit.UserProfile.Name, hit.Location.Name, ...hit.OtherLocations.map(({ Name }) => Name)];
  const pins = async (words: string) =>
    (await map(app, words)).Data.map((hit) => `${hit.UserProfile.Name} ${hit.Location.Name}`).sort();
  assert.deepEqual((await search(app, 'massage')).Data.map(card), [['Anna Both', 'North', 'South', 'West']]);
  assert.deepEqual(await pins('massage'), ['Anna Both North', 'Anna Both South', 'Anna Both West']);
  assert.deepEqual((await search(app, 'anna south')).Data.map(card), [['Anna Both', 'South']]);
  assert.deepEqual(await pins('anna south'), ['Anna Both South']);
  assert.equal((await search(app, '')).TotalRows, 2);
  assert.equal((await map(app, 'massage', 24)).TotalRows, 0, 'only those in the view');
});

test('changes of names, services, places and profiles are found at once', async () => {
  await using app = await testApp();
  const { write } = app.database;
  const { company, location, employee } = await buildBusiness(app, { firstName: 'Anna', lastName: 'Old' });
  const service = await buildService(app, employee, { name: 'Massage' });
  assert.deepEqual(await found(app, 'massage'), ['Anna Old']);
  await write.updateTable('users').set({ lastName: 'New' }).where('id', '=', employee.userId).execute();
  assert.deepEqual(await found(app, 'massage'), ['Anna New']);
  assert.deepEqual((await search(app, 'old')).Unmatched, ['old']);
  await write.updateTable('services').set({ name: 'Sauna' }).where('id', '=', service.id).execute();
  assert.deepEqual(await found(app, 'sauna'), ['Anna New']);
  assert.deepEqual(await found(app, 'massage'), []);
  await write.updateTable('companies').set({ name: 'Lagoon' }).where('id', '=', company.id).execute();
  assert.deepEqual(await found(app, 'lagoon'), ['Anna New']);
  await write.updateTable('locations').set({ name: 'Harbour' }).where('id', '=', location.id).execute();
  assert.deepEqual(await found(app, 'harbour'), ['Anna New']);
  await write.updateTable('geolocations').set({ city: 'Ventspils' }).where('companyId', '=', company.id).execute();
  assert.deepEqual(await found(app, 'ventspils'), ['Anna New']);
  await write.updateTable('services').set({ isActive: false }).where('id', '=', service.id).execute();
  assert.deepEqual(await found(app, 'sauna'), []);
  const hide = (isProfilePublic: boolean) => write.updateTable('employees').set({ isProfilePublic }).execute();
  await hide(false);
  assert.deepEqual((await search(app, 'harbour')).Unmatched, ['harbour']);
  await hide(true);
  assert.deepEqual(await found(app, 'harbour'), ['Anna New']);
  await write.deleteFrom('employeeLocations').where('companyId', '=', company.id).execute();
  assert.deepEqual(await found(app, 'harbour'), []);
  const { rows } = await sql`select from search_vocabulary union all select from search_documents`.execute(write);
  assert.equal(rows.length, 0, 'no word of anyone who is gone is left');
});

test('documents and vocabulary equal those that are written from nothing, after random changes at once', async () => {
  await using app = await testApp();
  const { write } = app.database;
  const team: (Awaited<ReturnType<typeof buildBusiness>> & { service: { id: string } })[] = [];
  for (let number = 0; number < 6; number++) {
    const { company, location, employee } = await buildBusiness(app, { firstName: `First${number}` });
    const service = await buildService(app, employee, { name: `Service${number}` });
    team.push({ company, location, employee, service });
  }
  const words = ['Amber', 'Birch', 'Cedar', 'Daisy', 'Elder'];
  const change = async (number: number) => {
    const one = team[number % team.length];
    const name = `${words[number % words.length]} ${words[(number * 3) % words.length]}`;
    if (!one) return;
    const { company, location, employee, service } = one;
    if (number % 5 === 0)
      await write.updateTable('users').set({ lastName: name }).where('id', '=', employee.userId).execute();
    if (number % 5 === 1) await write.updateTable('services').set({ name }).where('id', '=', service.id).execute();
    if (number % 5 === 2) await write.updateTable('companies').set({ name }).where('id', '=', company.id).execute();
    if (number % 5 === 3) await write.updateTable('locations').set({ name }).where('id', '=', location.id).execute();
    if (number % 5 === 4) {
      const isPublic = number % 2 === 0;
      await write
        .updateTable('employees')
        .set({ isProfilePublic: isPublic })
        .where('userId', '=', employee.userId)
        .execute();
    }
  };
  for (let round = 0; round < 8; round++) {
    await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        number % 4 === 3 ? search(app, 'amber') : change(round * 12 + number + round),
      ),
    );
  }
  await renewAllDocuments(app);
  const state = async () => {
    const documents = await sql`select * from search_documents order by company_id, user_id, location_id`.execute(
      write,
    );
    const vocabulary = await sql`select word from search_vocabulary order by word`.execute(write);
    return [documents.rows, vocabulary.rows];
  };
  const renewed = await state();
  await sql`delete from search_documents`.execute(write);
  await sql`delete from search_vocabulary`.execute(write);
  await sql`insert into search_changes (company_id) select id from companies`.execute(write);
  await renewAllDocuments(app);
  assert.deepEqual(renewed, await state());
});

test('letters of any script, however long or many, find people and end no renewal of others', async () => {
  await using app = await testApp();
  const { write } = app.database;
  const { employee, company } = await buildBusiness(app, { firstName: 'Anna' });
  await buildService(app, employee, { name: '吉野家 𠮷野家' });
  await sql`update locations set address = ${`a${'𠮷'.repeat(60)}`} where company_id = ${company.id}`.execute(write);
  const long = Array.from({ length: 5 }, (_, at) => `${String.fromCodePoint(0x3358 + at).repeat(19)}`).join(' ');
  await sql`update companies set name = ${`a ${'a '.repeat(40)}`} where id = ${company.id}`.execute(write);
  for (let made = 0; made < 40; made++) await buildService(app, employee, { name: `${long} ${made}` });
  await people(app, { Zed: 'Zebra walk' });
  assert.deepEqual(await found(app, 'zebra'), ['Someone Zed']);
  assert.equal((await found(app, '𠮷野家')).length, 1);
  for (const words of ['𠮷', '𐌰𐌱', '𠮷野屋', `${'𠮷'.repeat(30)} zzzzzzzz yyyyyyyy xxxxxxxx`]) await search(app, words);
});

test('a document that cannot be written holds no other one back', async () => {
  await using app = await testApp();
  const { write } = app.database;
  await people(app, { One: 'Zebra walk', Two: 'Lion walk', Three: 'Tiger walk' });
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'refused' using errcode = '22P02'; end $$`.execute(write);
  const { rows } = await sql<{ companyId: string }>`
    select company_id from services where name = 'Lion walk'`.execute(write);
  await sql
    .raw(`create trigger refuse before insert on search_documents for each row
      when (new.company_id = '${rows[0]?.companyId}') execute function refuse()`)
    .execute(write);
  await sql`insert into search_changes (company_id) select id from companies`.execute(write);
  await renewAllDocuments(app);
  for (const word of ['zebra', 'tiger']) assert.equal((await found(app, word)).length, 1, word);
  assert.deepEqual(await found(app, 'lion'), []);
});

test('a card has three next free times of the service that is searched for, which follow the calendar', async () => {
  await using app = await testApp({ now: '2026-03-02T08:00:00Z' });
  const { employee } = await buildBusiness(app, { firstName: 'Anna' });
  await buildService(app, employee, { name: 'Fringe trim', minutes: 15 });
  await buildService(app, employee, { name: 'Root colour', minutes: 120 });
  const [trim] = (await search(app, 'anna')).Data;
  assert.equal(trim?.Service?.Name, 'Fringe trim');
  assert.deepEqual(
    trim?.NextFreeTimes.map((time) => time.slice(11, 16)),
    ['10:00', '10:15', '10:30'],
  );
  await buildEvent(app, employee, { start: '2026-03-02T08:00:00Z', end: '2026-03-02T09:00:00Z' });
  const times = async (words: string) =>
    (await search(app, words)).Data[0]?.NextFreeTimes.map((time) => time.slice(11, 16));
  const deadline = performance.now() + 5_000;
  while ((await times('anna'))?.[0] !== '11:00') assert.ok(performance.now() < deadline, 'the notice arrives');
  assert.equal((await search(app, 'окрашивание')).Data[0]?.Service?.Name, 'Root colour');
  assert.deepEqual(await times('окрашивание'), ['11:00', '11:15', '11:30']);
});

test('a service that a person does at one place only is found there', async () => {
  await using app = await testApp();
  const company = await buildCompany(app);
  const north = await buildLocation(app, company, { name: 'North' });
  const south = await buildLocation(app, company, { name: 'South' });
  const owner = await buildEmployee(app, north, { firstName: 'Olga' });
  const anna = await buildEmployee(app, [north, south], { firstName: 'Anna', lastName: 'Both' });
  const service = await buildService(app, owner, { name: 'Sauna' });
  await buildServicePerson(app, anna, service, { locationId: south.id });
  const hits = (await search(app, 'anna sauna')).Data;
  assert.deepEqual(
    hits.map((hit) => [hit.Location.Name, hit.OtherLocations.length]),
    [['South', 0]],
  );
});
