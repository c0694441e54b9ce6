// Tests that an audience is counted, and read, as the plain definition says, whatever has happened to its customers.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Audience } from '#contract/campaigns/audience.ts';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { cases } from '#contract/testing/random-cases.ts';
import { transaction } from '#server/db/transaction.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { previousOf, readCap } from './cap-of-week.ts';
import { readAudience } from './conditions.ts';
import { audienceOf } from './read-audience.ts';
import { storeCaps } from './store-caps.ts';

interface Contact {
  id: string;
  eMailKey: string;
  phoneKey: string;
  language: string;
  mergedInto: string | null;
  mailConsent: string;
  smsConsent: string;
  preferredChannel: string;
  visitsCount: number;
}

interface Recipient {
  campaignId: string;
  contactId: string | null;
  address: string;
  leftOut: string | null;
  sentAt: Temporal.Instant | null;
  deliveryId: string | null;
  state: string | null;
  isRunning: boolean;
}

test('who was merged has had the campaigns of both, and a campaign once; an undo gives each their own', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const [first, both] = [await buildCampaign(app, company), await buildCampaign(app, company)];
  const [kept, merged] = [await buildContact(app, company, {}), await buildContact(app, company, {})];
  const recipient = (campaignId: string, contactId: string) => ({
    companyId: company.id,
    id: randomUUIDv7(),
    campaignId,
    contactId,
    address: `${contactId}@example.org`,
    isPreviousKnown: true,
    createdAt: app.clock.now(),
  });
  const rows = [recipient(first.id, merged.id), recipient(both.id, merged.id), recipient(both.id, kept.id)];
  await app.database.write.insertInto('campaignRecipients').values(rows).execute();
  const owners = async () => {
    const read = app.database.read.selectFrom('campaignRecipients').select(['id', 'contactId']);
    const found = new Map((await read.execute()).map(({ id, contactId }) => [id, contactId]));
    return rows.map(({ id }) => (found.get(id) === kept.id ? 'kept' : 'merged'));
  };
  const { merge, undoMerge } = companyContacts.operations;
  const input = { contactId: kept.id, mergedId: merged.id, take: [] };
  const { id } = (await app.call(merge, input, headers)).answer;
  assert.deepEqual(await owners(), ['kept', 'merged', 'kept']);
  // After a merge, no recipient of the customer claims to know the campaign before.
  const read = app.database.read.selectFrom('campaignRecipients').select('id').where('isPreviousKnown', '=', true);
  assert.deepEqual(await read.execute(), []);
  assert.equal((await app.call(undoMerge, { id }, headers)).status, 204);
  assert.deepEqual(await owners(), ['merged', 'merged', 'kept']);
});

test('customers of a location, a person or a service are those with a visit there, however many they have', async () => {
  await using app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const service = await buildService(app, employee);
  const colleague = await buildEmployee(app, await buildLocation(app, company));
  const [mara, lena] = [
    await buildContact(app, company, mailOf('mara')),
    await buildContact(app, company, mailOf('lena')),
  ];
  await buildContact(app, company, mailOf('ilze'));
  await buildEvent(app, employee, { ...on('2026-03-02'), contactId: mara.id, serviceId: service.id });
  await buildEvent(app, colleague, { ...on('2026-03-03'), contactId: lena.id, status: 'requested' });
  await buildEvent(app, employee, {
    ...on('2026-03-04'),
    contactId: lena.id,
    serviceId: service.id,
    status: 'cancelled',
  });
  const { write } = app.database;
  await sql`update contacts set mail_consent = 'given'`.execute(write);
  await sql`select recount_contacts(${company.id}, null, ${app.clock.now()})`.execute(write);
  const headers = await signIn(app, employee);
  const assertReached = async () => {
    const both = [location.id, colleague.locationId];
    const cases: [Partial<Audience>, number][] = [
      [{ locationIds: [location.id] }, 1],
      [{ locationIds: [colleague.locationId] }, 1],
      [{ locationIds: both }, 2],
      [{ calendarIds: [employee.calendarId] }, 1],
      [{ calendarIds: [employee.calendarId, colleague.calendarId] }, 2],
      [{ serviceIds: [service.id] }, 1],
      [{ serviceIds: [service.id], locationIds: both }, 1],
      [{ serviceIds: [service.id], calendarIds: [colleague.calendarId] }, 0],
    ];
    for (const [audience, wanted] of cases) {
      const { answer } = await app.call(marketing.countAudience, { medium: 'mail', audience }, headers);
      assert.equal(answer.reached, wanted, JSON.stringify(audience));
    }
  };
  await assertReached();
  await sql`update contacts set visited_ids = null`.execute(write);
  await assertReached();
  await sql`select recount_contacts(${company.id}, null, ${app.clock.now()})`.execute(write);
  // Customers of a deleted service are not found, although their rows still contain its id.
  const query = { companyId: company.id, medium: 'mail', now: app.clock.now() } as const;
  const ofService = audienceOf({ ...query, audience: readAudience({ serviceIds: [service.id] }) });
  assert.equal((await ofService.execute(write)).rows.length, 1);
  await sql`delete from services where id = ${service.id}`.execute(write);
  assert.equal((await ofService.execute(write)).rows.length, 0);
  const names = sql`select from contacts where ${service.id} = any(visited_ids)`;
  assert.equal((await names.execute(write)).rows.length, 1);
  // More ids than a row holds.
  const { rows } = await sql<{ few: number | null; many: number | null }>`
    select cardinality(few_ids(array_agg(id) filter (where n <= 64))) as few, cardinality(few_ids(array_agg(id))) as many
    from (select gen_random_uuid() as id, n from generate_series(1, 65) n) ids`.execute(write);
  assert.deepEqual(rows, [{ few: 64, many: null }]);
});

