// Tests campaigns over a real mail server: each customer once, whatever is killed; no customer who has objected; a stop that
// takes effect; figures that add up.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type CampaignFigures, emailCampaigns, marketing, smsCampaigns } from '#contract/campaigns/campaigns.ts';
import { newId } from '#contract/lib/fields.ts';
import { systemSmsGateways } from '#contract/messaging/hosts.ts';
import { companyProblems } from '#contract/messaging/problems.ts';
import { companyReceivedSms } from '#contract/messaging/received-sms.ts';
import { companySuppressedAddresses } from '#contract/messaging/suppressed-addresses.ts';
import { topUp } from '#server/balance/deposits/top-up.ts';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { recordConsent } from '#server/customers/consent/record-consent.ts';
import { transaction } from '#server/db/transaction.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { takeAnswer } from '#server/messaging/sms/take-answer.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness, buildCampaign, buildContact, signIn, verifyCompany } from '#server/testing/build.ts';
import { buildSms } from '#server/testing/build-sms.ts';
import { eventually } from '#server/testing/process.ts';
import { campaignCauses, sendCampaigns } from '#server/testing/send-campaigns.ts';
import { openSmsGateway } from '#server/testing/sms-gateway.ts';
import { openSmtpReceiver } from '#server/testing/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { waitForLock } from '#server/testing/wait-for-lock.ts';

/** A company that may send, with an administrator. */
async function sendingCompany(app: TestApp) {
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  await verifyCompany(app, company);
  return { company, employee, headers: await signIn(app, employee) };
}

/** Customers who agreed, as an import would add them. */
async function addSubscribers(app: TestApp, companyId: string, count: number): Promise<void> {
  await sql`
    with added as (
      insert into contacts (company_id, id, name, e_mail, created_at)
      select ${companyId}, gen_random_uuid(), 'Customer ' || n, 'customer-' || n || '@example-' || n % 7 || '.test', ${app.clock.now()}
      from generate_series(1, ${count}::integer) n returning company_id, id)
    insert into consents (company_id, id, contact_id, channel, is_given, source, created_at, proved_at)
    select company_id, gen_random_uuid(), id, 'email', true, 'import', ${app.clock.now()}, ${app.clock.now()} from added`.execute(
    app.database.write,
  );
}

async function agree(app: TestApp, companyId: string, contactId: string, isGiven = true): Promise<void> {
  await recordConsent(
    { ...app, db: app.database.write },
    { companyId, contactId, channel: 'email', isGiven, source: 'staff', userId: null, shownText: '' },
  );
}

/** Customers in Latvia who agreed to SMS; returns their numbers. */
async function addTextable(app: TestApp, companyId: string, count: number): Promise<string[]> {
  const { write } = app.database;
  await write
    .updateTable('companies')
    .set({ country: 'Latvia', smsCountries: ['LV'] })
    .where('id', '=', companyId)
    .execute();
  const numbers = Array.from({ length: count }, (_, nth) => `+3712${String(1_000_000 + nth)}`);
  for (const phoneNumber of numbers) {
    const { id: contactId } = await buildContact(app, { id: companyId }, { name: 'Customer', phoneNumber });
    await write.updateTable('contacts').set({ phoneKey: phoneNumber }).where('id', '=', contactId).execute();
    const consent = { companyId, contactId, channel: 'sms', isGiven: true, source: 'staff' } as const;
    await recordConsent({ ...app, db: write }, { ...consent, userId: null, shownText: '' });
  }
  return numbers;
}

/** Pays in, in units (1/10,000 EUR); an SMS costs 500 from then on. */
async function payFor(app: TestApp, companyId: string, units: number): Promise<void> {
  const { write } = app.database;
  await sql`update unit_prices set price = 0.05 where company_id = ${companyId}`.execute(write);
  await sql`update company_terms set sms_cost = 0.05 where company_id = ${companyId}`.execute(write);
  await transaction({ ...app, db: write }, (tx) =>
    topUp(tx, { companyId, units, cause: { kind: 'payment', id: randomUUID(), step: 1 } }),
  );
}

