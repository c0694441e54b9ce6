// Tests how the limit of campaign mails grows with what arrives, and shrinks with what comes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { systemCompanies } from '#contract/operations/companies.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { addSubscribers, sendCampaigns, sendingCompany } from '#server/testing/build/send-campaigns.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { adjustLimits } from './adjust-limits.ts';
import { nextLimit } from './next-limit.ts';

const firstDay = 200;

test('a limit doubles with what arrives, halves with what comes back, and stays otherwise', () => {
  const next = (perDay: number, sent: number, bounced = 0, complained = 0) =>
    nextLimit({ perDay, sent, bounced, complained }, firstDay);
  assert.deepEqual([next(200, 99), next(200, 100), next(200, 101, 1), next(200, 100, 2)], [200, 400, 400, 200]);
  assert.deepEqual([next(400, 400, 0, 1), next(400, 400, 0, 2), next(4_000, 4_000, 0, 4)], [800, 400, 8_000]);
  assert.deepEqual([next(12_000, 12_000), next(20_000, 20_000)], [20_000, 20_000]);
  assert.deepEqual([next(400, 180, 9), next(400, 200, 10), next(400, 0, 10)], [400, 200, 200]);
  assert.deepEqual([next(800, 800, 0, 3), next(1_000, 1_001, 0, 3), next(300, 200, 30)], [400, 1_000, 200]);
  // An operator's limit: below the first one it does not rise to it, and above the last one it does not fall to it.
  assert.deepEqual([next(100, 100, 50), next(0, 0, 50), next(0, 10), next(50_000, 50_000)], [100, 0, 0, 50_000]);
  assert.equal(next(50_000, 50_000, 5_000), 25_000);
});

async function sentByCompany(app: TestApp, { perDay, count }: { perDay: number; count: number }) {
  const { company, headers } = await sendingCompany(app);
  const limit = async () =>
    (
      await app.database.read
        .selectFrom('companies')
        .select('campaignMailsPerDay')
        .where('id', '=', company.id)
        .executeTakeFirstOrThrow()
    ).campaignMailsPerDay;
  await app.database.write
    .updateTable('companies')
    .set({ campaignMailsPerDay: perDay, createdAt: app.clock.now().subtract({ hours: 23 }) })
    .where('id', '=', company.id)
    .execute();
  await addSubscribers(app, company.id, count);
  const { id } = await buildCampaign(app, company);
  await app.call(emailCampaigns.send, { id }, headers);
  await sendCampaigns(app);
  return { company, limit };
}

test('the limit grows a day after the company was made, once in a day whatever the number of processes', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company, limit } = await sentByCompany(app, { perDay: 20, count: 15 });
  await adjustLimits(app);
  assert.equal(await limit(), 20, 'not within the first day');
  app.clock.advance({ hours: 1 });
  const done = await Promise.all([adjustLimits(app), adjustLimits(app)]);
  assert.equal(
    done.reduce((sum, { raised }) => sum + raised, 0),
    1,
  );
  assert.equal(await limit(), 40);
  app.clock.advance({ hours: 22 });
  await adjustLimits(app);
  assert.equal(await limit(), 40);
  const audits = await app.database.read
    .selectFrom('userAudits')
    .select(['text', 'userName'])
    .where('companyId', '=', company.id)
    .where('text', 'like', '%limit%')
    .execute();
  assert.deepEqual(audits, [{ text: 'Raised the limit of campaign e-mails from 20 to 40 a day', userName: '' }]);
});

test('the limit shrinks when mailboxes do not exist or recipients complain, not below that of the first day', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url, CAMPAIGN_MAILS_FIRST_DAY: '30' } });
  const bounced = await sentByCompany(app, { perDay: 100, count: 60 });
  const complained = await sentByCompany(app, { perDay: 40, count: 30 });
  const untouched = await sentByCompany(app, { perDay: 100, count: 10 });
  const deliveriesOf = ({ id }: { id: string }, count: number) => sql`
    select id, address from deliveries where company_id = ${id} and queue = 'mail:campaign' order by id limit ${count}`;
  const later = app.clock.now().add({ minutes: 10 });
  await sql`
    update deliveries set state = 'undelivered', reason = 'bounced', settled_at = ${later}
    where id in (select id from (${deliveriesOf(bounced.company, 10)}) d)`.execute(app.database.write);
  await sql`
    insert into suppressions (company_id, medium, address, reason, purpose, evidence, delivery_id, created_at)
    select ${complained.company.id}, 'mail', address, 'complaint', 'campaign', 'abuse', id, ${later}
    from (${deliveriesOf(complained.company, 3)}) d`.execute(app.database.write);
  app.clock.advance({ hours: 2 });
  assert.deepEqual(await adjustLimits(app), { raised: 0, lowered: 2 });
  assert.deepEqual([await bounced.limit(), await complained.limit(), await untouched.limit()], [50, 30, 100]);
  app.clock.advance({ hours: 2 });
  await adjustLimits(app);
  assert.equal(await bounced.limit(), 50, 'once in a day');
});

test('a limit that an operator sets holds for a day', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company, limit } = await sentByCompany(app, { perDay: 20, count: 15 });
  app.clock.advance({ hours: 2 });
  const operator = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  await app.call(systemCompanies.operations.update, { id: company.id, campaignMailsPerDay: 10 }, operator);
  assert.deepEqual(await adjustLimits(app), { raised: 0, lowered: 0 });
  assert.equal(await limit(), 10);
});
