// Tests campaigns over a real mail server: each customer once, whatever is killed; no customer who has objected; a stop that
// takes effect; figures that add up.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type CampaignFigures, emailCampaigns, marketing, smsCampaigns } from '#contract/campaigns/campaigns.ts';
import { newId } from '#contract/lib/fields.ts';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { recordConsent } from '#server/customers/consent/record-consent.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness, buildCampaign, buildContact, signIn, verifyCompany } from '#server/testing/build.ts';
import { eventually } from '#server/testing/process.ts';
import { campaignCauses, sendCampaigns, sendingCompany } from '#server/testing/send-campaigns.ts';
import { openSmtpReceiver } from '#server/testing/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { waitForLock } from '#server/testing/wait-for-lock.ts';

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

async function figuresOf(app: TestApp, headers: { cookie: string }, id: string): Promise<CampaignFigures> {
  const { answer } = await app.call(emailCampaigns.getById, { id }, headers);
  const { figures } = answer;
  const { sent, waiting, failed, uncertain, stopped, leftOut } = figures;
  assert.equal(sent + waiting + failed + uncertain + stopped + leftOut, figures.audience, 'the parts are the audience');
  return figures;
}

test('without a mail server, the progress says that messages are kept; the next sending with one sends them', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp();
  const { company, headers } = await sendingCompany(app);
  await addSubscribers(app, company.id, 2);
  const { id } = await buildCampaign(app, company);
  await app.call(emailCampaigns.send, { id }, headers);
  await sendCampaigns(app);
  const { sent, waitingBy } = await figuresOf(app, headers, id);
  assert.deepEqual([sent, waitingBy], [0, [{ reason: 'kept', count: 2 }]]);
  const reached = async () =>
    (await app.call(marketing.countAudience, { medium: 'mail', campaignId: id, audience: {} }, headers)).answer.reached;
  // As long as there is none, the customers have had it, and its links work.
  assert.equal(await reached(), 0);
  const refused = await app.call(emailCampaigns.send, { id }, headers);
  assert.deepEqual([refused.status, JSON.parse(refused.body).Code], [409, 'campaigns.allHad']);
  app.config.smtpUrl = server.url;
  assert.equal(await reached(), 2);
  assert.equal((await app.call(emailCampaigns.send, { id }, headers)).status, 200);
  await sendCampaigns(app);
  assert.equal((await figuresOf(app, headers, id)).sent, 2);
  assert.equal(server.mails.length, 2);
});

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
    await client.query('lock table audience_facts in access exclusive mode');
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
