// Tests campaigns by SMS: numbers, money, limits, receipts and STOP.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { smsCampaigns } from '#contract/campaigns/campaigns.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { companyProblems } from '#contract/messaging/problems.ts';
import { companyReceivedSms } from '#contract/messaging/received-sms.ts';
import { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import { companySuppressedAddresses } from '#contract/messaging/suppressed-addresses.ts';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { recordConsent } from '#server/customers/consent/record-consent.ts';
import { takeAnswer } from '#server/messaging/sms/take-answer.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { payForSms } from '#server/testing/build/pay-for-sms.ts';
import { addTextable, sendCampaigns, sendingCompany } from '#server/testing/build/send-campaigns.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import { storedSms } from '#server/testing/clients/stored-messages.ts';
import { openSmsGateway } from '#server/testing/servers/sms-gateway.ts';
import { testApp } from '#server/testing/test-app.ts';

test('a campaign by SMS fills in names and counted links, and leaves out numbers that get none', async () => {
  await using app = await testApp();
  const { company, headers } = await sendingCompany(app);
  await sql`update companies set country = 'Latvia', sms_countries = '{LV}' where id = ${company.id}`.execute(
    app.database.write,
  );
  for (const phoneKey of ['+37120000101', '+37167000102']) {
    const { id: contactId } = await buildContact(app, company, { name: 'Mara', phoneNumber: phoneKey });
    await sql`update contacts set phone_key = ${phoneKey} where id = ${contactId}`.execute(app.database.write);
    const consent = { companyId: company.id, contactId, channel: 'sms', isGiven: true, source: 'staff' } as const;
    await recordConsent({ ...app, db: app.database.write }, { ...consent, userId: null, shownText: '' });
  }
  const { id } = await buildCampaign(app, company, { medium: 'sms' });
  const message = 'Hello {{name}}, see https://example.test/offer.';
  assert.equal((await app.call(smsCampaigns.update, { id, message }, headers)).status, 200);
  const empty = await buildCampaign(app, company, { medium: 'sms' });
  assert.equal((await app.call(smsCampaigns.update, { id: empty.id, message: ' ' }, headers)).status, 200);
  const wordless = await app.call(smsCampaigns.send, { id: empty.id }, headers);
  assert.equal(wordless.status, 409);
  assert.match(wordless.body, /It has no text yet\./);
  // A gateway for reminders alone sends none.
  const other = { id: randomUUID(), key: 'Reminders', kind: 'file', host: '', purposes: ['visit'] };
  await app.database.write.insertInto('smsGateways').values(other).execute();
  const { answer: preview } = await app.call(smsCampaigns.preview, { message }, headers);
  assert.equal(preview.parts, 1);
  const refused = await app.call(smsCampaigns.send, { id }, headers);
  assert.equal(refused.status, 409);
  assert.match(refused.body, /No SMS gateway/);
  const gateway = { id: randomUUID(), key: 'Kept', kind: 'file', host: '' };
  await app.database.write.insertInto('smsGateways').values(gateway).execute();
  await app.call(smsCampaigns.send, { id }, headers);
  await runCampaigns(app, { duration: 0 });
  const sent = await storedSms(app);
  assert.deepEqual(
    sent.map(({ toSms }) => toSms),
    ['+37120000101'],
  );
  assert.match(
    sent[0]?.message ?? '',
    /^Hello Mara, see http:\/\/localhost:3000\/v\/[\w-]{22}\/1\.\nNo more: http:\/\/localhost:3000\/v\/[\w-]{22}$/,
  );
  const { answer } = await app.call(smsCampaigns.getById, { id }, headers);
  assert.deepEqual([answer.figures.audience, answer.figures.leftOut, answer.figures.waiting], [2, 1, 1]);
  await app.call(smsCampaigns.stop, { id }, headers);
  assert.equal((await app.call(smsCampaigns.getById, { id }, headers)).answer.figures.stopped, 1);
});

test('a campaign by SMS goes over a gateway to its figures: money, receipts, STOP and consent are obeyed on the way', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const { write } = app.database;
  const { company, employee, headers } = await sendingCompany(app);
  const operator = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const gateways = systemSmsGateways.operations;
  const request = { kind: 'http', method: 'POST', path: '/send', headers: 'Content-Type: application/json' } as const;
  const { answer: gateway } = await app.call(
    gateways.insert,
    {
      ...{ key: 'Main', host: server.host, port: server.port, ...request, idPath: 'id', sender: 'Salon' },
      ...{ body: '{"to":"{{to}}","text":"{{text}}"}', receiptIdPath: 'ref', receiptStatusPath: 'state' },
      ...{ deliveredValues: 'ok', undeliveredValues: 'gone', inboundFromPath: 'from', inboundTextPath: 'words' },
    },
    operator,
  );
  const { url } = (await app.call(gateways.getHook, { id: gateway.id }, operator)).answer;
  const tell = (payload: object) =>
    app.server.inject({ method: 'POST', url: url.slice(app.publicUrl.length), payload });

  await write
    .updateTable('companies')
    .set({ country: 'Latvia', smsCountries: ['LV'] })
    .where('id', '=', company.id)
    .execute();
  await sql`update unit_prices set price = 0.05 where company_id = ${company.id}`.execute(write);
  await sql`update company_terms set sms_cost = 0.05 where company_id = ${company.id}`.execute(write);
  const contacts = new Map<string, string>();
  for (let nth = 1; nth <= 6; nth++) {
    const number = `+3712000020${nth}`;
    const { id: contactId } = await buildContact(app, company, { name: `Customer ${nth}`, phoneNumber: number });
    await sql`update contacts set phone_key = ${number} where id = ${contactId}`.execute(write);
    contacts.set(number, contactId);
    await recordConsent(
      { ...app, db: write },
      { companyId: company.id, contactId, channel: 'sms', isGiven: true, source: 'staff', userId: null, shownText: '' },
    );
  }
  const { id } = await buildCampaign(app, company, { medium: 'sms' });
  await app.call(smsCampaigns.update, { id, message: 'Hello {{name}}: https://example.test/offer' }, headers);
  const refused = await app.call(smsCampaigns.send, { id }, headers);
  assert.equal(refused.status, 409);
  assert.match(refused.body, /balance does not pay/);
  await payForSms(app, company.id, { units: 1_500 });
  await app.call(smsCampaigns.send, { id }, headers);
  await sendCampaigns(app);
  const figures = async () => (await app.call(smsCampaigns.getById, { id }, headers)).answer.figures;
  assert.equal(server.requests.length, 3);
  assert.deepEqual([(await figures()).sent, (await figures()).waiting], [3, 3]);
  const reminded = await write.selectFrom('reminders').select('type').where('userId', '=', employee.userId).execute();
  assert.deepEqual(
    reminded.map(({ type }) => type),
    ['smsFundsError'],
  );

  assert.equal((await figures()).delivered, null, 'no receipt yet');

  const numberOf = (nth: number): string => JSON.parse(server.requests[nth - 1]?.body ?? '{}').to;
  await tell({ ref: 'ref-1', state: 'ok' });
  await tell({ ref: 'ref-2', state: 'gone' });
  await tell({ from: numberOf(1).slice(1), words: 'Stop' });
  const waiting = [...contacts.keys()].filter((number) => ![1, 2, 3].some((nth) => numberOf(nth) === number));
  await recordConsent(
    { ...app, db: write },
    {
      ...{ companyId: company.id, contactId: contacts.get(waiting[0] ?? '') ?? '', channel: 'sms', isGiven: false },
      ...{ source: 'staff', userId: null, shownText: '' },
    },
  );
  await payForSms(app, company.id, { units: 2_000 });
  await sendCampaigns(app);
  assert.equal(server.requests.length, 5);
  const [, visit = ''] = /(\/v\/[\w-]{22}\/1)/.exec(server.requests[1]?.body ?? '') ?? [];
  app.clock.advance({ minutes: 1 });
  await app.server.inject({
    ...{ method: 'GET', url: visit },
    headers: {
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'user-agent': 'Mozilla/5.0 (iPhone) Safari',
    },
  });
  const { audience, sent, delivered, leftOut, visited, unsubscribed } = await figures();
  assert.deepEqual(
    { audience, sent, delivered, leftOut, visited, unsubscribed },
    { audience: 6, sent: 5, delivered: 1, leftOut: 1, visited: 1, unsubscribed: 1 },
  );
  const { rows: deposits } = await sql`
    select (posted * 10000)::int as posted, (held * 10000)::int as held from deposits where company_id = ${company.id}`.execute(
    write,
  );
  assert.deepEqual(deposits, [{ posted: 1_000, held: 0 }]);
  assert.deepEqual(await verifyBooks(app.database), []);

  const { answer: received } = await app.call(companyReceivedSms.operations.getPaginated, {}, headers);
  assert.deepEqual(
    received.messages.map(({ from, message, meaning }) => [from, message, meaning]),
    [[numberOf(1), 'Stop', 'stop']],
  );
  assert.match(received.messages[0]?.customer ?? '', /^Customer \d$/);
  const stopped = companySuppressedAddresses.operations;
  const { addresses } = (await app.call(stopped.getPaginated, {}, headers)).answer;
  assert.deepEqual(
    addresses.map(({ medium, address, reason }) => [medium, address, reason]),
    [['sms', numberOf(1), 'stop']],
  );
  const entry = { id: addresses[0]?.id ?? '' };
  assert.equal((await app.call(stopped.allow, entry, headers)).status, 409);
  assert.equal((await buildSms(app, company.id, { to: numberOf(1) })).outcome, 'stopped');
  assert.equal((await app.call(stopped.allow, { ...entry, why: 'Asked at the desk' }, headers)).status, 204);
  assert.equal((await buildSms(app, company.id, { to: numberOf(1) })).outcome, 'queued');
  assert.equal((await buildSms(app, company.id, { to: numberOf(1), purpose: 'campaign' })).outcome, 'stopped');
  const audits = await write.selectFrom('userAudits').select('text').execute();
  assert.ok(audits.some(({ text }) => text.includes('Asked at the desk')));
  await tell({ from: numberOf(1).slice(1), words: 'Start' });
  assert.equal((await figures()).unsubscribed, 0);
});

