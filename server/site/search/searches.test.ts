// Tests of the search of the signed-in area, through HTTP.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type BuiltEmployee, buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

interface Result {
  Id: string;
  Kind: string;
  Name: string;
  SRef: string;
}

async function search(app: TestApp, employee: BuiltEmployee, words: string, more = '') {
  const url = `/api/searches/GetPaginated?search=${encodeURIComponent(words)}${more}`;
  const answer = await app.server.inject({ url, headers: await signIn(app, employee) });
  assert.equal(answer.statusCode, 200, answer.body);
  const body: { TotalRows: number; Searches: Result[] } = answer.json();
  return { ...body, names: body.Searches.map((result) => result.Name) };
}

test('a contact is found by any part of name, address or number, without accents', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const contact = await buildContact(app, employee, {
    name: 'Jānis Bērziņš',
    eMail: 'janis.b@daybook.test',
    phoneNumber: '+371 20000001',
  });
  for (const words of ['berz', 'JANIS', 'janis.b@', '20000001', 'bērziņš jānis']) {
    const { Searches } = await search(app, employee, words);
    assert.deepEqual(Searches, [
      {
        Id: contact.id,
        Kind: 'contact',
        Name: 'Jānis Bērziņš',
        EMail: 'janis.b@daybook.test',
        PhoneNumber: '+371 20000001',
        SRef: '',
      },
    ]);
  }
  assert.deepEqual((await search(app, employee, 'janis peters')).names, []);
  assert.deepEqual((await search(app, employee, '%')).names, []);
});

test('customers are found once and by name, however many come before them', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const client = await app.database.connect();
  await client.query(
    `insert into contacts (company_id, id, name) select $1, gen_random_uuid(),
       'Customer ' || lpad(n::text, 4, '0') || case when n in (10, 200, 201, 2300) then ' Rare' else '' end
     from generate_series(1, 2400) n`,
    [employee.companyId],
  );
  await client.end();
  const rare = [10, 200, 201, 2300].map((n) => `Customer ${String(n).padStart(4, '0')} Rare`);
  assert.deepEqual((await search(app, employee, 'rare')).names, rare);
  const all = await search(app, employee, 'customer');
  assert.deepEqual(all.names.slice(0, 2), ['Customer 0001', 'Customer 0002']);
  assert.equal(new Set(all.names).size, all.names.length);
});

test('an event is found with a link to its day on the calendar', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  // In Riga it is already the next day.
  const late = await buildEvent(app, employee, { start: '2026-03-02T22:30:00Z', title: 'Night check' });
  await buildEvent(app, employee, { start: '2026-03-02T09:00:00Z', title: 'Night off', status: 'cancelled' });
  const days = await buildEvent(app, employee, {
    start: '2026-03-05T22:00:00Z',
    end: '2026-03-06T22:00:00Z',
    dates: ['2026-03-06', '2026-03-07'],
    title: 'Night fair',
  });
  const { Searches } = await search(app, employee, 'night');
  assert.deepEqual(
    Searches.map((result) => result.SRef),
    [`/app/user/calendars?event=${late.id}&date=2026-03-03`, `/app/user/calendars?event=${days.id}&date=2026-03-06`],
  );
});

