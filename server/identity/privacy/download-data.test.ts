// Tests of downloading personal data.
import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { privacy } from '#contract/identity/privacy.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { buildOutsideAccount } from '#server/testing/build/outside-account.ts';
import { buildReceipt } from '#server/testing/build/receipt.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { unzip } from '#server/testing/files/unzip.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { calendarTablesLeftOut, tablesOfCalendars, tablesOfOutsideCalendars } from './calendar-tables.ts';
import { asCustomer, type DownloadedTable, tablesLeftOut } from './downloaded-columns.ts';

async function download(app: TestApp, employee: BuiltEmployee) {
  const answer = await app.server.inject({ url: '/api/user/DownloadData', headers: await signIn(app, employee) });
  const contents = unzip(answer.rawPayload);
  const text = contents.get('data.json')?.toString() ?? '';
  return { answer, contents, text, data: JSON.parse(text) };
}

test('the download has all data about the person, no secret, and nothing about their customers', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, {
    password: 'correct horse',
    profession: 'Barber',
    isEMailVerified: false,
  });
  const { employee: colleague } = { employee: await buildEmployee(app, location, { lastName: 'Colleague' }) };
  await buildEvent(app, employee, { start: '2026-03-03T08:00:00Z', title: 'Haircut', name: 'Mara', userId: null });
  await buildEvent(app, colleague, { start: '2026-03-03T08:00:00Z', title: 'Not his', eMail: employee.logIn });
  const { answer, text: all, data } = await download(app, employee);
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-disposition']), /attachment; .*daybook-.*-2026-03-02\.zip/);
  assert.equal(data.users[0].log_in, employee.logIn);
  assert.equal(data.employees[0].profession, 'Barber');
  assert.equal(data.opening_hours.length, 6);
  assert.deepEqual(
    data.events.map(({ title }: { title: string }) => title),
    ['Haircut'],
  );
  assert.ok(data.sessions.length > 0 && data.user_agreements.length === 2);
  assert.doesNotMatch(all, /password|argon2|token_hash|Mara|Colleague|Not his/);

  await app.database.write
    .updateTable('users')
    .set({ eMailVerifiedAt: app.clock.now() })
    .where('id', '=', employee.userId)
    .execute();
  const customer = await buildContact(app, employee, { name: 'Reader', eMail: employee.logIn });
  const key = { companyId: employee.companyId, contactId: customer.id };
  await app.database.write
    .insertInto('contactTags')
    .values({ ...key, tag: 'Regular' })
    .execute();
  const secret = randomBytes(32);
  const consent = { channel: 'email', isGiven: true, source: 'booking', createdAt: app.clock.now() };
  await app.database.write
    .insertInto('consents')
    .values({ ...key, ...consent, id: customer.id })
    .execute();
  const ofVisitor = { companyId: employee.companyId, kind: 'customer', contactId: customer.id, detail: 'service' };
  await app.database.write
    .insertInto('feeds')
    .values({ ...ofVisitor, id: randomUUIDv7(), ...{ tokenHash: secret, linkHash: secret, ownerHash: secret } })
    .execute();
  const { data: verified, text: ofCustomer } = await download(app, employee);
  assert.equal(verified.feeds_as_customer[0].kind, 'customer');
  assert.ok(!ofCustomer.includes(secret.toString('hex')));
  const [known] = verified.contact_of_companies.filter(({ name }: { name: string }) => name === 'Reader');
  assert.deepEqual([known.tags, verified.consents_to_companies[0].channel], [['Regular'], 'email']);
  assert.equal(verified.appointments_as_customer[0].title, 'Not his', 'an address that is his beyond doubt');
  const { text } = await app.database.read
    .selectFrom('userAudits')
    .select('text')
    .where('userId', '=', employee.userId)
    .limit(1)
    .executeTakeFirstOrThrow();
  assert.equal(text, 'Downloaded all data kept about the account');
});

test('the download has the person’s uploaded files, complete, under names that are safe to unpack', async () => {
  await using app = await testApp();
  const { company, employee, location } = await buildBusiness(app);
  const colleague = await buildEmployee(app, location);
  const content = randomBytes(300_000);
  const keep = async (name: string, { userId }: BuiltEmployee, bytes: Buffer) =>
    (await buildFile(app, company, { name, bytes, uploadedBy: userId })).id;
  const big = await keep('a portrait.webp', employee, content);
  const bad = await keep('../../etc/passwd', employee, Buffer.from('short'));
  await keep('not his.txt', colleague, Buffer.from('other'));
  const { contents, data } = await download(app, employee);
  assert.deepEqual(
    [...contents.keys()].toSorted(),
    ['data.json', `files/${bad}-.._.._etc_passwd`, `files/${big}-a portrait.webp`].toSorted(),
  );
  assert.ok(contents.get(`files/${big}-a portrait.webp`)?.equals(content));
  assert.equal(data.files.length, 2);
});