test('a message that was given up while it waits for money is not sent by its campaign', async () => {
  await using app = await testApp();
  const { company, headers } = await sendingCompany(app);
  await addTextable(app, company.id, 2);
  await payForSms(app, company.id, { units: 500 });
  const gateway = { id: randomUUID(), key: 'Kept', kind: 'file', host: '' };
  await app.database.write.insertInto('smsGateways').values(gateway).execute();
  const { id } = await buildCampaign(app, company, { medium: 'sms' });
  assert.equal((await app.call(smsCampaigns.start, { id }, headers)).status, 200);
  await runCampaigns(app, { duration: 0 });
  const states = () =>
    app.database.write.selectFrom('deliveries').select(['id', 'state', 'address']).orderBy('address').execute();
  const held = (await states()).filter(({ state }) => state === 'held');
  assert.equal(held.length, 1);
  const { answer } = await app.call(companyProblems.operations.giveUp, { ids: [held[0]?.id ?? ''] }, headers);
  assert.equal(answer.changed, 1);
  await payForSms(app, company.id, { units: 5_000 });
  app.clock.advance({ minutes: 2 });
  await sendCampaigns(app);
  assert.equal((await states()).find(({ id: one }) => one === held[0]?.id)?.state, 'cancelled');
  assert.equal((await states()).length, 2);
  const { figures } = (await app.call(smsCampaigns.getById, { id }, headers)).answer;
  assert.equal(figures.stopped, 1);
});

