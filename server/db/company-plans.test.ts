// Tests that an index serves every list of a company under row-level security, which keeps operators that are not
// leakproof out of indexes.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type pg from 'pg';
import { resources } from '#contract/all.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { type AnyResource, fieldOf } from '#contract/lib/resource.ts';
import { wireName } from '#contract/lib/wire.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { insertManyVisits } from '#server/testing/build/many-visits.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { explain, nodesOf, type Plan, recordStatements } from '#server/testing/database/explain.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** Tables that grow with the use of the product, so that a company has many rows. */
const growing = new Set([
  'campaign_recipients',
  'campaigns',
  'consents',
  'contact_calendars',
  'contact_locations',
  'contact_merges',
  'contact_tags',
  'contacts',
  'data_audits',
  'deleted_records',
  'deliveries',
  'delivery_attempts',
  'email_messages',
  'inbound_messages',
  'invoice_lines',
  'invoice_settlements',
  'invoices',
  'payments',
  'receipt_lines',
  'receipts',
  'sms_messages',
  'suppressions',
  'events',
  'files',
  'reminders',
  'user_audits',
  'visit_parts',
  'visits',
]);
const calendarCount = 10;
const eventsPerCalendar = 2_000;
const contactCount = 20_000;
const messageCount = 5_000;
/** Rows and pages that a statement may read in vain: a day and the longer events of a calendar are far fewer. */
const maxRemoved = 500;
const maxPages = 1_000;