async function figuresOf(app: TestApp, headers: { cookie: string }, id: string): Promise<CampaignFigures> {
  const { answer } = await app.call(emailCampaigns.getById, { id }, headers);
  const { figures } = answer;
  const { sent, waiting, failed, uncertain, stopped, leftOut } = figures;
  assert.equal(sent + waiting + failed + uncertain + stopped + leftOut, figures.audience, 'the parts are the audience');
  return figures;
}

test('a campaign of hundreds reaches each customer once, also when claims are left behind', async () => {
  let gate: Promise<void> | undefined;
  let held = 0;
  await using server = await openSmtpReceiver({
    data: async () => {
      if (gate) held++;
      await gate;
      return undefined;
    },
  });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company, headers } = await sendingCompany(app);
  await addSubscribers(app, company.id, 250);
  const { id } = await buildCampaign(app, company);
  const { answer } = await app.call(emailCampaigns.send, { id }, headers);
  assert.deepEqual([answer.started, answer.state], [false, 'sending']);
  await runCampaigns(app, { duration: 0 });
  assert.equal((await figuresOf(app, headers, id)).waiting, 250);
  // A process that dies while it sends leaves claims behind, whose outcome nothing says.
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const dying = openMessaging(app, campaignCauses);
  await eventually('a mail is held', () => held > 0);
  const { rows: claimed } = await sql<{ id: string }>`
    update deliveries set claimed_by = gen_random_uuid() where state = 'sending' returning id`.execute(
    app.database.write,
  );
  assert.ok(claimed.length > 0);
  gate = undefined;
  resolve();
  await dying.close();
  app.clock.advance({ minutes: 3 });
  await sendCampaigns(app);
  const figures = await figuresOf(app, headers, id);
  assert.equal(figures.audience, 250);
  assert.equal(figures.sent + figures.uncertain, 250);
  assert.ok(figures.uncertain <= claimed.length && figures.uncertain > 0, `${figures.uncertain} uncertain`);
  const addresses = server.mails.map(({ envelope }) => envelope.to[0]);
  assert.equal(new Set(addresses).size, addresses.length, 'nobody twice');
  // Sent again, it has no one left.
  const counted = await app.call(marketing.countAudience, { medium: 'mail', campaignId: id }, headers);
  assert.deepEqual([counted.answer.reached, counted.answer.leftOut], [0, [{ reason: 'had', count: 250 }]]);
  const refused = await app.call(emailCampaigns.send, { id }, headers);
  assert.equal(refused.status, 409);
  assert.match(refused.body, /Everyone in its audience has had it\./);
  await sendCampaigns(app);
  assert.equal(server.mails.length, addresses.length);
  const { answer: after } = await app.call(emailCampaigns.getById, { id }, headers);
  assert.equal(after.state, 'idle');
  const contents = await app.database.read.selectFrom('messageContents').select('id').execute();
  assert.equal(contents.length, 1, 'the content is stored once');
});

