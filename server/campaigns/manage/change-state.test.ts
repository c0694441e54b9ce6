// Tests of the start and the stop of campaigns: what is refused, and a stop that takes effect.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness, verifyCompany } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import {
  addSubscribers,
  campaignCauses,
  campaignFigures,
  sendCampaigns,
  sendingCompany,
} from '#server/testing/build/send-campaigns.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { waitForLock } from '#server/testing/database/wait-for-lock.ts';
import { eventually } from '#server/testing/process.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { testApp } from '#server/testing/test-app.ts';

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
  const figures = await campaignFigures(app, headers, id);
  assert.equal(figures.stopped, 260 - figures.sent);
  await app.call(emailCampaigns.update, { id, subject: 'Changed meanwhile' }, headers);
  await app.call(emailCampaigns.start, { id }, headers);
  await sendCampaigns(app);
  assert.equal((await campaignFigures(app, headers, id)).sent, 260);
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
  assert.equal((await campaignFigures(app, headers, id)).audience, 1);
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