const mailOf = (name: string) => ({ name, eMail: `${name}@example.org` });
const on = (day: string) => ({ start: `${day}T09:00:00Z` });

const rounds = cases(12, 4);
const everyCap = ['mixed', 'none', 'previous', 'recipients'];
const everyReason = ['duplicate', 'frequency', 'had', 'notAgreed', 'preference', 'reached', 'suppressed'];

test('the count of an audience, and its recipients, are those of the plain definition after random changes', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const campaigns: string[] = [];
  for (let n = 0; n < 4; n++) campaigns.push((await buildCampaign(app, company)).id);
  const seen = new Set<string>();
  const caps = new Set<string>();
  let stored = 0;
  // Few rounds may not meet every case: more of them do.
  const hasMetAll = () => seen.size === everyReason.length && caps.size === everyCap.length && stored > 0;
  for (let round = 0; round < rounds || (!hasMetAll() && round < 60); round++) {
    // Also with fewer campaigns than the cap of a week.
    await change(app, company.id, campaigns.slice(0, 1 + (round % campaigns.length)), round + 1);
    await eraseAndRestore(app, await signIn(app, employee), round);
    await assertFactsAreCopied(app);
    const capped = app.database.read
      .selectFrom('audienceFacts')
      .select('id')
      .where('cappedUntil', '>', app.clock.now());
    stored += (await capped.execute()).length;
    const headers = await signIn(app, employee);
    for (const medium of ['mail', 'sms'] as const) {
      for (const campaignId of [undefined, campaigns[0]]) {
        for (const languages of [[], ['de']]) {
          const { reasons: wanted, had } = await plainly(app, company.id, { medium, campaignId, languages });
          const input = { medium, campaignId, audience: { languages } };
          const { reached, notAgreed, leftOut } = (await app.call(marketing.countAudience, input, headers)).answer;
          const counts = Object.fromEntries(leftOut.map(({ reason, count }) => [reason, count]));
          const tally: Record<string, number> = {};
          for (const [id, found] of wanted) {
            const reason = had.has(id) ? 'had' : found;
            tally[reason] = (tally[reason] ?? 0) + 1;
            seen.add(reason);
          }
          assert.deepEqual(
            { reached: 0, notAgreed: 0, ...counts, ...(reached && { reached }), ...(notAgreed && { notAgreed }) },
            { reached: 0, notAgreed: 0, ...tally },
          );
          const query = {
            companyId: company.id,
            medium,
            campaignId,
            audience: readAudience({ languages }),
            now: app.clock.now(),
          };
          caps.add(await transaction({ ...app, db: app.database.write }, ({ db }) => readCap(db, query)));
          const { rows } = await sql<{ contactId: string; leftOut: string | null }>`
            select contact_id, left_out from (${audienceOf(query)}) a`.execute(app.database.write);
          assert.deepEqual(
            new Map(rows.map((row) => [row.contactId, row.leftOut ?? 'reached'])),
            new Map([...wanted].filter(([, reason]) => reason !== 'notAgreed').sort(byOrder(rows))),
          );
        }
      }
    }
    app.clock.advance({ hours: 9 });
  }
  assert.ok(stored > 0, `${stored}`);
  assert.deepEqual([...caps].sort(), everyCap);
  assert.deepEqual([...seen].sort(), everyReason);
});

