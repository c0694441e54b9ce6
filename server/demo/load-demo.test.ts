// Tests that the demo is believable: every person can be found, most can be booked, and it loads only once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { urlName } from '#contract/lib/fields.ts';
import { freeSlots } from '#server/booking/availability/free-slots.ts';
import { openIntervals } from '#server/booking/availability/open-intervals.ts';
import { loadBookable } from '#server/booking/times/schedule.ts';
import { findCampaign, withFigures } from '#server/campaigns/stored/stored-campaigns.ts';
import { parseConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/pool.ts';
import { verifyPassword } from '#server/identity/passwords/password.ts';
import type { Services } from '#server/lib/context.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database/database.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { demoPassword } from './has-demo.ts';
import { demoSignIns, loadDemo } from './load-demo.ts';

const day = 86_400_000;
// A week in which Europe's clocks change in the third week ahead, and Melbourne's and New York's on other days.
const now = Temporal.Instant.from('2026-03-12T09:20:00Z');

let created: TestDatabase;
let database: Database;
let services: Services;
const pictures = new Map<string, Buffer>();

setUpFile(import.meta, async () => {
  created = await testDatabase();
  database = openDatabase(created.connection, { max: 4 });
  services = {
    config: parseConfig({}),
    database,
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
    live: { subscribe: () => () => {}, close: async () => {} } as unknown as Services['live'], // No one listens here.
    files: {
      put: async (key, bytes) => void pictures.set(key, bytes),
      putFile: () => assert.fail('The demo stores no large file.'),
      keys: () => assert.fail('The demo lists no files.'),
      read: async () => undefined,
      remove: async () => {},
      removeParts: () => assert.fail('The demo tidies no files.'),
    },
    publicUrl: 'http://localhost:3000',
  };
  // Two processes that start at the same time load it once.
  await Promise.all([loadDemo(services), loadDemo(services)]);
});

after(async () => {
  await database.close();
  await created.drop();
});

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.read);
  return rows[0]?.n ?? 0;
}

interface Profile {
  locationUrlName: string;
  userUrlName: string;
  calendar: boolean;
  services: string[];
}

async function profiles(): Promise<Profile[]> {
  const { rows } = await sql<Profile>`
    select l.url_name as location_url_name, e.url_name as user_url_name, e.is_calendar_public as calendar, array(
      select distinct p.service_id::text from service_people p
      join calendars c on c.company_id = p.company_id and c.id = p.calendar_id
      where c.user_id = e.user_id and (p.location_id is null or p.location_id = l.id)) as services
    from employees e join employee_locations el using (company_id, user_id) join locations l on l.id = el.location_id
    where e.is_profile_public`.execute(database.read);
  return rows;
}

function bookable({ locationUrlName, userUrlName }: Profile, serviceId: string | undefined) {
  const from = now.epochMilliseconds;
  const serviceIds = serviceId ? [serviceId] : [];
  const query = { locationUrlName, userUrlName, serviceIds, minutes: 15, from, to: from + 14 * day, now };
  return loadBookable(database.read, query);
}

test('a service has variants and extras', async () => {
  const { rows } = await sql<{ kinds: string[]; doers: number }>`
    select array_agg(distinct o.kind order by o.kind) as kinds, count(distinct p.calendar_id)::int as doers
    from service_options o join service_people p on p.company_id = o.company_id and p.service_id = o.service_id
    group by o.service_id`.execute(database.read);
  assert.deepEqual(rows, [{ kinds: ['extra', 'variant'], doers: 3 }]);
});

test('there are companies in several time zones with people, customers, banners and pictures', async () => {
  assert.equal(await count('companies'), 4);
  assert.equal(await count('users'), 17);
  assert.equal(await count('banners'), 3);
  assert.equal(await count('files'), pictures.size);
  const { rows } = await sql<{ zone: string }>`select distinct time_zone as zone from locations order by 1`.execute(
    database.read,
  );
  assert.deepEqual(
    rows.map(({ zone }) => zone),
    ['America/New_York', 'Australia/Melbourne', 'Europe/Berlin', 'Europe/Riga'],
  );
  const events = await count('events');
  assert.ok(events > 1500 && events < 12_000, `${events} events`);
});

