// Tests that the caps of customers are stored while the same customers change, and that counts are right meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { marketing } from '#contract/campaigns/marketing.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { storeCaps } from './store-caps.ts';

/** Customers who have had two campaigns of this week, more than one transaction stores. */
const count = 1_200;

test('customers whom another transaction changes are skipped, and stored later; the count is the same all the time', async () => {
  await using app = await testApp();
  const { employee } = await cappedCompany(app);
  const counts = async () => {
    const headers = await signIn(app, employee);
    const { answer } = await app.call(marketing.countAudience, { medium: 'mail', audience: {} }, headers);
    return [answer.reached, ...answer.leftOut.map(({ reason, count }) => `${reason} ${count}`)];
  };
  const wanted = [0, `frequency ${count}`];
  assert.deepEqual(await counts(), wanted);
  const client = await app.database.connect();
  try {
    await client.query('begin');
    await client.query(`update contacts set language = 'de' where name like '%7'`);
    assert.equal(await storeCaps(app), count * 0.9);
    assert.deepEqual(await counts(), wanted);
    await client.query('commit');
  } finally {
    await client.end();
  }
  assert.deepEqual(await counts(), wanted);
  assert.equal(await storeCaps(app), count * 0.1);
  assert.equal(await storeCaps(app), 0);
  assert.deepEqual(await counts(), wanted);
  // The first of the two campaigns was three days ago.
  app.clock.advance({ hours: 4 * 24 - 1 });
  assert.deepEqual(await counts(), wanted);
  app.clock.advance({ hours: 2 });
  assert.deepEqual(await counts(), [count]);
});

test('a customer who is deleted and restored is still at the cap', async () => {
  await using app = await testApp();
  const { headers } = await cappedCompany(app);
  await storeCaps(app);
  const { id } = await app.database.read.selectFrom('contacts').select('id').executeTakeFirstOrThrow();
  assert.equal((await app.call(companyContacts.operations.delete, { id }, headers)).status, 204);
  assert.equal((await app.call(companyContacts.operations.restore, { id }, headers)).status, 200);
  for (const stored of [1, 0]) {
    const { answer } = await app.call(marketing.countAudience, { medium: 'mail', audience: {} }, headers);
    assert.deepEqual([answer.reached, answer.leftOut, answer.notAgreed], [0, [{ reason: 'frequency', count }], 0]);
    assert.equal(await storeCaps(app), stored);
  }
});

test('an end in the middle of a slice stores nothing of it, and the next run stores all', async () => {
  await using app = await testApp();
  await cappedCompany(app);
  const storedOf = async () => {
    const { rows } = await sql<{ recipients: number; customers: number }>`
      select (select count(*)::integer from campaign_recipients where is_cap_stored) as recipients,
        (select count(*)::integer from audience_facts where capped_until is not null) as customers`.execute(
      app.database.write,
    );
    return rows[0];
  };
  // The connection breaks as the second slice writes.
  await sql`
    create function break_off() returns trigger language plpgsql as $$
    begin
      if (select count(*) from audience_facts where capped_until is not null) > 200 then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
      return null;
    end $$`.execute(app.database.write);
  await sql`create trigger break_off after update of capped_until on audience_facts for each row execute function break_off()`.execute(
    app.database.write,
  );
  await assert.rejects(storeCaps(app));
  assert.deepEqual(await storedOf(), { recipients: 200, customers: 200 });
  await sql`drop trigger break_off on audience_facts`.execute(app.database.write);
  assert.equal(await storeCaps(app), count - 200);
  assert.deepEqual(await storedOf(), { recipients: count, customers: count });
});

test('two runs beside changes and merges in any order end without a deadlock, with each cap as its messages say', async () => {
  await using app = await testApp();
  const { companyId, headers, campaigns } = await cappedCompany(app);
  const { write } = app.database;
  const { rows: customers } = await sql<{ id: string }>`
    select id from contacts where company_id = ${companyId} order by hashtext(name)`.execute(write);
  const merge = async (from: number) => {
    const [kept, merged] = [customers[from]?.id ?? '', customers[from + 1]?.id ?? ''];
    const input = { contactId: kept, mergedId: merged, take: [] };
    assert.equal((await app.call(companyContacts.operations.merge, input, headers)).status, 200);
  };
  const change = async (round: number) => {
    const ids = customers.slice(round * 7, round * 7 + 300).map(({ id }) => id);
    const order = round % 2 === 0 ? sql`id` : sql`id desc`;
    await sql`
      update contacts c set language = ${`l${round}`} from (
        select id from contacts where id = any(${ids}::uuid[]) order by ${order} for no key update) o
      where c.company_id = ${companyId} and c.id = o.id`.execute(write);
  };
  const merges = async () => {
    for (let from = 0; from < 20; from += 2) await merge(from);
  };
  const changes = async () => {
    for (let round = 0; round < 20; round++) await change(round);
  };
  await Promise.all([storeCaps(app), merges(), storeCaps(app), changes()]);
  await storeCaps(app);
  const { rows } = await sql<{ count: number; isRight: boolean }>`
    select count(*)::integer as count, bool_and(f.capped_until is not distinct from r.previous_at + interval '168 hours') as is_right
    from audience_facts f join campaign_recipients r on r.company_id = f.company_id and r.contact_id = f.id
    where r.campaign_id = ${campaigns[1]} and r.is_previous_known`.execute(write);
  assert.deepEqual(rows, [{ count: count - 20, isRight: true }]);
  const left = sql`select from campaign_recipients where previous_at is not null and not is_cap_stored`;
  assert.deepEqual((await left.execute(write)).rows, []);
  const { answer } = await app.call(marketing.countAudience, { medium: 'mail', audience: {} }, headers);
  const { reached, leftOut, notAgreed } = answer;
  assert.deepEqual([reached, leftOut, notAgreed], [0, [{ reason: 'frequency', count: count - 10 }], 0]);
});

/** A company whose customers all have had a campaign three days ago and another one two days ago. */
async function cappedCompany(app: TestApp) {
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const companyId = company.id;
  const campaigns = [(await buildCampaign(app, company)).id, (await buildCampaign(app, company)).id];
  const now = app.clock.now();
  await sql`
    insert into contacts (company_id, id, name, e_mail, mail_consent)
    select ${companyId}, gen_random_uuid(), 'Customer ' || n, 'c' || n || '@example.test', 'given'
    from generate_series(0, ${count - 1}::int) n`.execute(app.database.write);
  const [first, second] = [now.subtract({ hours: 72 }), now.subtract({ hours: 48 })];
  for (const [campaignId, at, before] of [
    [campaigns[0], first, null],
    [campaigns[1], second, first],
  ] as const) {
    await sql`
      insert into campaign_recipients (company_id, id, campaign_id, contact_id, address, sent_at, day, previous_at,
        is_previous_known, created_at)
      select company_id, gen_random_uuid(), ${campaignId}, id, e_mail_key, ${at}, ${at}::timestamptz::date, ${before}, true, ${at}
      from contacts where company_id = ${companyId}`.execute(app.database.write);
  }
  return { companyId, campaigns, employee, headers: await signIn(app, employee) };
}