test('a user finds their own events, an administrator those of the company, no one those of another company', async () => {
  await using app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['user'] });
  const elsewhere = await buildLocation(app, company);
  const colleague = await buildEmployee(app, elsewhere, { actions: ['user'] });
  const admin = await buildEmployee(app, elsewhere, { actions: ['admin'] });
  const local = await buildEmployee(app, location, { actions: ['lcladmin'] });
  const { employee: stranger } = await buildBusiness(app, { actions: ['admin'] });
  await buildEvent(app, employee, { start: '2026-03-02T09:00:00Z', title: 'Massage one' });
  await buildEvent(app, colleague, { start: '2026-03-02T10:00:00Z', title: 'Massage two' });
  await buildEvent(app, stranger, { start: '2026-03-02T11:00:00Z', title: 'Massage three' });
  await buildContact(app, stranger, { name: 'Massage contact' });
  assert.deepEqual((await search(app, employee, 'massage')).names, ['Massage one']);
  assert.deepEqual((await search(app, colleague, 'massage')).names, ['Massage two']);
  assert.deepEqual((await search(app, admin, 'massage')).names, ['Massage one', 'Massage two']);
  const [first] = (await search(app, admin, 'massage one')).Searches;
  assert.match(first?.SRef ?? '', new RegExp(`&calendar=${employee.calendarId}$`), 'on the calendar of his colleague');
  assert.deepEqual((await search(app, local, 'massage')).names, ['Massage one']);
});

test('a person links to their calendar for users of it, else to their public profile', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { lastName: 'Asking' });
  const zoe = await buildEmployee(app, location, { firstName: 'Zoe', urlName: 'zoe' });
  await buildEmployee(app, location, { firstName: 'Zoe', lastName: 'Zz', isProfilePublic: false });
  const admin = await buildEmployee(app, location, { actions: ['admin'] });
  await buildBusiness(app, { firstName: 'Zoe' });
  const refs = async (employee: BuiltEmployee) =>
    (await search(app, employee, 'zoe')).Searches.map((result) => result.SRef);
  assert.deepEqual(await refs(employee), [`/${location.urlName}/zoe`, '']);
  assert.equal((await refs(admin))[0], `/app/user/calendars?calendar=${zoe.calendarId}`);
});

test('pages of the menu are found by people who may open them', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { actions: ['user'] });
  const admin = await buildEmployee(app, location, { actions: ['admin'] });
  const id = randomUUIDv7();
  const { write } = app.database;
  await write.insertInto('pages').values({ id, name: 'Ledgers', sRef: '/app/company/ledgers', may: 'admin' }).execute();
  await write.insertInto('pages').values({ id: randomUUIDv7(), name: 'Ledgers hidden', sRef: '/app/x' }).execute();
  await write.insertInto('menuItems').values({ id: randomUUIDv7(), pageId: id, name: 'Ledgers' }).execute();
  assert.deepEqual((await search(app, employee, 'ledgers')).names, []);
  const { Searches } = await search(app, admin, 'ledgers');
  assert.deepEqual(
    Searches.map(({ Kind, SRef }) => [Kind, SRef]),
    [['page', '/app/company/ledgers']],
  );
  assert.deepEqual((await search(app, employee, 'calendars')).names, ['Calendar']);
  const { location: berlin } = await buildBusiness(app);
  const german = await buildEmployee(app, berlin, { language: 'de' });
  assert.deepEqual((await search(app, german, 'kalender')).names, ['Kalender'], 'as the menu calls it');

  await write
    .insertInto('userPages')
    .values({ companyId: employee.companyId, userId: employee.userId, pageId: id })
    .execute();
  assert.deepEqual((await search(app, employee, 'ledgers')).names, ['Ledgers'], 'granted to him alone');
});

test('matches at the beginning come first; pages follow one order', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  for (const name of ['Rosanna', 'Peter Anders', 'Anna', 'Andrea', 'Susan'])
    await buildContact(app, employee, { name });
  await buildEvent(app, employee, { start: '2026-03-09T09:00:00Z', title: 'Anniversary later' });
  await buildEvent(app, employee, { start: '2026-03-03T09:00:00Z', title: 'Anniversary soon' });
  const all = await search(app, employee, 'an');
  const expected = ['Andrea', 'Anna', 'Anna Person', 'Anniversary soon', 'Anniversary later', 'Peter Anders'];
  assert.deepEqual(
    all.names.map((name) => name.replace(/ \d+$/, '')).filter((name) => name !== 'Calendars'),
    expected,
  );
  const paged: string[] = [];
  for (let page = 1; page <= 4; page++) {
    const { names, TotalRows } = await search(app, employee, 'an', `&pageNr=${page}&rowsPerPage=3`);
    assert.equal(TotalRows, all.TotalRows);
    paged.push(...names);
  }
  assert.deepEqual(paged, all.names);
  const contacts = await search(app, employee, 'an', '&kind=contact&pageNr=1&rowsPerPage=10');
  assert.deepEqual(contacts.names, ['Andrea', 'Anna', 'Peter Anders']);
  const inside = await search(app, employee, 'ann', '&kind=contact');
  assert.deepEqual(inside.names, ['Anna', 'Rosanna']);
});