test('a mail says who sends it and how to end it, and fills in the name of its recipient', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company, headers } = await sendingCompany(app);
  const contact = await buildContact(app, company, { name: 'Mara <b>Berg</b>', eMail: 'mara@example.test' });
  await agree(app, company.id, contact.id);
  const { id } = await buildCampaign(app, company, {
    subject: 'For {{name}}',
    blocks: [
      { kind: 'heading', text: 'News & <more>' },
      { kind: 'text', text: '<p onclick="x()">Dear {{name}}, <a href="/salon">look</a><script>alert(1)</script></p>' },
      { kind: 'button', text: 'Book', url: 'https://example.test/book' },
    ],
  });
  await app.call(emailCampaigns.start, { id }, headers);
  await sendCampaigns(app);
  const mail = await server.next();
  assert.equal(mail.subject, 'For Mara <b>Berg</b>');
  assert.equal(mail.from?.name, company.name);
  assert.deepEqual(
    mail.replyTo?.map(({ address }) => address),
    ['hello@barber.test'],
  );
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? '';
  const [, unsubscribe = ''] =
    /^<(http:\/\/localhost:3000\/marketing\/unsubscribe\/[\w-]{22})>$/.exec(header('list-unsubscribe')) ?? [];
  assert.ok(unsubscribe, header('list-unsubscribe'));
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  assert.match(header('list-id'), /^<[\w-]+\.campaigns\.localhost>$/);
  assert.match(header('feedback-id'), /:campaign:daybook$/);
  const html = mail.html ?? '';
  assert.match(html, /Dear Mara &lt;b&gt;Berg&lt;\/b&gt;/);
  assert.match(html, /News &amp; &lt;more&gt;/);
  assert.doesNotMatch(html, /onclick|alert|<script|\{\{/);
  assert.ok(html.includes(`href="${unsubscribe}"`));
  assert.deepEqual(
    [...html.matchAll(/href="http:\/\/localhost:3000\/v\/[\w-]{22}\/(\d+)"/g)].map(([, position]) => position),
    ['1', '2'],
  );
  assert.match(mail.text ?? '', /look \(http:\/\/localhost:3000\/v\/[\w-]{22}\/1\)/);
  assert.ok((mail.text ?? '').includes(unsubscribe));
  // Readers of the list of mails see no token.
  const { rows } = await sql<{ own: string; shown: string }>`
    select m.html as own, mask_links(fill_content(c.html, m.fields)) as shown
    from email_messages m join message_contents c on c.id = m.content_id`.execute(app.database.read);
  const [stored] = rows;
  assert.equal(stored?.own, '');
  assert.match(stored?.shown ?? '', /\/v\/\*\*\*\/1/);
});

test('only customers who agreed are reached, and the others are left out with a reason', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company, employee, headers } = await sendingCompany(app);
  const add = async (name: string, eMail = `${name.toLowerCase()}@example.test`, given: boolean | null = true) => {
    const contact = await buildContact(app, company, { name, eMail });
    if (given !== null) await agree(app, company.id, contact.id, given);
    return contact;
  };
  await add('Anna');
  await add('Sibling', 'ANNA@example.test');
  const gone = await add('Gone');
  const other = await add('Other');
  await add('Silent', undefined, null);
  const objected = await add('Objected', undefined, false);
  const customer = await add('Customer', undefined, null);
  await sql`update contacts set visits_count = 3 where id in (${customer.id}, ${objected.id})`.execute(
    app.database.write,
  );
  await sql`update contacts set preferred_channel = 'sms' where id = ${other.id}`.execute(app.database.write);
  await sql`insert into suppressions (id, medium, address, reason, evidence) values (gen_random_uuid(), 'mail', ${`gone@example.test`}, 'bounce', '')`.execute(
    app.database.write,
  );
  assert.ok(gone.id);
  const count = async () => (await app.call(marketing.countAudience, { medium: 'mail' }, headers)).answer;
  const before = await count();
  assert.equal(before.reached, 1);
  assert.equal(before.notAgreed, 3);
  assert.deepEqual(Object.fromEntries(before.leftOut.map(({ reason, count: of }) => [reason, of])), {
    duplicate: 1,
    suppressed: 1,
    preference: 1,
  });
  // A company may declare that it writes to its customers, except those who objected.
  await app.call(marketing.setSettings, { customersByMail: true, customersBySms: false }, headers);
  assert.deepEqual([(await count()).reached, (await count()).notAgreed], [2, 2]);
  const { id } = await buildCampaign(app, company);
  await app.call(emailCampaigns.send, { id }, headers);
  await sendCampaigns(app);
  assert.deepEqual(server.mails.map(({ envelope }) => envelope.to[0]).sort(), [
    'anna@example.test',
    'customer@example.test',
  ]);
  const figures = await figuresOf(app, headers, id);
  assert.deepEqual([figures.audience, figures.sent, figures.leftOut], [5, 2, 3]);
  assert.deepEqual(figures.leftOutBy, [
    { reason: 'duplicate', count: 1 },
    { reason: 'preference', count: 1 },
    { reason: 'suppressed', count: 1 },
  ]);
  // Two campaigns a week.
  const second = await buildCampaign(app, company);
  await app.call(emailCampaigns.send, { id: second.id }, headers);
  await sendCampaigns(app);
  const third = await buildCampaign(app, company);
  const { status, body } = await app.call(emailCampaigns.send, { id: third.id }, headers);
  assert.equal(status, 409);
  assert.match(body, /audience is empty/);
  app.clock.advance({ hours: 7 * 24 + 1 });
  await app.call(emailCampaigns.send, { id: third.id }, await signIn(app, employee));
  await sendCampaigns(app);
  assert.equal(server.mails.length, 6);
});

