// Tests of announcements: who gets one, in which language, and once.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { reminders } from '#contract/messaging/feed.ts';
import { systemAnnouncements } from '#contract/operations/announcements.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { send, getRecipients, getPaginated } = systemAnnouncements.operations;
const texts = [
  { language: 'en', text: 'Maintenance on Sunday' },
  { language: 'de', text: 'Wartung am Sonntag' },
];

test('everyone gets an announcement in their language, once, whatever the number of calls', async () => {
  await using app = await testApp();
  const operator = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const { location, employee } = await buildBusiness(app, { language: 'de' });
  const latvian = await buildEmployee(app, location, { language: 'lv' });
  assert.equal((await app.call(getRecipients, {}, operator)).answer.people, 3);
  const id = randomUUIDv7();
  const input = { id, texts, link: '/app/home' };
  const sent = await Promise.all([app.call(send, input, operator), app.call(send, input, operator)]);
  assert.deepEqual(
    sent.map(({ status }) => status),
    [200, 200],
  );
  assert.deepEqual((await app.call(send, input, operator)).answer, { recipients: 3 });
  for (const [person, text] of [
    [employee, 'Wartung am Sonntag'],
    [latvian, 'Maintenance on Sunday'],
  ] as const) {
    const { answer } = await app.call(reminders.getByCreatedAndUser, {}, await signIn(app, person));
    assert.deepEqual(
      answer.map((one) => [one.type, one.text, one.link]),
      [['general', text, '/app/home']],
    );
  }
  const list = (await app.call(getPaginated, {}, operator)).answer.announcements;
  assert.deepEqual(
    list.map(({ company, text, recipients }) => [company, text, recipients]),
    [['', 'Maintenance on Sunday', 3]],
  );
});

test('the people of one company alone get its announcement; wrong ones are refused', async () => {
  await using app = await testApp();
  const operator = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const { company, employee } = await buildBusiness(app);
  const stranger = (await buildBusiness(app)).employee;
  assert.equal((await app.call(getRecipients, { companyId: company.id }, operator)).answer.people, 1);
  const french = [{ language: 'fr', text: 'Bonjour' }];
  const input = { companyId: company.id, texts: french };
  assert.deepEqual((await app.call(send, { id: randomUUIDv7(), ...input }, operator)).answer, { recipients: 1 });
  const feedOf = async (person: typeof employee) =>
    (await app.call(reminders.getByCreatedAndUser, {}, await signIn(app, person))).answer.map(({ text }) => text);
  assert.deepEqual(await feedOf(employee), ['Bonjour']);
  assert.deepEqual(await feedOf(stranger), []);
  for (const wrong of [{ texts: [] }, { texts: [...french, ...french] }, { link: 'https://example.org' }]) {
    assert.equal((await app.call(send, { id: randomUUIDv7(), ...input, ...wrong }, operator)).status, 417);
  }
  const unknown = { id: randomUUIDv7(), ...input, companyId: randomUUIDv7() };
  assert.equal((await app.call(send, unknown, operator)).status, 404);
});

test('an announcement to 3,000 people with browsers is written in one statement, and its push takes turns', async () => {
  await using app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['sys'] });
  const operator = await signIn(app, employee);
  await buildEmployee(app, location);
  await addCrowd(app, company.id, 3_000);
  // As autovacuum does: the plans of this connection can be from a test with three people.
  await sql`analyze`.execute(app.database.write);
  const sent = await app.call(send, { id: randomUUIDv7(), texts }, operator);
  assert.deepEqual(sent.answer, { recipients: 3002 });
  const { rows } = await sql<{ lane: string; count: number }>`
    select lane, count(*)::int as count from deliveries where medium = 'push' group by lane`.execute(app.database.read);
  assert.deepEqual(rows, [{ lane: 'turn', count: 3000 }]);
  const turns = await app.database.read.selectFrom('turns').select(['queue', 'laneKey']).execute();
  assert.deepEqual(turns, [{ queue: 'push:account', laneKey: company.id }]);
});

/** People with a browser each. Nothing of them is recorded: audits of thousands take seconds. */
async function addCrowd(app: TestApp, companyId: string, size: number): Promise<void> {
  const client = await app.database.connect();
  for (const table of ['users', 'employees']) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`insert into users (id, log_in, is_push_notifications_enabled)
    select gen_random_uuid(), 'crowd-' || n || '@example.test', true from generate_series(1, ${size}) n`);
  await client.query(`insert into employees (company_id, user_id, url_name)
    select '${companyId}', id, 'p' || row_number() over () from users where log_in like 'crowd-%'`);
  await client.query(`insert into push_subscriptions (id, user_id, token_hash, token, created_at)
    select gen_random_uuid(), id, sha256(log_in::bytea), '', now() from users where log_in like 'crowd-%'`);
  for (const table of ['users', 'employees']) await client.query(`alter table ${table} enable trigger user`);
  await client.end();
}