/** Streams the download through a real connection. */
async function begin(app: TestApp, employee: BuiltEmployee): Promise<IncomingMessage> {
  const url = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const headers = await signIn(app, employee);
  const [answer] = await once(get(`${url}/api/user/DownloadData`, { headers }), 'response');
  assert.equal(answer.statusCode, 200);
  return answer;
}

test('a stalled client holds one open file and no database connection; a disconnected one holds neither', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app);
  for (let file = 0; file < 3; file++) await buildFile(app, company, { uploadedBy: employee.userId });
  const opened: Readable[] = [];
  app.files.read = async () => {
    const content = new Readable({ read: () => void content.push(randomBytes(64 * 1024)) });
    opened.push(content);
    return content;
  };
  const answer = await begin(app, employee);
  const used = () => Object.values(app.database.sizes()).reduce((sum, { total, idle }) => sum + total - idle, 0);
  for (let waited = 0; (opened.length === 0 || used() > 0) && waited < 20_000; waited += 20) await setTimeout(20);
  assert.equal(used(), 0);
  assert.deepEqual(
    opened.map((content) => content.closed),
    [false],
  );
  const closed = once(opened[0] as Readable, 'close');
  answer.destroy();
  await closed;
  assert.equal(opened.length, 1, 'no further file is opened');
});

test('a file that cannot be read aborts the download, so that it is not mistaken for a complete one', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app);
  await buildFile(app, company, { uploadedBy: employee.userId });
  app.files.read = async () =>
    Readable.from(
      (async function* () {
        yield randomBytes(64 * 1024);
        throw new Error('The bucket is gone.');
      })(),
    );
  const answer = await begin(app, employee);
  await assert.rejects(buffer(answer), { code: 'ECONNRESET' });
  assert.ok(!answer.complete);
});

test('the download has what the person paid, by which methods and for what: with a visit, and as a customer alone', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const shop = await buildBusiness(app);
  const { companyId } = shop.employee;
  const visit = await buildEvent(app, shop.employee, { start: '2026-03-03T08:00:00Z', eMail: employee.logIn });
  const stranger = await buildEvent(app, shop.employee, { start: '2026-03-04T08:00:00Z', eMail: 'x@example.org' });
  const customer = await buildContact(app, shop.company, { name: 'Reader', eMail: employee.logIn });
  await buildReceipt(app, { companyId, id: randomUUIDv7(), visitId: visit.id, amount: 20 });
  await buildReceipt(app, { companyId, id: randomUUIDv7(), visitId: stranger.id, amount: 99 });
  await app.database.write
    .insertInto('receipts')
    .values({
      companyId,
      id: randomUUIDv7(),
      contactId: customer.id,
      day: '2026-03-05',
      amount: 0,
      createdAt: app.clock.now(),
    })
    .execute();
  const { data } = await download(app, employee);
  const paid: Record<string, { method: string; name: string; quantity: number }[] & number>[] =
    data.payments_to_companies;
  assert.deepEqual(
    paid.map(({ amount, payments, lines }) => [
      amount,
      payments?.map(({ method }) => method),
      lines?.map(({ name, quantity }) => [name, quantity]),
    ]),
    [
      [20, ['cash'], [['Cut', 1]]],
      [0, [], []],
    ],
  );
});

test('a person can download the data five times an hour; checking the limit does not count', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app);
  const colleague = await buildEmployee(app, location);
  const ask = async (employee: BuiltEmployee) => app.call(privacy.checkDownload, {}, await signIn(app, employee));
  for (let times = 0; times < 5; times++) {
    assert.equal((await ask(employee)).status, 204);
    assert.equal((await download(app, employee)).answer.statusCode, 200);
  }
  app.clock.advance({ minutes: 20 });
  const headers = await signIn(app, employee);
  for (const url of ['/api/user/DownloadData', '/api/user/CheckDownload']) {
    const refused = await app.server.inject({ url, headers });
    assert.equal(refused.statusCode, 429, url);
    assert.equal(refused.headers['retry-after'], '2400');
  }
  assert.equal((await download(app, colleague)).answer.statusCode, 200);
  app.clock.advance({ minutes: 40 });
  assert.equal((await ask(employee)).status, 204);
  assert.equal((await download(app, employee)).answer.statusCode, 200);
});