test('a started campaign includes newcomers, ends with its period, and can be started again for those it has not had', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company, employee, headers: before } = await sendingCompany(app);
  await addSubscribers(app, company.id, 2);
  const { id } = await buildCampaign(app, company, { timeZone: 'Pacific/Auckland' });
  assert.equal((await app.call(emailCampaigns.start, { id }, before)).answer.started, true);
  await sendCampaigns(app);
  assert.equal(server.mails.length, 2);
  const { day } = await app.database.read.selectFrom('campaignRecipients').select('day').executeTakeFirstOrThrow();
  assert.equal(String(day), '2026-03-02');
  const contact = await buildContact(app, company, { eMail: 'new@example.test' });
  await agree(app, company.id, contact.id);
  app.clock.advance({ minutes: 2 });
  await sendCampaigns(app);
  assert.equal(server.mails.length, 3);
  app.clock.advance({ hours: 72 });
  await sendCampaigns(app);
  const headers = await signIn(app, employee);
  const { answer } = await app.call(emailCampaigns.getById, { id }, headers);
  assert.equal(answer.started, false);
  assert.equal((await app.call(emailCampaigns.start, { id }, headers)).status, 409);
  await app.call(emailCampaigns.update, { id, periodEnd: app.clock.now().add({ hours: 24 }).toString() }, headers);
  const late = await buildContact(app, company, { eMail: 'late@example.test' });
  await agree(app, company.id, late.id);
  await app.call(emailCampaigns.start, { id }, headers);
  await sendCampaigns(app);
  assert.equal(server.mails.length, 4);
  assert.deepEqual(server.mails.at(-1)?.envelope.to, ['late@example.test']);
});

test('a consent that is withdrawn while the campaign is being sent stops that message', async () => {
  let isHeld = true;
  await using server = await openSmtpReceiver({
    data: async () => {
      while (isHeld) await sleep(10, undefined, { ref: false });
      return undefined;
    },
  });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company, headers } = await sendingCompany(app);
  await addSubscribers(app, company.id, 60);
  const { id } = await buildCampaign(app, company);
  await app.call(emailCampaigns.send, { id }, headers);
  await runCampaigns(app, { duration: 0 });
  const outbox = openMessaging(app, campaignCauses);
  const states = () => app.database.read.selectFrom('deliveries').select(['id', 'state']).execute();
  await eventually('a mail is being sent', async () => (await states()).some(({ state }) => state === 'sending'));
  const { rows } = await sql<{ contactId: string; address: string }>`
    select r.contact_id, r.address from campaign_recipients r join deliveries d on d.id = r.delivery_id
    where d.state = 'queued' order by d.id desc limit 5`.execute(app.database.write);
  assert.equal(rows.length, 5);
  for (const { contactId } of rows) await agree(app, company.id, contactId, false);
  isHeld = false;
  await outbox.drain();
  await outbox.close();
  await sendCampaigns(app);
  const figures = await figuresOf(app, headers, id);
  assert.deepEqual([figures.sent, figures.leftOut, figures.audience], [55, 5, 60]);
  const reached = server.mails.map(({ envelope }) => envelope.to[0]);
  assert.ok(rows.every(({ address }) => !reached.includes(address)));
});

