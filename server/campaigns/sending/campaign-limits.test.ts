// Tests of the limits of campaign mails: of a company in a day, and of an address that is not proved.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { company as companyDetails } from '#contract/company/details.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { user } from '#contract/identity/sign-in.ts';
import { systemCompanies } from '#contract/operations/companies.ts';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { proveAddress } from '#server/messaging/mail/proved-addresses.ts';
import { buildBusiness, verifyCompany } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import {
  addSubscribers,
  campaignFigures,
  sendCampaigns,
  sendingCompany,
} from '#server/testing/build/send-campaigns.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { solvedCaptcha } from '#server/testing/clients/captcha.ts';
import { sendFile } from '#server/testing/clients/upload.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** A company that someone has just registered, with a verified address. */
async function registeredCompany(app: TestApp, logIn = 'rosa@salon.example') {
  const account = { logIn, password: 'a wall of seven roses' };
  const input = { ...account, plan: 2, timeZone: 'UTC', captchaResponse: await solvedCaptcha(app) };
  assert.equal((await app.call(user.create, input)).status, 204);
  const { userId, companyId, locationId } = await app.database.read
    .selectFrom('employees as e')
    .innerJoin('users as u', 'u.id', 'e.userId')
    .innerJoin('locations as l', 'l.companyId', 'e.companyId')
    .select(['e.userId', 'e.companyId', 'l.id as locationId'])
    .where('u.logIn', '=', logIn)
    .executeTakeFirstOrThrow();
  const company = { id: companyId };
  await verifyCompany(app, company);
  // A session locks and ends within the days of a test.
  const enter = () => signIn(app, { userId, companyId, locationId });
  return { company, headers: await enter(), enter };
}

async function importAddresses(app: TestApp, headers: { cookie: string }, addresses: readonly string[]): Promise<void> {
  const rows = addresses.map((address, nth) => `Customer ${nth},${address},yes`);
  const file = { name: 'customers.csv', bytes: Buffer.from(['Name,E-mail,Newsletter', ...rows].join('\n')) };
  const { answer } = await sendFile(app, companyContacts.operations.import, file, headers);
  assert.equal(answer.added, addresses.length);
}

const addresses = (count: number, of = 'example.org') =>
  Array.from({ length: count }, (_, nth) => `person-${nth}@${of}`);

async function setPerDay(app: TestApp, { id }: { id: string }, campaignMailsPerDay: number): Promise<void> {
  await app.database.write.updateTable('companies').set({ campaignMailsPerDay }).where('id', '=', id).execute();
}

test('a registered company that imported 2,000 typed addresses sends 200 on its first day, and the rest later', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company, headers, enter } = await registeredCompany(app);
  await importAddresses(app, headers, addresses(2_000));
  const claimed = await app.database.read.selectFrom('consents').select(['source', 'provedAt']).execute();
  assert.ok(claimed.length === 2_000 && claimed.every((one) => one.source === 'import' && one.provedAt === null));
  const { id } = await buildCampaign(app, company, { periodEnd: app.clock.now().add({ hours: 24 * 60 }) });
  const counted = await app.call(marketing.countAudience, { medium: 'mail', campaignId: id }, headers);
  assert.deepEqual([counted.answer.reached, counted.answer.dayLimit], [2_000, { perDay: 200, left: 200 }]);
  await app.call(emailCampaigns.send, { id }, headers);
  await sendCampaigns(app);
  const { answer } = await app.call(emailCampaigns.getById, { id }, headers);
  assert.deepEqual([answer.state, answer.dayLimit], ['sending', { perDay: 200, left: 0 }]);
  const { sent, waitingBy } = await campaignFigures(app, headers, id);
  assert.deepEqual([sent, waitingBy], [200, [{ reason: 'limit', count: 1_800 }]]);
  const details = (await app.call(companyDetails.get, {}, headers)).answer;
  assert.deepEqual([details.campaignMailsOfDay, details.campaignMailsPerDay], [200, 200]);
  app.clock.advance({ hours: 20 });
  await sendCampaigns(app);
  const sentUntilNow = async () => (await campaignFigures(app, await enter(), id)).sent;
  assert.equal(await sentUntilNow(), 200, 'a day has 24 hours');
  app.clock.advance({ hours: 5 });
  await sendCampaigns(app);
  assert.equal(await sentUntilNow(), 400);
  const received = server.mails.map(({ envelope }) => envelope.to[0]).filter((to) => to?.endsWith('@example.org'));
  assert.deepEqual([received.length, new Set(received).size], [400, 400]);
});