test('loading it again changes nothing', async () => {
  const before = await Promise.all(['users', 'events', 'files', 'settings'].map(count));
  await loadDemo(services);
  assert.deepEqual(await Promise.all(['users', 'events', 'files', 'settings'].map(count)), before);
});

test('the named people can sign in with the printed password and have their rights', async () => {
  const { rows } = await sql<{ logIn: string; passwordHash: string; company: string; actions: string[] }>`
    select u.log_in, u.password_hash, c.name as company, array_agg(a.name order by a.name) as actions
    from users u join employees e on e.user_id = u.id join companies c on c.id = e.company_id
    join user_actions ua on ua.user_id = u.id join actions a on a.id = ua.action_id
    where u.password_hash is not null group by u.id, c.id order by u.log_in collate "C"`.execute(database.read);
  assert.deepEqual(
    rows.map(({ logIn, company, actions }) => [logIn, company, ...actions]),
    [
      ['admin2@daybook.test', 'Rückenwind Physiotherapie', 'admin', 'user'],
      ['admin@daybook.test', 'Rīta Gaisma', 'admin', 'user'],
      ['lcladmin@daybook.test', 'Rīta Gaisma', 'lcladmin', 'user'],
      ['sys@daybook.test', 'Rīta Gaisma', 'sys', 'user'],
      ['user@daybook.test', 'Rīta Gaisma', 'user'],
    ],
  );
  assert.deepEqual(
    rows.map(({ logIn }) => logIn),
    demoSignIns.toSorted(),
  );
  for (const { passwordHash } of rows) assert.ok(await verifyPassword(demoPassword, passwordHash));
});

test('every public profile has a valid address, and a bookable one has free times within two weeks', async () => {
  const all = await profiles();
  assert.equal(new Set(all.map((profile) => profile.userUrlName)).size, 16);
  for (const profile of all) {
    assert.ok(urlName.safeParse(profile.locationUrlName).success, profile.locationUrlName);
    assert.ok(urlName.safeParse(profile.userUrlName).success, profile.userUrlName);
    if (!profile.calendar) continue;
    assert.ok(profile.services.length >= 2 && profile.services.length <= 5, profile.userUrlName);
    const free: number[] = [];
    for (const serviceId of profile.services) {
      const found = await bookable(profile, serviceId);
      assert.ok(found);
      const from = now.epochMilliseconds;
      free.push(freeSlots({ ...found.availability, from, to: from + 14 * day }).length);
    }
    // The longest service may be booked out at a place that is open once a week.
    assert.ok(
      free.some((slots) => slots > 0),
      `${profile.userUrlName} at ${profile.locationUrlName}: ${free}`,
    );
  }
});

test('calendars are about 60 % full, within opening hours, and blocking events do not overlap', async () => {
  let open = 0;
  let taken = 0;
  for (const profile of (await profiles()).filter(({ calendar }) => calendar)) {
    const found = await bookable(profile, undefined);
    assert.ok(found);
    const { schedule } = found.availability;
    const events = await database.read
      .selectFrom('events')
      .select(['startAt', 'endAt', 'allDay', 'title'])
      .where('calendarId', '=', found.calendarId)
      .where('locationId', '=', found.locationId)
      .where('blocks', '=', true)
      // Before, there are only some visits, for the history of customers.
      .where('startAt', '>=', now.subtract({ hours: 14 * 24 }))
      .orderBy('startAt')
      .execute();
    // Overrides are loaded for the two weeks ahead only.
    const [from, to] = [now.epochMilliseconds, now.epochMilliseconds + 14 * day];
    const hours = openIntervals(schedule, from - 15 * day, to + 8 * day);
    let last = 0;
    for (const event of events) {
      const [start, end] = [event.startAt.epochMilliseconds, event.endAt.epochMilliseconds];
      assert.ok(start >= last, `${profile.userUrlName} ${event.startAt} ${event.title}`);
      last = end;
      if (event.allDay) continue;
      const within = hours.some((interval) => interval.start <= start && end <= interval.end);
      assert.ok(within, `${profile.userUrlName} ${event.startAt} ${event.title}`);
      if (start >= from && end < to) taken += end - start;
    }
    for (const interval of openIntervals(schedule, from, to)) open += interval.end - interval.start;
  }
  const share = taken / open;
  assert.ok(share > 0.5 && share < 0.72, `${Math.round(share * 100)} % full`);
});