test('a stop takes effect at once, and a start continues with those who were stopped', async () => {
  let isHeld = true;
  await using server = await openSmtpReceiver({
    data: async () => {
      while (isHeld) await sleep(10, undefined, { ref: false });
      return undefined;
    },
  });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company, headers } = await sendingCompany(app);
  await addSubscribers(app, company.id, 260);
  const { id } = await buildCampaign(app, company);
  await app.call(emailCampaigns.start, { id }, headers);
  await runCampaigns(app, { duration: 0 });
  const outbox = openMessaging(app, campaignCauses);
  await eventually('a mail is being sent', async () => {
    const { rows } = await sql`select from deliveries where state = 'sending'`.execute(app.database.read);
    return rows.length > 0;
  });
  const edited = await app.call(emailCampaigns.update, { id, name: 'Other' }, headers);
  assert.equal(edited.status, 409);
  assert.match(edited.body, /Stop the campaign before you change it\./);
  const deleted = await app.call(emailCampaigns.delete, { id }, headers);
  assert.equal(deleted.status, 409);
  assert.match(deleted.body, /Stop the campaign before you delete it\./);
  const { answer } = await app.call(emailCampaigns.stop, { id }, headers);
  assert.deepEqual([answer.started, answer.state], [false, 'idle']);
  isHeld = false;
  await outbox.drain();
  await outbox.close();
  await sendCampaigns(app);
  // Only what was being handed over.
  assert.ok(server.mails.length <= 20, `${server.mails.length} after the stop`);
  const figures = await figuresOf(app, headers, id);
  assert.equal(figures.stopped, 260 - figures.sent);
  await app.call(emailCampaigns.update, { id, subject: 'Changed meanwhile' }, headers);
  await app.call(emailCampaigns.start, { id }, headers);
  await sendCampaigns(app);
  assert.equal((await figuresOf(app, headers, id)).sent, 260);
  const addresses = server.mails.map(({ envelope }) => envelope.to[0]);
  assert.equal(new Set(addresses).size, 260);
  assert.equal(server.mails.at(-1)?.subject, 'Changed meanwhile');
});

test('a stop does not wait for an audience that is being read, and undoes what was read', async () => {
  await using app = await testApp();
  const { company, headers } = await sendingCompany(app);
  await addSubscribers(app, company.id, 3);
  const { id } = await buildCampaign(app, company);
  await app.call(emailCampaigns.send, { id }, headers);
  const recipients = () => app.database.write.selectFrom('campaignRecipients').select('id').execute();
  const client = await app.database.connect();
  try {
    // A recipient refers to a customer: their rows cannot be added yet.
    await client.query('begin');
    await client.query('select from contacts where company_id = $1 for update', [company.id]);
    const running = runCampaigns(app, { duration: 0 });
    await waitForLock(app);
    assert.equal((await app.call(emailCampaigns.stop, { id }, headers)).answer.state, 'idle');
    await client.query('rollback');
    assert.deepEqual(await running, { queued: 0, ended: 0 });
  } finally {
    await client.end();
  }
  assert.deepEqual(await recipients(), []);
  await app.call(emailCampaigns.send, { id }, headers);
  assert.deepEqual(await runCampaigns(app, { duration: 0 }), { queued: 3, ended: 0 });
});