/** Deletes customers, of whom some are at the cap of a week, and takes it back. */
async function eraseAndRestore(app: TestApp, headers: { cookie: string }, round: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from contacts c where merged_into is null
    order by (select f.capped_until from audience_facts f where f.id = c.id) desc nulls last, hashtext(id::text || ${round}::text)
    limit 3`.execute(app.database.read);
  const ids = rows.map(({ id }) => id);
  assert.equal((await app.call(companyContacts.operations.deleteMany, { ids }, headers)).status, 204);
  assert.equal((await app.call(companyContacts.operations.restoreMany, { ids }, headers)).status, 204);
}

/** `audience_facts` has what contacts have, of those who are not merged. */
async function assertFactsAreCopied(app: TestApp): Promise<void> {
  const columns = sql`company_id, id, mail_hash, sms_hash, mail_standing, sms_standing, visits_count, last_visit, next_visit,
    language, birthday_month, visited_ids`;
  const { rows } = await sql`
    (select ${columns} from contacts where merged_into is null except all select ${columns} from audience_facts)
    union all
    (select ${columns} from audience_facts except all select ${columns} from contacts where merged_into is null)`.execute(
    app.database.read,
  );
  assert.deepEqual(rows, []);
}

/** The order of maps is compared too. */
function byOrder(rows: readonly { contactId: string }[]) {
  const order = new Map(rows.map(({ contactId }, index) => [contactId, index]));
  return ([one]: [string, string], [other]: [string, string]) => (order.get(one) ?? 0) - (order.get(other) ?? 0);
}

/** Adds, changes and deletes customers, what they agreed to, what is suppressed, and what campaigns have sent them. */
async function change(app: TestApp, companyId: string, campaigns: readonly string[], seed: number): Promise<void> {
  const now = app.clock.now();
  // Numbers that depend on the row and on what they are for.
  const pick = (row: string, what: string, of: number) =>
    sql`(abs(hashtextextended(${sql.raw(row)}::text || ${what}::text, ${seed}::bigint)) % ${sql.lit(of)})::int`;
  const of = (row: string, what: string, values: readonly string[]) =>
    sql`(${sql.val(values)}::text[])[1 + ${pick(row, what, values.length)}]`;
  await sql`
    insert into contacts (company_id, id, name, e_mail, phone_number, phone_key, language, mail_consent, sms_consent,
      preferred_channel, visits_count, created_at)
    select ${companyId}, gen_random_uuid(), 'Customer ' || n, case when ${pick('n', 'mail', 9)} > 0 then
        ${of('n', 'case', ['a', 'A'])} || ${pick('n', 'address', 30)} || '@example.test' else '' end, '',
      case when ${pick('n', 'number', 5)} > 0 then '+3712000000' || ${pick('n', 'digit', 9)} else ${of('n', 'plain', ['', '20000000'])} end,
      ${of('n', 'language', ['de', 'lv'])}, ${of('n', 'consent', ['given', 'given', 'given', 'withdrawn', ''])},
      ${of('n', 'sms', ['given', 'given', 'given', 'pending', ''])},
      ${of('n', 'channel', ['', '', '', '', 'email', 'sms', 'none'])}, ${pick('n', 'visits', 3)}, ${now}::timestamptz - ${pick('n', 'age', 3)} * interval '1 hour'
    from generate_series(1, 24) n`.execute(app.database.write);
  await sql`delete from contacts c where company_id = ${companyId} and ${pick('c.id', 'gone', 9)} = 0`.execute(
    app.database.write,
  );
  await sql`
    update contacts c set e_mail = 'a' || ${pick('c.id', 'new', 30)} || '@example.test', mail_consent = 'given'
    where company_id = ${companyId} and ${pick('c.id', 'moved', 6)} = 0`.execute(app.database.write);
  await sql`
    update contacts c set phone_key = '+3712000000' || ${pick('c.id', 'called', 9)}
    where company_id = ${companyId} and ${pick('c.id', 'other number', 6)} = 0`.execute(app.database.write);
  // Merges are undone, too.
  await sql`
    update contacts c set merged_into = null where company_id = ${companyId} and ${pick('c.id', 'apart', 3)} = 0`.execute(
    app.database.write,
  );
  await sql`
    update contacts c set merged_into = (
      select k.id from contacts k where k.company_id = c.company_id and k.id <> c.id and k.merged_into is null order by k.id limit 1)
    where company_id = ${companyId} and ${pick('c.id', 'merged', 14)} = 0`.execute(app.database.write);
  await sql`
    insert into marketing_settings (company_id, customers_by_mail, customers_by_sms, declared_at)
    values (${companyId}, ${seed % 2 === 0}, ${seed % 3 === 0}, ${now})
    on conflict (company_id) do update set customers_by_mail = excluded.customers_by_mail, customers_by_sms = excluded.customers_by_sms`.execute(
    app.database.write,
  );
  await sql`delete from suppressions`.execute(app.database.write);
  await sql`
    insert into suppressions (id, company_id, medium, address, reason, evidence, purpose, expires_at, created_at)
    select gen_random_uuid(), case when n % 2 = 0 then ${companyId}::uuid end, case when n < 4 then 'mail' else 'sms' end,
      case when n < 4 then 'a' || ${pick('n', 'bad', 30)} || '@example.test' else '+3712000000' || ${pick('n', 'bad', 9)} end,
      'bounce', '', case when n % 3 = 0 then 'campaign' end,
      case when n % 4 = 1 then ${now}::timestamptz + (${pick('n', 'ends', 3)} - 1) * interval '1 hour' end, ${now}
    from generate_series(0, 7) n on conflict do nothing`.execute(app.database.write);
  // Messages that were sent are never deleted otherwise, so no cap ends before its time.
  await sql`delete from campaign_recipients where company_id = ${companyId}`.execute(app.database.write);
  await sql`update audience_facts set capped_until = null where company_id = ${companyId}`.execute(app.database.write);
  // A campaign that is being sent counts even without recipients: it would leave no round below the cap.
  await sql`
    update campaigns c set sending = id = any(${campaigns}::uuid[]) and ${pick('c.id', 'sending', 2)} = 0
    where company_id = ${companyId}`.execute(app.database.write);
  for (const [index, campaignId] of campaigns.entries()) {
    // The caps of none, some or all campaigns are stored.
    if ((seed + index) % 2 === 0) await storeCaps(app);
    // In every other round, some recipients do not record the campaign before.
    const isKnown = seed % 2 === 0 ? sql`true` : sql`${pick('c.id', `${campaignId} known`, 4)} > 0`;
    // In every fourth, every message has left: the one before a message that has not is unknown.
    const isSent = seed % 4 === 2 ? sql`true` : sql`${pick('c.id', `${campaignId} sent`, 3)} > 0`;
    await sql`
      with added as (
        insert into campaign_recipients (company_id, id, campaign_id, contact_id, address, previous_at, is_previous_known,
          left_out, sent_at, day, delivery_id, created_at)
        select ${companyId}, gen_random_uuid(), ${campaignId}, id, e_mail_key, case when ${isKnown} then p.previous_at end,
          ${isKnown} and coalesce(p.is_previous_known, true), case when ${pick('c.id', `${campaignId} out`, 7)} = 0 then 'preference' end,
          s.at, (s.at at time zone 'Pacific/Auckland')::date, case when ${pick('c.id', `${campaignId} queued`, 4)} > 0 then gen_random_uuid() end, ${now}
        from contacts c cross join lateral (select case when ${isSent}
          then ${now}::timestamptz - ${pick('c.id', `${campaignId} ago`, 216)} * interval '1 hour' end as at) s
        left join (${previousOf({ companyId, campaignId, now })}) p on p.contact_id = c.id
        where company_id = ${companyId} and e_mail_key <> '' and ${pick('c.id', campaignId, 3)} = 0
        on conflict do nothing returning *)
      insert into deliveries (id, company_id, medium, queue, lane, lane_key, guarantee, address, state, due_at, cause_kind, cause_key, created_at)
      select delivery_id, company_id, 'mail', 'mail:campaign', 'turn', '', 'once', address,
        case when sent_at is null then ${of('contact_id', 'state', ['queued', 'sending', 'held', 'failed', 'cancelled'])} else 'sent' end,
        ${now}, 'campaign.mail', delivery_id, ${now} from added where delivery_id is not null`.execute(
      app.database.write,
    );
  }
  if (seed % 3 > 0) await storeCaps(app);
}

/**
 * Why each customer of the audience is left out, `notAgreed` or `reached`; and those who have had the campaign already.
 */
async function plainly(
  app: TestApp,
  companyId: string,
  { medium, campaignId, languages }: { medium: CampaignMedium; campaignId: string | undefined; languages: string[] },
): Promise<{ reasons: Map<string, string>; had: Set<string> }> {
  const { write } = app.database;
  const now = app.clock.now();
  const isPast = (at: Temporal.Instant) => Temporal.Instant.compare(at, now) <= 0;
  const { rows: contacts } = await sql<Contact>`
    select * from contacts where company_id = ${companyId} order by created_at, id`.execute(write);
  const { rows: recipients } = await sql<Recipient>`
    select r.*, d.state, g.started or g.sending as is_running from campaign_recipients r
    join campaigns g on g.id = r.campaign_id left join deliveries d on d.id = r.delivery_id
    where r.company_id = ${companyId} and r.left_out is null`.execute(write);
  const suppressions = await write.selectFrom('suppressions').selectAll().where('medium', '=', medium).execute();
  const settings = await write
    .selectFrom('marketingSettings')
    .selectAll()
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow();
  const isMail = medium === 'mail';
  const week = now.subtract({ hours: 7 * 24 });
  const reasons = new Map<string, string>();
  const addresses = new Map<string, string>();
  const had = new Set<string>();
  for (const contact of contacts) {
    if (contact.mergedInto !== null || (languages.length > 0 && !languages.includes(contact.language))) continue;
    const address = isMail ? contact.eMailKey : contact.phoneKey;
    const consent = isMail ? contact.mailConsent : contact.smsConsent;
    const isDeclared = isMail ? settings.customersByMail : settings.customersBySms;
    const mayReceive =
      (isMail ? address !== '' : address.startsWith('+')) &&
      contact.preferredChannel !== 'none' &&
      consent !== 'withdrawn' &&
      (consent === 'given' || (contact.visitsCount > 0 && isDeclared));
    const isSuppressed = suppressions.some(
      (one) =>
        one.address === address &&
        (one.companyId === null || one.companyId === companyId) &&
        (one.purpose === null || one.purpose === 'campaign') &&
        !(one.expiresAt && isPast(one.expiresAt)),
    );
    const others = recipients.filter((one) => one.contactId === contact.id && one.campaignId !== campaignId);
    const ofWeek = others.filter(({ sentAt, isRunning, state }) =>
      sentAt
        ? Temporal.Instant.compare(sentAt, week) > 0
        : isRunning && (state === null || ['queued', 'sending', 'held'].includes(state)),
    );
    const isAnothers = recipients.some(
      (one) => one.campaignId === campaignId && one.address === address && one.contactId !== contact.id,
    );
    const reason = !mayReceive
      ? 'notAgreed'
      : isSuppressed
        ? 'suppressed'
        : contact.preferredChannel === (isMail ? 'sms' : 'email')
          ? 'preference'
          : ofWeek.length >= 2
            ? 'frequency'
            : isAnothers
              ? 'duplicate'
              : 'reached';
    reasons.set(contact.id, reason);
    const own = recipients.find((one) => one.campaignId === campaignId && one.contactId === contact.id);
    if (reason === 'reached' && own && (own.sentAt || (own.deliveryId && own.state !== 'cancelled')))
      had.add(contact.id);
    addresses.set(contact.id, address);
  }
  // An address gets one, and none while another customer with it has had enough.
  const taken = new Set([...reasons].flatMap(([id, reason]) => (reason === 'frequency' ? [addresses.get(id)] : [])));
  const inTurn = [...reasons].sort(([one], [other]) => Number(had.has(other)) - Number(had.has(one)));
  for (const [id, reason] of inTurn) {
    if (reason !== 'reached') continue;
    if (taken.has(addresses.get(id))) reasons.set(id, 'duplicate');
    taken.add(addresses.get(id));
  }
  return { reasons, had };
}