test('a customer of today comes to two people, one after the other', async () => {
  const { rows } = await sql<{ company: string; people: number; ends: boolean }>`
    select c.name as company, count(distinct e.calendar_id)::int as people, max(e.end_at) = v.end_at as ends
    from visits v join companies c on c.id = v.company_id
    join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
    join events e on e.company_id = p.company_id and e.id = p.event_id
    where v.day = (${now}::timestamptz at time zone v.time_zone)::date
    group by v.company_id, v.id, c.id having count(*) > 1`.execute(database.read);
  assert.ok(rows.some(({ company }) => company === 'Rīta Gaisma'));
  for (const { company, people, ends } of rows) assert.deepEqual([people, ends], [2, true], company);
});

test('the search finds every event, also by a word with an accent', async () => {
  const { rows } = await sql<{ missing: number; accented: number }>`
    select count(*) filter (where v.words not like '%' || folded(v.title) || '%'
        or v.words not like '%' || folded(coalesce(v.name, '')) || '%') as missing,
      count(*) filter (where v.name <> '' and folded(v.name) <> lower(v.name)) as accented
    from (select e.words, a.title, a.name from events e join appointments a on a.id = e.id) v`.execute(database.read);
  assert.equal(rows[0]?.missing, 0);
  assert.ok((rows[0]?.accented ?? 0) > 100);
});

test('there are events of every kind', async () => {
  const { rows } = await sql<Record<string, number>>`
    select count(distinct type) as types, count(*) filter (where status = 'requested' and start_at > ${now}) as requested,
      count(*) filter (where status = 'requested' and start_at <= ${now}) as forgotten,
      count(*) filter (where status in ('declined', 'cancelled', 'expired') and type <> 'inverse') as mistyped,
      count(*) filter (where status = 'cancelled') as cancelled, count(*) filter (where status = 'completed') as completed,
      count(*) filter (where status = 'no_show') as no_shows,
      count(*) filter (where status = 'expired' and start_at > ${now}) as expired,
      (select count(*) from visits where is_late) as late,
      (select count(*) from visits where status = 'declined' and end_reason <> '') as declined,
      (select count(*) from email_messages m join deliveries d on d.id = m.id where d.state = 'failed' and m.visit_id is not null) as unreachable,
      count(*) filter (where start_at < ${now.subtract({ hours: 24 * 200 })} and status = 'completed') as history, count(*) filter (where all_day) as away,
      count(*) filter (where title = 'Lunch') as lunches, count(*) filter (where read_only) as meetings
    from appointments`.execute(database.read);
  const { types, forgotten, mistyped, ...some } = rows[0] ?? {};
  assert.equal(types, 6);
  assert.equal(forgotten, 0);
  assert.equal(mistyped, 0);
  for (const [kind, number] of Object.entries(some)) assert.ok(number > 0, kind);
});

test('customers have tags, notes and birthdays, consents in every state, and two of them are entered twice', async () => {
  const { rows } = await sql<Record<string, number>>`
    select count(*) as customers, count(*) filter (where notes <> '') as notes, count(birthday) as birthdays,
      count(*) filter (where visits_count > 1) as regulars, count(*) filter (where next_visit is not null) as coming,
      count(*) filter (where e_mail = '' and phone_number = '') as unreachable,
      count(*) - count(distinct coalesce(nullif(e_mail_key, ''), phone_key)) as shared
    from contacts where company_id = (select id from companies where name = 'Rīta Gaisma')`.execute(database.read);
  const { customers = 0, ...some } = rows[0] ?? {};
  assert.equal(customers, 60);
  for (const [kind, number] of Object.entries(some)) assert.ok(number > 0, kind);
  const { rows: states } = await sql<{ state: string }>`
    select distinct channel || ' ' || source || ' ' || is_given as state from consents`.execute(database.read);
  assert.ok(states.length >= 5, states.map(({ state }) => state).join());
  assert.ok((await count('contact_tags')) > 40);
});