test('a save does not wait for the count of a start, which checks again what was saved meanwhile', async () => {
  await using app = await testApp();
  const { company, headers } = await sendingCompany(app);
  await addSubscribers(app, company.id, 2);
  const { id } = await buildCampaign(app, company);
  const client = await app.database.connect();
  let starting: Promise<{ status: number; body: string }>;
  try {
    await client.query('begin');
    await client.query('lock table contacts in access exclusive mode');
    starting = app.call(emailCampaigns.start, { id }, headers);
    await waitForLock(app);
    assert.equal((await app.call(emailCampaigns.update, { id, audience: { languages: ['de'] } }, headers)).status, 200);
    await client.query('rollback');
  } finally {
    await client.end();
  }
  const { status, body } = await starting;
  assert.deepEqual([status, JSON.parse(body).Code], [409, 'campaigns.nobody']);
  await app.call(emailCampaigns.update, { id, audience: {} }, headers);
  assert.equal((await app.call(emailCampaigns.start, { id }, headers)).answer.state, 'started');
});

test('a campaign whose audience was narrowed while it was stopped does not reach those who were in it', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company, headers } = await sendingCompany(app);
  await addSubscribers(app, company.id, 3);
  const { id } = await buildCampaign(app, company);
  await app.call(emailCampaigns.send, { id }, headers);
  await runCampaigns(app, { duration: 0 });
  const started = await app.call(emailCampaigns.start, { id }, headers);
  assert.equal(started.status, 409);
  assert.match(started.body, /The campaign is being sent\./);
  await app.call(emailCampaigns.stop, { id }, headers);
  await sql`update contacts set language = 'de' where e_mail like 'customer-2@%'`.execute(app.database.write);
  assert.equal((await app.call(emailCampaigns.update, { id, audience: { languages: ['de'] } }, headers)).status, 200);
  await app.call(emailCampaigns.send, { id }, headers);
  await sendCampaigns(app);
  assert.deepEqual(
    server.mails.map(({ envelope }) => envelope.to[0]?.split('@')[0]),
    ['customer-2'],
  );
  assert.equal((await figuresOf(app, headers, id)).audience, 1);
});

test('a campaign that cannot be sent says why before anything is', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const refused = async (id: string, operation: 'start' | 'send' | 'delete', pattern: RegExp) => {
    const { status, body } = await app.call(emailCampaigns[operation], { id }, headers);
    assert.equal(status, 409, body);
    assert.match(body, pattern);
  };
  const one = await buildCampaign(app, company);
  await refused(one.id, 'send', /Verify the address/);
  await verifyCompany(app, company);
  await refused(one.id, 'start', /audience is empty/);
  await addSubscribers(app, company.id, 1);
  const now = app.clock.now();
  const over = await buildCampaign(app, company, { periodStart: now.subtract({ hours: 48 }), periodEnd: now });
  await refused(over.id, 'start', /period is over/);
  await refused((await buildCampaign(app, company, { blocks: [{ kind: 'divider' }] })).id, 'send', /no text/);
  await refused((await buildCampaign(app, company, { subject: ' ' })).id, 'send', /no subject/);
  const dead = [
    { kind: 'text', text: 'Hello' },
    { kind: 'button', text: 'Book' },
  ];
  await refused((await buildCampaign(app, company, { blocks: dead })).id, 'start', /leads nowhere/);
  const noAddress = [{ kind: 'text', text: '<p><a href="https://[x">look</a></p>' }];
  await refused((await buildCampaign(app, company, { blocks: noAddress })).id, 'send', /is not an address/);
  assert.equal((await app.database.read.selectFrom('deliveries').select('id').execute()).length, 0);
  const values = { name: 'A', periodStart: now.toString(), periodEnd: now.toString() };
  const backwards = await app.call(emailCampaigns.insert, values, headers);
  assert.equal(backwards.status, 417);
  assert.match(backwards.body, /PeriodEnd.*after the start/);
});