/** The reasons why a plan is not one for a large company. */
function problemsOf(plan: Plan, max = maxRemoved): string[] {
  return nodesOf(plan).flatMap((node) => {
    const table = node['Relation Name'] ?? '';
    if (!growing.has(table)) return [];
    if (node['Node Type'] === 'Seq Scan') return [`reads all of ${table}`];
    const removed = (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'];
    return removed > max ? [`removes ${removed} rows of ${table} by a filter`] : [];
  });
}

const switchAudits = (how: 'disable' | 'enable') => `do $$ declare watched regclass; begin
  for watched in select tgrelid::regclass from pg_trigger where tgname = 'data_audit' loop
    execute format('alter table %s ${how} trigger data_audit', watched);
  end loop;
end $$`;

/** Two tests use one company: filling it takes longer than each of them. */
let large: ReturnType<typeof fillLarge> | undefined;
after(async () => {
  const filled = await large;
  await filled?.client.end();
  await filled?.app[Symbol.asyncDispose]();
});

async function fillLarge() {
  const app = await testApp({ env: { BOOKINGS_PER_MINUTE: '20' } });
  return { app, ...(await fill(app)) };
}

/** Filling a company is not what is tested: on a busy machine it takes longer than the statement timeout. */
async function connectToFill(app: TestApp): Promise<pg.Client> {
  const client = await app.database.connect();
  await client.query('set statement_timeout = 0');
  return client;
}

async function fill(app: TestApp) {
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const people = [employee];
  while (people.length < calendarCount) people.push(await buildEmployee(app, location));
  const client = await connectToFill(app);
  // Auditing these rows takes most of the time.
  await client.query(switchAudits('disable'));
  for (const person of people) {
    await client.query(insertManyVisits, [
      company.id,
      person.calendarId,
      location.id,
      eventsPerCalendar,
      '2025-11-01T09:00:00Z',
      8,
      '1 hour',
    ]);
    const options = { start: '2026-02-27T00:00:00Z', end: '2026-03-06T00:00:00Z', title: 'Holiday', lane: 1 };
    await buildEvent(app, person, options);
  }
  await client.query(
    `insert into contacts (company_id, id, name, e_mail, visits_count, last_visit, next_visit)
     select $1, gen_random_uuid(), 'Customer ' || n, 'customer' || n || '@example.org', n % 50,
       case when n % 50 > 0 then timestamptz '2025-11-01 09:00Z' + n * interval '1 minute' end,
       case when n % 9 = 0 then timestamptz '2026-03-03 09:00Z' + n * interval '1 minute' end
     from generate_series(1, $2::int) n`,
    [company.id, contactCount],
  );
  await client.query(
    `insert into contact_tags (company_id, contact_id, tag)
     select company_id, id, 'Tag ' || visits_count from contacts where visits_count % 3 = 0`,
  );
  // The customers of one person.
  await client.query(
    `update visits v set contact_id = c.id from contacts c, visit_parts p, events e
     where v.company_id = $1 and c.company_id = $1 and c.e_mail = v.e_mail and p.visit_id = v.id and e.id = p.event_id
       and e.calendar_id = $2`,
    [company.id, people[1]?.calendarId],
  );
  // Half of the visits are paid.
  await client.query(
    `with added as (
       insert into receipts (company_id, id, visit_id, location_id, day, amount, created_at)
       select company_id, gen_random_uuid(), id, $2, '2026-03-02', 40, '2026-03-02' from visits
       where company_id = $1 and hashtext(id::text) % 2 = 0 returning id, visit_id
     )
     insert into receipt_lines (company_id, receipt_id, position, kind, visit_id, event_id, name, location_id, calendar_id, day,
       quantity, unit_price, amount)
     select $1, a.id, 1, 'service', a.visit_id, p.event_id, 'Haircut', $2, e.calendar_id, '2026-03-02', 1, 40, 40
     from added a join visit_parts p on p.company_id = $1 and p.visit_id = a.visit_id
     join events e on e.company_id = $1 and e.id = p.event_id`,
    [company.id, location.id],
  );
  await client.query(switchAudits('enable'));
  await client.query(
    `insert into data_audits (id, created_at, company_id, table_name, method, record_id, user_name, actor_name, after)
     select gen_random_uuid(), created_at, company_id, 'contacts', 'Insert', id, '', '', jsonb_build_object('name', name)
     from contacts where company_id = $1`,
    [company.id],
  );
  await client.query('vacuum analyze contact_calendars, contact_locations, contact_tags, data_audits');
  for (const table of ['events', 'visits', 'visit_parts', 'receipts', 'receipt_lines'])
    await client.query(`vacuum analyze ${table}`);
  await client.query('vacuum analyze contacts');
  const colleague = people[1] ?? employee;
  return { client, people, headers: await signIn(app, employee), employee, asColleague: await signIn(app, colleague) };
}

/** Messages, suppressed addresses, payments, invoices and campaigns of a company, as years of use leave them. */
async function fillMessages(client: pg.Client, companyId: string, locationId: string): Promise<void> {
  const values = [companyId, locationId, messageCount];
  await client.query(
    `with added as materialized (
       select gen_random_uuid() as id, n, timestamptz '2026-03-02 08:00Z' - n * interval '5 minutes' as at
       from generate_series(1, $3::int) n
     ), deliver as (
       insert into deliveries (id, company_id, location_id, medium, queue, address, state, due_at, cause_kind, cause_key,
         created_at, settled_at)
       select id, $1, $2::uuid, case when n % 2 = 0 then 'mail' else 'sms' end,
         case when n % 2 = 0 then 'mail:visit' else 'sms:visit' end, 'customer' || n || '@example.org',
         case when n % 100 = 0 then 'failed' else 'sent' end, at, 'test', id::text, at, at from added
     ), mail as (
       insert into email_messages (id, company_id, location_id, from_e_mail, to_e_mail, subject, html, plain, message_id, created_at)
       select id, $1, $2::uuid, 'us@example.org', 'customer' || n || '@example.org', 'Appointment ' || n, '<p>Hello</p>', 'Hello',
         '<' || id || '@example.org>', at from added where n % 2 = 0
     )
     insert into sms_messages (id, company_id, location_id, to_sms, subject, message, created_at)
     select id, $1, $2::uuid, '+3712' || lpad((n * 7919 % 10007)::text, 5, '0'), 'Reminder', 'Hello', at from added where n % 2 = 1`,
    values,
  );
  await client.query(
    `insert into suppressions (address, evidence, created_at, reason, company_id, medium)
     select $1 || n || '@example.org', 'no such mailbox', timestamptz '2026-03-02 08:00Z' - n * interval '1 hour', 'bounce',
       $1::uuid, 'mail' from generate_series(1, $2::int) n`,
    [companyId, messageCount / 5],
  );
  await client.query(
    `insert into payments (company_id, id, amount, created_at)
     select $1, gen_random_uuid(), 10, timestamptz '2026-03-02 08:00Z' - n * interval '1 hour' from generate_series(1, $2::int) n`,
    [companyId, messageCount / 5],
  );
  await client.query(
    `insert into inbound_messages (id, company_id, from_sms, message, created_at)
     select gen_random_uuid(), $1, '+3712' || lpad((n * 7919 % 10007)::text, 5, '0'), 'Thank you',
       timestamptz '2026-03-02 08:00Z' - n * interval '1 hour' from generate_series(1, $2::int) n`,
    [companyId, messageCount / 5],
  );
  await fillInvoices(client, companyId);
  await fillCampaigns(client, companyId);
}

async function fillInvoices(client: pg.Client, companyId: string): Promise<void> {
  const { rows } = await client.query<{ last: number }>('select coalesce(max(number), 0)::int as last from invoices');
  const tables = ['invoices', 'invoice_lines'];
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await client.query(
    `with added as (
       insert into invoices (company_id, id, kind, series, number, issued_at, due_date, period_start, period_end, net, vat,
         grand_total, seller, buyer, previous_hash, hash)
       select $1, gen_random_uuid(), 'single', 'INV', $3::int + n, timestamptz '2026-03-02 08:00Z' - n * interval '1 hour',
         date '2026-03-16' - n / 24, '2026-02-01', '2026-02-28', n, 0, n, '{}', '{"name":"Salon"}', '', ''
       from generate_series(1, $2::int) n returning id, net
     )
     insert into invoice_lines (company_id, invoice_id, position, kind, first_day, last_day, quantity, net)
     select $1, id, 1, 'month', '2026-02-01', '2026-02-28', 1, net from added`,
    [companyId, messageCount / 5, rows[0]?.last ?? 0],
  );
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
}

async function fillCampaigns(client: pg.Client, companyId: string): Promise<void> {
  await client.query(
    `with added as (
       insert into campaigns (company_id, id, medium, name, period_start, period_end, created_at)
       select $1, gen_random_uuid(), case when n % 2 = 0 then 'mail' else 'sms' end, 'Campaign ' || n, at, at + interval '9 days', at
       from (select n, timestamptz '2026-03-02 08:00Z' - n * interval '1 day' as at from generate_series(1, 2000) n) days
       returning id, period_start
     )
     insert into campaign_recipients (company_id, id, campaign_id, address, sent_at, created_at)
     select $1, gen_random_uuid(), id, 'customer' || n || '@example.org', period_start, period_start
     from added cross join generate_series(1, 5) n`,
    [companyId],
  );
}

test('an index serves the lists of messages, money and campaigns beside another company of the same size', async () => {
  await using app = await testApp();
  const client = await connectToFill(app);
  const one = await buildBusiness(app, { actions: ['admin'] });
  for (const { company, location } of [one, await buildBusiness(app)]) {
    await fillMessages(client, company.id, location.id);
  }
  const filled = ['deliveries', 'email_messages', 'sms_messages', 'suppressions', 'payments', 'inbound_messages'];
  for (const table of [...filled, 'invoices', 'invoice_lines', 'campaigns', 'campaign_recipients']) {
    await client.query(`vacuum analyze ${table}`);
  }
  const headers = await signIn(app, one.employee);
  for (const list of Object.values(resources) as unknown as AnyResource[]) {
    if (list.area !== 'company') continue;
    const names = list.declared.sort.map((field) => wireName(field, fieldOf(list.declared, field)));
    const orders = ['', ...names.flatMap((name) => [name, `-${name}`])];
    for (const order of orders) {
      const url = `/${list.operations.getPaginated.path}${order && `?order=${order}`}`;
      const statements = await recordStatements(async () => {
        const answer = await app.server.inject({ url, headers });
        assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
      });
      for (const statement of statements) {
        const plan = await explain(client, statement);
        // By another field than their time, the messages before the dates of the list are read too; never those of
        // others.
        const problems = problemsOf(plan, order ? messageCount / 5 : maxRemoved);
        assert.deepEqual(problems, [], `${url}\n${statement.text}\n${JSON.stringify(plan, null, 1)}`);
      }
    }
  }
  await client.end();
});

test('an index serves the lists, the calendars and the search of a large company', async () => {
  large ??= fillLarge();
  const { app, client, people, headers, employee, asColleague } = await large;
  const load = async (path: string, as = headers) => {
    const answer = await app.server.inject({ url: path, headers: as });
    assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`);
    return answer.json();
  };
  const check = async (path: string, as = headers) => {
    const statements = await recordStatements(async () => void (await load(path, as)));
    assert.ok(statements.length > 0, path);
    for (const statement of statements) {
      const plan = await explain(client, statement);
      assert.deepEqual(problemsOf(plan), [], `${path}\n${statement.text}\n${JSON.stringify(plan, null, 1)}`);
    }
    return statements;
  };
  for (const list of Object.values(resources) as unknown as AnyResource[]) {
    if (list.area === 'company') await check(`/${list.operations.getPaginated.path}`);
  }
  const contacts = '/api/company/contacts/GetPaginated';
  for (const order of ['Name', 'LastVisit', 'NextVisit', 'VisitsCount', 'Created']) {
    for (const direction of ['', '-']) {
      await check(`${contacts}?order=${direction}${order}`);
      await check(`${contacts}?order=${direction}${order}&pageNr=5&rowsPerPage=100`);
    }
  }
  for (const words of ['customer1234@', 'customer 99 example', 'tag: "tag 12"', 'nowheretobefound', 'name: 98765']) {
    await check(`${contacts}?search=${encodeURIComponent(words)}`);
  }
  const [first] = (await load(`${contacts}?search=customer4711@`)).Contacts;
  await check(`/api/company/contacts/GetCard?id=${first.Id}`);
  await check(`/api/visits/GetOfContact?contactId=${first.Id}`);
  await check('/api/company/contacts/GetTags');
  await check('/api/company/contacts/FindSameAddress?EMail=customer4711@example.org&PhoneNumber=%2B37120000001');
  await check('/api/visits/GetRequests');
  // A person of 2,000 visits reaches their own customers.
  const own = await load(contacts, asColleague);
  assert.equal(own.TotalRows, 1_999);
  for (const query of ['order=Name', 'order=-LastVisit', 'search=customer', 'pageNr=20']) {
    const statement = (await check(`${contacts}?${query}`, asColleague)).find(({ text }) => text.includes('TotalRows'));
    assert.ok(statement);
    const nodes = nodesOf(await explain(client, statement));
    const ofTable = (table: string) => nodes.filter((node) => node['Relation Name'] === table);
    assert.equal(ofTable('contact_calendars').length, 1, `${query}: finds the person's customers once`);
    const read = ofTable('contacts').reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
    assert.ok(read < 1.5 * own.TotalRows, `${query}: ${read} customers read for a page and the count`);
  }
  await check(`/api/company/contacts/GetCard?id=${own.Contacts[0].Id}`, asColleague);
  await check('/api/calendars/GetAllCalendars');
  const day = 'Start=2026-03-02T00:00:00Z&End=2026-03-03T00:00:00Z';
  const events = await load(`/api/calendars/GetCalendarEvents?CalendarId=${employee.calendarId}&${day}`);
  assert.equal(events.length, 9, 'eight appointments and the holiday');
  for (const { calendarId } of people) await check(`/api/calendars/GetCalendarEvents?CalendarId=${calendarId}&${day}`);
  const team = await load(`/api/calendars/GetTeam?${day}`);
  assert.deepEqual(
    team.map(({ Events }: { Events: unknown[] }) => Events.length),
    people.map(() => 9),
  );
  const ofTeam = await check(`/api/calendars/GetTeam?${day}`);
  assert.equal(ofTeam.length, 1, 'one query for the whole team');
  for (const words of ['customer1234@example.org', 'nowheretobefound', 'customer']) {
    const [statement] = await check(`/api/searches/GetPaginated?search=${words}`);
    assert.ok(statement);
    if (words === 'customer') continue;
    // The functions of the search run as the owner, and their plans are not shown; the pages that they read are.
    const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = await explain(client, statement);
    assert.ok(hit + read < maxPages, `${words}: ${hit + read} pages`);
  }
});

test('a booking, and its confirmation, read few rows of a large company', async () => {
  large ??= fillLarge();
  const { app, client, employee } = await large;
  const statements = await recordStatements(async () => {
    const { status, body, answer } = await app.call(publicCalendars.insertEvent, {
      locationUrlName: employee.locationUrlName,
      userUrlName: employee.urlName,
      start: '2026-03-30T07:30:00Z',
      end: '2026-03-30T07:45:00Z',
      name: 'Mara',
      eMail: 'mara@example.org',
    });
    assert.equal(status, 200, body);
    const { id, token } = answer;
    assert.equal((await app.call(publicCalendars.confirmEvent, { id, token, consents: [] })).status, 200);
  });
  const reading = statements.filter(({ text }) => /^\s*select/.test(text));
  assert.ok(reading.some(({ text }) => text.includes('recount_contacts')));
  for (const statement of reading) {
    const plan = await explain(client, statement, 'plan_cache_mode = force_generic_plan');
    assert.deepEqual(problemsOf(plan), [], `${statement.text}\n${JSON.stringify(plan, null, 1)}`);
    // Includes the pages that functions read, whose plans are not shown.
    const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    assert.ok(pages < maxPages / 4, `${statement.text} reads ${pages} pages`);
  }
});
