// Tests of campaigns over a real mail server: each customer once, no customer who has objected, figures that add up.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { emailCampaigns, smsCampaigns } from '#contract/campaigns/campaigns.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import {
  addSubscribers,
  agreeToMails,
  campaignCauses,
  campaignFigures,
  sendCampaigns,
  sendingCompany,
} from '#server/testing/build/send-campaigns.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { eventually } from '#server/testing/process.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { testApp } from '#server/testing/test-app.ts';

test('without a mail server, the progress says that messages are kept; the next sending with one sends them', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp();
  const { company, headers } = await sendingCompany(app);
  await addSubscribers(app, company.id, 2);
  const { id } = await buildCampaign(app, company);
  await app.call(emailCampaigns.send, { id }, headers);
  await sendCampaigns(app);
  const { sent, waitingBy } = await campaignFigures(app, headers, id);
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
  assert.equal((await campaignFigures(app, headers, id)).sent, 2);
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
  assert.equal((await campaignFigures(app, headers, id)).waiting, 250);
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
  const figures = await campaignFigures(app, headers, id);
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
  await agreeToMails(app, company.id, contact.id);
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
  const { rows } = await sql<{ own: string; shown: string; beginning: string }>`
    select m.html as own, mask_links(fill_content(c.html, m.fields)) as shown, m.beginning
    from email_messages m join message_contents c on c.id = m.content_id`.execute(app.database.read);
  const [stored] = rows;
  assert.equal(stored?.own, '');
  assert.match(stored?.shown ?? '', /\/v\/\*\*\*\/1/);
  // The list sorts a mail by the first words that its recipient reads.
  const words = (mail.text ?? '').replace(/(?<=\/)[\w-]{22}/g, '***').toLowerCase();
  assert.equal(stored?.beginning, words.slice(0, 100));
  assert.match(stored?.beginning ?? '', /dear mara <b>berg<\/b>/);
});

test('a campaign without a subject is sent with its name, and renamed with its new one', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company, headers } = await sendingCompany(app);
  await addSubscribers(app, company.id, 1);
  const { id } = await buildCampaign(app, company, { subject: ' ' });
  assert.equal((await app.call(emailCampaigns.update, { id, name: 'Spring at {{company}}' }, headers)).status, 200);
  const shown = await app.call(emailCampaigns.getTest, { id }, headers);
  assert.equal(shown.answer.subject, `Spring at ${company.name}`);
  assert.ok(shown.answer.warnings.includes('noSubject'), 'the editor says so');
  assert.equal((await app.call(emailCampaigns.send, { id }, headers)).status, 200);
  await sendCampaigns(app);
  assert.deepEqual(
    server.mails.map(({ subject }) => subject),
    [`Spring at ${company.name}`],
  );
});

test('only customers who agreed are reached, and the others are left out with a reason', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company, employee, headers } = await sendingCompany(app);
  const add = async (name: string, eMail = `${name.toLowerCase()}@example.test`, given: boolean | null = true) => {
    const contact = await buildContact(app, company, { name, eMail });
    if (given !== null) await agreeToMails(app, company.id, contact.id, given);
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
  const figures = await campaignFigures(app, headers, id);
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
  await agreeToMails(app, company.id, contact.id);
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
  await agreeToMails(app, company.id, late.id);
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
  for (const { contactId } of rows) await agreeToMails(app, company.id, contactId, false);
  isHeld = false;
  await outbox.drain();
  await outbox.close();
  await sendCampaigns(app);
  const figures = await campaignFigures(app, headers, id);
  assert.deepEqual([figures.sent, figures.leftOut, figures.audience], [55, 5, 60]);
  const reached = server.mails.map(({ envelope }) => envelope.to[0]);
  assert.ok(rows.every(({ address }) => !reached.includes(address)));
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
  assert.equal((await campaignFigures(app, healthy.headers, ids[1] ?? '')).waiting, 3);
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