test('numbers that get no SMS do not hold up the next slice, and the job is requested again when its time is up', async () => {
  await using app = await testApp();
  const { company, headers } = await sendingCompany(app);
  await app.database.write
    .updateTable('companies')
    .set({ country: 'Latvia', smsCountries: ['LV'], smsPerDay: 10_000 })
    .where('id', '=', company.id)
    .execute();
  // One landline among the first, and more than a slice.
  await sql`
    with added as (
      insert into contacts (company_id, id, name, phone_number, phone_key, created_at)
      select ${company.id}, gen_random_uuid(), 'Customer ' || n, key, key, ${app.clock.now()}
      from generate_series(1, 230) n cross join lateral (
        select case when n <= 30 then '+371670001' || lpad(n::text, 2, '0') else '+37120000' || lpad(n::text, 3, '0') end as key) k
      returning company_id, id)
    insert into consents (company_id, id, contact_id, channel, is_given, source, created_at, proved_at)
    select company_id, gen_random_uuid(), id, 'sms', true, 'import', ${app.clock.now()}, ${app.clock.now()} from added`.execute(
    app.database.write,
  );
  const gateway = { id: randomUUID(), key: 'Kept', kind: 'file', host: '' };
  await app.database.write.insertInto('smsGateways').values(gateway).execute();
  const { id } = await buildCampaign(app, company, { medium: 'sms' });
  assert.equal((await app.call(smsCampaigns.send, { id }, headers)).status, 200);
  let calls = 0;
  const onTimeUp = async () => {
    calls++;
  };
  const { queued } = await runCampaigns(app, { duration: 0, onTimeUp });
  assert.ok(queued < 200, `${queued} of a slice with landlines`);
  assert.equal(calls, 1);
  await runCampaigns(app, { duration: 0, onTimeUp });
  assert.equal(calls, 2, 'messages leave');
});