test('a client that knows no blocks writes message and text; the zero id adds, and what it does not send stays', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const period = { PeriodStart: '2026-03-02', PeriodEnd: '2026-03-05T23:59:59Z' };
  const post = async (operation: string, payload: object) => {
    const url = `/api/company/emailcampaigns/${operation}`;
    const response = await app.server.inject({ method: 'POST', url, headers, payload });
    return { status: response.statusCode, body: response.statusCode === 204 ? undefined : response.json() };
  };
  const zero = { Id: newId, Name: 'Spring', Message: '<p>Come <b>again</b></p>', Text: 'Come again', ...period };
  const { body: added } = await post('Insert', zero);
  assert.notEqual(added.Id, newId);
  assert.deepEqual([added.Message, added.Text, added.Started], ['<p>Come <b>again</b></p>', 'Come again', false]);
  assert.deepEqual(
    added.Blocks.map((block: { Kind: string }) => block.Kind),
    ['text'],
  );
  // As it was answered, Started included.
  const { body: same } = await post('Update', { ...added, Name: 'Summer', Started: true });
  assert.deepEqual([same.Name, same.Started, same.Blocks], ['Summer', false, added.Blocks]);
  const { body: other } = await post('Update', { Id: added.Id, Message: 'Plain words' });
  assert.deepEqual([other.Name, other.Message], ['Summer', '<p>Plain words</p>']);
  const { status: tooLong, body: refused } = await post('Insert', { ...zero, Message: 'x'.repeat(20_001) });
  assert.deepEqual([tooLong, refused[0].Key], [417, 'Message'], 'a block would not hold it');
  const { body: second } = await post('Update', { ...zero, Name: 'By update' });
  assert.notEqual(second.Id, added.Id);
  const { answer } = await app.call(emailCampaigns.getPaginated, {}, headers);
  assert.deepEqual([answer.totalRows, answer.campaigns.map(({ name }) => name)], [2, ['By update', 'Summer']]);
  assert.equal((await post('Delete', { Id: added.Id })).status, 204);
  assert.equal((await app.call(emailCampaigns.getPaginated, {}, headers)).answer.totalRows, 1);
  assert.equal((await post('Update', { ...added, Version: '1' })).status, 404);
  assert.equal((await post('Update', { ...second, Version: '1' })).status, 409);
});

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
  const sent = await app.database.read.selectFrom('smsMessages').select(['toSms', 'message', 'subject']).execute();
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
  const pay = (units: number) =>
    transaction({ ...app, db: write }, (tx) =>
      topUp(tx, { companyId: company.id, units, cause: { kind: 'payment', id: randomUUID(), step: 1 } }),
    );
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
  await pay(1_500);
  await app.call(smsCampaigns.send, { id }, headers);
  await sendCampaigns(app);
  const figures = async () => (await app.call(smsCampaigns.getById, { id }, headers)).answer.figures;
  assert.equal(server.requests.length, 3);
  assert.deepEqual([(await figures()).sent, (await figures()).waiting], [3, 3]);
  const told = await write.selectFrom('reminders').select('type').where('userId', '=', employee.userId).execute();
  assert.deepEqual(
    told.map(({ type }) => type),
    ['smsFundsError'],
  );

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
  await pay(2_000);
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
  const { audience, sent, leftOut, visited, unsubscribed } = await figures();
  assert.deepEqual(
    { audience, sent, leftOut, visited, unsubscribed },
    { audience: 6, sent: 5, leftOut: 1, visited: 1, unsubscribed: 1 },
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

test('a campaign that fails does not hold up the others, and is reported; links that are too long are refused', async () => {
  await using app = await testApp();
  const [poisoned, healthy] = [await sendingCompany(app), await sendingCompany(app)];
  const ids: string[] = [];
  for (const { company, headers } of [poisoned, healthy]) {
    await addSubscribers(app, company.id, 3);
    const { id } = await buildCampaign(app, company);
    ids.push(id);
    assert.equal((await app.call(emailCampaigns.send, { id }, headers)).status, 200);
  }
  // As it may have been stored before links were limited: no index holds such an address.
  const url = `https://example.test/${randomBytes(6_000).toString('base64url')}`;
  const tooLong = { kind: 'text', text: `<p>See <a href="${url}">this</a></p>` };
  const { blocks } = await app.database.read
    .selectFrom('campaigns')
    .select('blocks')
    .where('id', '=', ids[0] ?? '')
    .executeTakeFirstOrThrow();
  const poison = JSON.stringify((blocks as object[]).map((block) => ({ ...block, ...tooLong })));
  await sql`update campaigns set blocks = ${poison}::jsonb where id = ${ids[0]}`.execute(app.database.write);
  for (let round = 0; round < 2; round++) await assert.rejects(runCampaigns(app, { duration: 0 }), { code: '54000' });
  assert.equal((await figuresOf(app, healthy.headers, ids[1] ?? '')).waiting, 3);
  const queued = await app.database.read.selectFrom('deliveries').select('companyId').execute();
  assert.ok(queued.length === 3 && queued.every(({ companyId }) => companyId === healthy.company.id));

  const period = { periodStart: app.clock.now().toString(), periodEnd: app.clock.now().add({ hours: 1 }).toString() };
  const columns = { kind: 'columns', right: [{ kind: 'divider' }, tooLong] } as const;
  const saved = await app.call(
    emailCampaigns.insert,
    { name: 'Long', ...period, blocks: [{ kind: 'heading', text: 'Hello' }, columns] as never },
    poisoned.headers,
  );
  assert.deepEqual(saved.complaints, [
    { Key: 'Blocks[1].Right[1].Text', Message: 'A link has more than 500 characters. Shorten it.' },
  ]);
  const text = await app.call(
    smsCampaigns.insert,
    { name: 'Long', ...period, message: `See ${url}` },
    poisoned.headers,
  );
  assert.deepEqual(
    text.complaints.map(({ Key }) => Key),
    ['Message'],
  );
  await app.call(emailCampaigns.stop, { id: ids[0] ?? '' }, poisoned.headers);
  const again = await app.call(emailCampaigns.send, { id: ids[0] ?? '' }, poisoned.headers);
  assert.equal(again.status, 417, 'before anything is sent');
});

test('a message that was given up while it waits for money is not sent by its campaign', async () => {
  await using app = await testApp();
  const { company, headers } = await sendingCompany(app);
  await addTextable(app, company.id, 2);
  await payFor(app, company.id, 500);
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
  await payFor(app, company.id, 5_000);
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
  assert.equal(asked.answer.leftToday, 8);
  assert.ok(asked.answer.maxParts > asked.answer.parts, 'a long name with letters outside the alphabet');
  await app.call(smsCampaigns.send, { id }, headers);
  assert.equal((await runCampaigns(app, { duration: 0 })).queued, 8);
  const figures = async () => (await app.call(smsCampaigns.getById, { id }, headers)).answer.figures;
  assert.deepEqual([(await figures()).audience, (await figures()).waiting], [9, 9]);
  assert.deepEqual((await figures()).waitingBy, [{ reason: 'later', count: 1 }]);
  const outcomes = [];
  for (let nth = 0; nth < 3; nth++) outcomes.push((await buildSms(app, company.id)).outcome);
  assert.deepEqual(outcomes, ['queued', 'queued', 'companyLimit']);
  const long = await buildCampaign(app, company, { medium: 'sms' });
  assert.equal((await app.call(smsCampaigns.update, { id: long.id, message: 'ā'.repeat(700) }, headers)).status, 200);
  const refused = await app.call(smsCampaigns.start, { id: long.id }, headers);
  assert.equal(refused.status, 409);
  assert.match(refused.body, /more than 10 SMS/);
});

test('a STOP while SMS wait for money stops those to that number', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const { company, headers } = await sendingCompany(app);
  await addTextable(app, company.id, 1);
  await payFor(app, company.id, 500);
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
  await payFor(app, company.id, 100_000);
  await sendCampaigns(app);
  assert.equal(await state(), 'suppressed');
  assert.equal((await app.call(smsCampaigns.getById, { id }, headers)).answer.figures.leftOut, 1);
});