test('campaigns at once share the limit, and a stop gives back what has not left', async () => {
  await using app = await testApp();
  const { company, headers } = await sendingCompany(app);
  await setPerDay(app, company, 150);
  await addSubscribers(app, company.id, 300);
  const [first, second] = [await buildCampaign(app, company), await buildCampaign(app, company)];
  for (const { id } of [first, second]) await app.call(emailCampaigns.start, { id }, headers);
  // No mail leaves: nothing sends.
  await Promise.all([runCampaigns(app, { duration: 0 }), runCampaigns(app, { duration: 0 })]);
  const queued = async ({ id }: { id: string }) =>
    Number(
      (
        await app.database.read
          .selectFrom('campaignRecipients')
          .select(({ fn }) => fn.count('id').as('count'))
          .where('campaignId', '=', id)
          .where('deliveryId', 'is not', null)
          .executeTakeFirstOrThrow()
      ).count,
    );
  const before = [await queued(first), await queued(second)];
  assert.equal(
    before.reduce((sum, count) => sum + count),
    150,
    `${before.join(' and ')}`,
  );
  const left = async ({ id }: { id: string }) =>
    (await app.call(emailCampaigns.getById, { id }, headers)).answer.dayLimit.left;
  assert.equal(await left(second), 0);
  // A mail that was attempted may have arrived.
  await sql`
    update deliveries set attempts = 1 where id in (
      select delivery_id from campaign_recipients where campaign_id = ${first.id} and delivery_id is not null limit 10)`.execute(
    app.database.write,
  );
  await app.call(emailCampaigns.stop, { id: first.id }, headers);
  const ofFirst = before[0] ?? 0;
  assert.equal(await left(second), Math.max(0, ofFirst - 10));
  await app.call(emailCampaigns.stop, { id: first.id }, headers);
  await app.call(emailCampaigns.stop, { id: second.id }, headers);
  assert.equal(await left(second), 140);
  // Started again, it gives back nothing twice.
  await app.call(emailCampaigns.start, { id: first.id }, headers);
  await runCampaigns(app, { duration: 0 });
  await runCampaigns(app, { duration: 0 });
  assert.equal(await left(first), 0);
  assert.equal(await queued(first), 140);
});

test('an unproved address gets two campaigns a day, over all companies and after one is registered again', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const victims = ['Victim@example.org', 'other@example.org'];
  await proveAddress({ ...app, db: app.database.write }, 'reader@example.org');
  const sendOnce = async (logIn: string) => {
    const { company, headers, enter } = await registeredCompany(app, logIn);
    await importAddresses(app, headers, [...victims, 'reader@example.org']);
    const { id } = await buildCampaign(app, company);
    await app.call(emailCampaigns.send, { id }, headers);
    await sendCampaigns(app);
    return { company, headers, enter, id };
  };
  for (const logIn of ['one@salon.example', 'two@salon.example']) {
    const { headers, id, company } = await sendOnce(logIn);
    assert.equal((await campaignFigures(app, headers, id)).sent, 3);
    await app.database.write.deleteFrom('companies').where('id', '=', company.id).execute();
    await app.database.write.deleteFrom('users').where('logIn', '=', logIn).execute();
  }
  const again = await sendOnce('one@salon.example');
  const { sent, waitingBy } = await campaignFigures(app, again.headers, again.id);
  assert.deepEqual([sent, waitingBy], [1, [{ reason: 'address', count: 2 }]]);
  const { answer } = await app.call(emailCampaigns.getById, { id: again.id }, again.headers);
  assert.deepEqual([answer.state, answer.dayLimit], ['sending', { perDay: 200, left: 199 }]);
  app.clock.advance({ hours: 25 });
  await sendCampaigns(app);
  const headers = await again.enter();
  assert.equal((await campaignFigures(app, headers, again.id)).sent, 3);
  assert.equal((await app.call(emailCampaigns.getById, { id: again.id }, headers)).answer.state, 'idle');
  const received = server.mails.map(({ envelope }) => envelope.to[0]);
  assert.equal(received.filter((to) => to === 'reader@example.org').length, 3);
});

test('recipients whose addresses wait do not hold up those behind them', async () => {
  await using app = await testApp();
  const { company, headers } = await sendingCompany(app);
  await addSubscribers(app, company.id, 450);
  // The first 300 had theirs.
  for (let nth = 0; nth < 2; nth++) {
    const other = await sendingCompany(app);
    await setPerDay(app, other.company, 300);
    await addSubscribers(app, other.company.id, 300);
    const { id } = await buildCampaign(app, other.company);
    await app.call(emailCampaigns.send, { id }, other.headers);
    await sendCampaigns(app);
  }
  const { id } = await buildCampaign(app, company);
  await app.call(emailCampaigns.send, { id }, headers);
  await sendCampaigns(app);
  assert.deepEqual((await campaignFigures(app, headers, id)).waitingBy, [
    { reason: 'address', count: 300 },
    { reason: 'kept', count: 150 },
  ]);
});

test('an operator sees and raises the limit of a company, whose campaign goes on', async () => {
  await using app = await testApp();
  const { company, headers } = await registeredCompany(app);
  await addSubscribers(app, company.id, 230);
  const { id } = await buildCampaign(app, company);
  await app.call(emailCampaigns.send, { id }, headers);
  await sendCampaigns(app);
  const operator = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const { getById, update } = systemCompanies.operations;
  const row = (await app.call(getById, { id: company.id }, operator)).answer;
  assert.deepEqual([row.campaignMailsPerDay, row.campaignMailsOfDay], [200, 200]);
  app.clock.advance({ minutes: 5 });
  const raised = await app.call(update, { id: company.id, campaignMailsPerDay: 250 }, operator);
  assert.deepEqual([raised.status, raised.answer.campaignMailsPerDay], [200, 250]);
  const changedAt = async () =>
    (
      await app.database.read
        .selectFrom('companies')
        .select('campaignMailsChangedAt')
        .where('id', '=', company.id)
        .executeTakeFirstOrThrow()
    ).campaignMailsChangedAt?.toString();
  const at = await changedAt();
  assert.equal(at, app.clock.now().toString());
  await sendCampaigns(app);
  assert.deepEqual((await campaignFigures(app, headers, id)).waitingBy, [{ reason: 'kept', count: 230 }]);
  app.clock.advance({ minutes: 5 });
  await app.call(update, { id: company.id, phoneNumber: '+371 29000000' }, operator);
  assert.equal(await changedAt(), at, 'another change leaves it');
});