test('a campaign by SMS leaves a fifth of the day to reminders, says how many leave today, and takes at most ten SMS', async () => {
  await using app = await testApp();
  const { company, headers } = await sendingCompany(app);
  await addTextable(app, company.id, 9);
  await app.database.write.updateTable('companies').set({ smsPerDay: 10 }).where('id', '=', company.id).execute();
  const gateway = { id: randomUUID(), key: 'Kept', kind: 'file', host: '' };
  await app.database.write.insertInto('smsGateways').values(gateway).execute();
  const { id } = await buildCampaign(app, company, { medium: 'sms' });
  const asked = await app.call(smsCampaigns.getTest, { id }, headers);
  const counted = await app.call(marketing.countAudience, { medium: 'sms', campaignId: id }, headers);
  assert.deepEqual(counted.answer.dayLimit, { perDay: 8, left: 8 });
  assert.ok(asked.answer.maxParts > asked.answer.parts, 'a long name with letters outside the alphabet');
  await app.call(smsCampaigns.send, { id }, headers);
  assert.equal((await runCampaigns(app, { duration: 0 })).queued, 8);
  const figures = async () => (await app.call(smsCampaigns.getById, { id }, headers)).answer.figures;
  assert.deepEqual([(await figures()).audience, (await figures()).waiting], [9, 9]);
  assert.deepEqual((await figures()).waitingBy, [{ reason: 'limit', count: 1 }]);
  const outcomes = [];
  for (let nth = 0; nth < 3; nth++) outcomes.push((await buildSms(app, company.id)).outcome);
  assert.deepEqual(outcomes, ['queued', 'queued', 'companyLimit']);
  const long = await buildCampaign(app, company, { medium: 'sms' });
  assert.equal((await app.call(smsCampaigns.update, { id: long.id, message: 'ā'.repeat(700) }, headers)).status, 200);
  const refused = await app.call(smsCampaigns.start, { id: long.id }, headers);
  assert.equal(refused.status, 409);
  assert.match(refused.body, /more than 10 SMS/);
});

test('"Send" is refused while all that is left waits for money', async () => {
  await using app = await testApp();
  const { company, headers } = await sendingCompany(app);
  await addTextable(app, company.id, 2);
  const gateway = { id: randomUUID(), key: 'Kept', kind: 'file', host: '' };
  await app.database.write.insertInto('smsGateways').values(gateway).execute();
  const { id } = await buildCampaign(app, company, { medium: 'sms' });
  await app.call(smsCampaigns.start, { id }, headers);
  await payForSms(app, company.id, { units: 100 });
  await runCampaigns(app, { duration: 0 });
  const { figures } = (await app.call(smsCampaigns.getById, { id }, headers)).answer;
  assert.deepEqual(figures.waitingBy, [{ reason: 'funds', count: 2 }]);
  const refused = await app.call(smsCampaigns.send, { id }, headers);
  assert.equal(refused.status, 409);
  assert.match(refused.body, /balance does not pay/);
});

test('a STOP while SMS wait for money stops those to that number', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const { company, headers } = await sendingCompany(app);
  await addTextable(app, company.id, 1);
  await payForSms(app, company.id, { units: 500 });
  const gateway = {
    ...{ id: randomUUID(), key: 'Main', kind: 'http', host: server.host, port: server.port },
    ...{ method: 'POST', path: '/send', body: '{"to":"{{to}}"}', idPath: 'id' },
  };
  await app.database.write.insertInto('smsGateways').values(gateway).execute();
  const { id } = await buildCampaign(app, company, { medium: 'sms' });
  await app.call(smsCampaigns.send, { id }, headers);
  await sql`update unit_prices set price = 1 where company_id = ${company.id}`.execute(app.database.write);
  await runCampaigns(app, { duration: 0 });
  const state = async () =>
    (await app.database.write.selectFrom('deliveries').select(['state', 'address']).executeTakeFirstOrThrow()).state;
  assert.equal(await state(), 'held');
  const { figures } = (await app.call(smsCampaigns.getById, { id }, headers)).answer;
  assert.deepEqual(figures.waitingBy, [{ reason: 'funds', count: 1 }]);
  await takeAnswer(app, { gatewayId: gateway.id, from: '+37121000000', text: 'STOP' });
  await payForSms(app, company.id, { units: 100_000 });
  await sendCampaigns(app);
  assert.equal(await state(), 'suppressed');
  assert.equal((await app.call(smsCampaigns.getById, { id }, headers)).answer.figures.leftOut, 1);
});