test('a word of one or two letters is found at the beginning of words, for the index to serve it', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  await buildContact(app, employee, { name: 'Ada Okonkwo' });
  await buildContact(app, employee, { name: 'Nook Brook' });
  await buildEvent(app, employee, { start: '2026-03-09T09:00:00Z', title: 'Take off' });
  const names = async (words: string) => [
    ...(await search(app, employee, words, '&kind=contact')).names,
    ...(await search(app, employee, words, '&kind=event')).names,
  ];
  assert.deepEqual(await names('ok'), ['Ada Okonkwo']);
  assert.deepEqual(await names('Ó'), ['Ada Okonkwo', 'Take off']);
  assert.deepEqual(await names('br no'), ['Nook Brook'], 'each of several words');
  assert.deepEqual(await names('ok ada'), ['Ada Okonkwo'], 'beside a longer word at any place');
  for (const words of ['_', '\\', '%', '&']) assert.deepEqual(await names(words), []);
});

test('an address is found whole, and the index looks only for the part before a domain that many share', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  for (const [lane, domain] of ['daybook.test', 'daybook.example'].entries()) {
    await buildContact(app, employee, { name: `Anna at ${domain}`, eMail: `anna_berzina@${domain}` });
    await buildEvent(app, employee, {
      start: '2026-03-09T09:00:00Z',
      title: domain,
      eMail: `anna_berzina@${domain}`,
      lane,
    });
  }
  const { names } = await search(app, employee, 'anna_berzina@daybook.test');
  assert.deepEqual(names.toSorted(), ['Anna at daybook.test', 'daybook.test']);
  const indexed = async (word: string) => {
    const { rows } = await sql<{ first: string }>`select first from index_patterns(array[${word}])`.execute(
      app.database.read,
    );
    return rows[0]?.first;
  };
  assert.equal(await indexed(String.raw`%anna\_berzina@daybook.test%`), String.raw`%anna\_berzina@%`);
  assert.equal(await indexed('%info@daybook.test%'), '%info@daybook.test%', 'a part that many share itself');
  assert.equal(await indexed('%anna.berzina@%'), '%anna.berzina@%');
});

test('a result is found by its id, if the caller may see it', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { firstName: 'Berta', lastName: 'B' });
  const { employee: stranger } = await buildBusiness(app, { actions: ['admin', 'sys'] });
  const contact = await buildContact(app, employee, { name: 'Janis' });
  const event = await buildEvent(app, employee, { start: '2026-03-02T09:00:00Z', title: 'Cut' });
  const byId = async (employee: BuiltEmployee, id: string) =>
    app.server.inject({ url: `/api/searches/GetById?id=${id}`, headers: await signIn(app, employee) });
  for (const [id, kind, name] of [
    [contact.id, 'contact', 'Janis'],
    [event.id, 'event', 'Cut'],
    [employee.userId, 'person', 'Berta B'],
  ] as const) {
    const answer = await byId(employee, id);
    assert.deepEqual([answer.json().Kind, answer.json().Name], [kind, name]);
    assert.deepEqual(Object.keys(answer.json()), ['Id', 'Kind', 'Name', 'EMail', 'PhoneNumber', 'SRef']);
    assert.equal((await byId(stranger, id)).statusCode, 404);
  }
  assert.equal((await byId(employee, 'x')).statusCode, 417);
});