test('the download includes every table that refers to accounts or employees and has rows', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  await app.database.write
    .insertInto('reminders')
    .values({
      companyId: employee.companyId,
      userId: employee.userId,
      id: randomUUIDv7(),
      type: 'general',
      text: 'Hello',
      createdAt: app.clock.now(),
    })
    .execute();
  const { data } = await download(app, employee);
  for (const table of ['employee_locations', 'user_actions', 'calendars', 'reminders', 'user_agreements', 'sessions']) {
    assert.ok(data[table]?.length > 0, table);
  }
});

test('of what companies know about a customer, each column is downloaded or left out with a reason', async () => {
  await using app = await testApp();
  const { rows } = await sql<{ name: string; columns: string[]; isAbout: boolean }>`
    select c.table_name as name, array_agg(c.column_name::text) as columns, c.table_name in (
      select k.conrelid::regclass::text from pg_constraint k
      where k.confrelid in ('contacts'::regclass, 'visits'::regclass)) as is_about
    from information_schema.columns c where c.table_schema = 'public' group by c.table_name`.execute(app.database.read);
  const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const tables = new Map(rows.map(({ name, ...table }) => [camel(name), table]));
  for (const [name, { columns, leftOut }] of Object.entries<DownloadedTable>(asCustomer)) {
    const declared = [...columns, ...Object.values(leftOut).flat()];
    assert.deepEqual(declared.toSorted(), tables.get(name)?.columns.map(camel).toSorted(), name);
  }
  const about = [...tables].flatMap(([name, { isAbout }]) => (isAbout ? [name] : []));
  const unknown = about.filter((name) => !(name in asCustomer) && !(name in tablesLeftOut));
  assert.deepEqual(unknown, []);
  for (const name of Object.keys(tablesLeftOut)) assert.ok(about.includes(name), `${name} refers to no customer`);
});

test('the download has what was read in the person’s other calendars, and what was written there, without credentials', async () => {
  await using app = await testApp();
  const { employee, location } = await buildBusiness(app);
  const { id: accountId, outsideCalendarId } = await buildOutsideAccount(app, employee);
  await buildOutsideAccount(app, await buildEmployee(app, location));
  const { id } = await buildEvent(app, employee, { start: '2026-03-03T08:00:00Z', name: 'Mara' });
  const { write } = app.database;
  await sql`
    update outside_written set event_id = ${id}, written = '2026-03-03T08:00:00Z/2026-03-03T09:00:00Z digest'
    where outside_calendar_id = ${outsideCalendarId}`.execute(write);
  await sql`
    update outside_objects set title = 'Dentist', problem = 'rule', content = 'UID:1'
    where outside_calendar_id = ${outsideCalendarId}`.execute(write);
  const secret = randomBytes(40);
  await sql`update outside_accounts set secret = ${secret} where id = ${accountId}`.execute(write);
  await sql`update outside_calendars set change_token = 'a token' where id = ${outsideCalendarId}`.execute(write);
  const { data, text } = await download(app, employee);
  assert.deepEqual(
    data.outside_written.map(({ event_id, written, state, href, uid }: Record<string, string>) => [
      ...[event_id, written, state, href, uid],
    ]),
    [[id, '2026-03-03T08:00:00Z/2026-03-03T09:00:00Z digest', 'written', '/anna/home/2.ics', '2@daybook.test']],
  );
  assert.equal(data.events[0].id, id);
  assert.deepEqual(
    data.outside_objects.map(({ title, problem, content }: Record<string, string>) => [title, problem, content]),
    [['Dentist', 'rule', 'UID:1']],
  );
  assert.doesNotMatch(text, new RegExp(`${secret.toString('hex')}|a token|Mara`));
});

test('each table of what belongs to a person’s calendars is downloaded, or left out with a reason', async () => {
  await using app = await testApp();
  const left = Object.keys(calendarTablesLeftOut);
  // Tables below one that is left out are left out with it.
  const { rows } = await sql<{ name: string }>`
    with recursive belongs as (
      select 'calendars'::regclass as to_table
      union
      select c.conrelid::regclass from pg_constraint c join belongs b on c.confrelid = b.to_table
      where c.contype = 'f' and c.confdeltype = 'c' and not b.to_table::text = any(${left}))
    select to_table::text as name from belongs where to_table <> 'calendars'::regclass order by 1`.execute(
    app.database.read,
  );
  const declared = [...tablesOfCalendars, ...tablesOfOutsideCalendars, ...left];
  assert.deepEqual(
    rows.map(({ name }) => name),
    declared.toSorted(),
  );
});