test('three companies have payments in every state, and the books are right', async () => {
  const { rows } = await sql<{ states: string[] }>`select array_agg(distinct status order by status) as states
    from payments group by company_id`.execute(database.read);
  const all = ['cancelled', 'confirmed', 'created', 'pending'];
  assert.deepEqual(
    rows,
    Array.from({ length: 3 }, () => ({ states: all })),
  );
  const { rows: attempts } = await sql`
    select distinct provider, state, refunded > 0 as is_refunded from payment_attempts order by provider, state`.execute(
    database.read,
  );
  assert.deepEqual(attempts, [
    { provider: 'paypal', state: 'paid', isRefunded: true },
    { provider: 'stripe', state: 'expired', isRefunded: false },
    { provider: 'stripe', state: 'paid', isRefunded: false },
  ]);
  assert.deepEqual(await verifyBooks(database), []);
});

test('three companies have invoices of twelve months in every state', async () => {
  const { rows } = await sql<{
    companies: number;
    months: number;
    invoices: number;
    notes: number;
    open: number;
    paid: number;
  }>`
    select count(distinct i.company_id)::int as companies, count(distinct i.period_start)::int as months,
      count(*) filter (where i.kind <> 'credit_note')::int as invoices, count(*) filter (where i.kind = 'credit_note')::int as notes,
      count(*) filter (where i.kind <> 'credit_note' and i.grand_total > coalesce(s.amount, 0))::int as open,
      count(*) filter (where i.grand_total = s.amount)::int as paid
    from invoices i left join lateral (select sum(amount) as amount from invoice_settlements x where x.invoice_id = i.id) s on true`.execute(
    database.read,
  );
  assert.deepEqual(rows[0], { companies: 3, months: 12, invoices: 42, notes: 6, open: 6, paid: 36 });
});

test('the first map shows several people of company one', async () => {
  const { map } = services.config;
  const { rows } = await sql<{ n: number }>`
    select count(distinct el.user_id) as n from employee_locations el join locations l on l.id = el.location_id
    join employees e on e.user_id = el.user_id and e.is_profile_public
    join geolocations g on g.id = l.geolocation_id
    where abs(g.latitude - ${map.latitude}) < 0.0135 and abs(g.longitude - ${map.longitude}) < 0.0247`.execute(
    database.read,
  );
  assert.ok((rows[0]?.n ?? 0) >= 6);
});

test('a campaign by SMS shows receipts, answers, a STOP, and the bookings and income that came of it', async () => {
  const campaigns = await database.read
    .selectFrom('campaigns')
    .select(['companyId', 'id'])
    .where('medium', '=', 'sms')
    .execute();
  const [{ companyId, id } = assert.fail('no campaign by SMS')] = campaigns;
  const [campaign] = await withFigures(
    database.read,
    [await findCampaign(database.read, { companyId }, id)],
    Temporal.Now.instant(),
  );
  const { audience, sent, failed, leftOut, visited, bookings, income, unsubscribed } =
    campaign?.figures ?? assert.fail();
  assert.equal(sent + failed + leftOut, audience);
  for (const figure of [sent, visited, bookings, income, unsubscribed]) assert.ok(figure > 0);
  const { rows } = await sql<{ answer: string }>`
    select distinct a.answer from delivery_attempts a join deliveries d on d.id = a.delivery_id where d.lane_key = ${id}`.execute(
    database.read,
  );
  assert.ok(rows.some(({ answer }) => answer === 'Receipt: delivered'));
  const { rows: answers } = await sql<{ meaning: string }>`
    select i.meaning from inbound_messages i join campaign_recipients r on r.address = i.from_sms and r.campaign_id = ${id}`.execute(
    database.read,
  );
  assert.ok(answers.some(({ meaning }) => meaning === '') && answers.some(({ meaning }) => meaning === 'stop'));
});
