// Tests that SMS of campaigns wait for the end of the quiet hours.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { smsCampaigns } from '#contract/campaigns/campaigns.ts';
import { findCampaign, withFigures } from '#server/campaigns/stored/stored-campaigns.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { payForSms } from '#server/testing/build/pay-for-sms.ts';
import { addTextable, sendCampaigns, sendingCompany } from '#server/testing/build/send-campaigns.ts';
import { openSmsGateway, type SmsGatewayServer } from '#server/testing/servers/sms-gateway.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { runCampaigns } from './run-campaigns.ts';

const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime('Europe/Riga').toInstant();

test('an SMS is not queued at night for a campaign whose period ends before the morning', async () => {
  await using app = await testApp();
  const { company } = await sendingCompany(app);
  const { write } = app.database;
  await addTextable(app, company.id, 1);
  const periodStart = at('2026-03-01T00:00');
  const { id } = await buildCampaign(app, company, {
    ...{ medium: 'sms', timeZone: 'Europe/Riga', periodStart, periodEnd: at('2026-03-03T00:00') },
  });
  await write.updateTable('campaigns').set({ started: true }).where('id', '=', id).execute();
  app.clock.set(at('2026-03-02T21:30').toString());
  const dueTimes = async () => {
    await runCampaigns(app, { duration: 0 });
    const rows = await write.selectFrom('deliveries').select('dueAt').where('medium', '=', 'sms').execute();
    return rows.map(({ dueAt }) => String(dueAt));
  };
  assert.deepEqual(await dueTimes(), []);
  await write
    .updateTable('campaigns')
    .set({ periodEnd: at('2026-03-04T00:00') })
    .where('id', '=', id)
    .execute();
  assert.deepEqual(await dueTimes(), [String(at('2026-03-03T08:00'))]);
});

/** A company with a gateway, customers, and a campaign. */
async function openNight(app: TestApp, server: SmsGatewayServer, customers: number) {
  app.clock.set(at('2026-03-02T21:30').toString());
  const { company, headers } = await sendingCompany(app);
  await addTextable(app, company.id, customers);
  const gateway = {
    ...{ id: randomUUID(), key: 'Main', kind: 'http', host: server.host, port: server.port },
    ...{ method: 'POST', path: '/send', body: '{"to":"{{to}}"}', idPath: 'id' },
  };
  await app.database.write.insertInto('smsGateways').values(gateway).execute();
  const { id } = await buildCampaign(app, company, {
    ...{
      medium: 'sms',
      timeZone: 'Europe/Riga',
      periodStart: at('2026-03-01T00:00'),
      periodEnd: at('2026-03-05T00:00'),
    },
  });
  return {
    ...{ company, headers, id },
    // Without a session: nights lock it.
    async figures() {
      const campaign = await findCampaign(app.database.write, { companyId: company.id }, id);
      const [answer] = await withFigures(app.database.write, [campaign], app.clock.now());
      return answer?.figures ?? assert.fail();
    },
  };
}

test('"Send" lets go what a start at night left for the morning', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const { headers, id, figures } = await openNight(app, server, 3);
  await app.call(smsCampaigns.start, { id }, headers);
  await sendCampaigns(app);
  assert.deepEqual((await figures()).waitingBy, [{ reason: 'night', count: 3 }]);
  assert.equal((await app.call(smsCampaigns.send, { id }, headers)).status, 200);
  await sendCampaigns(app);
  const { sent, waiting, waitingBy } = await figures();
  assert.deepEqual([sent, waiting, waitingBy], [3, 0, []]);
  const { state } = (await app.call(smsCampaigns.getById, { id }, headers)).answer;
  assert.equal(state, 'idle');
  const again = await app.call(smsCampaigns.send, { id }, headers);
  assert.deepEqual([again.status, again.body.includes('has had it')], [409, true]);
});

test('SMS that waited for money leave in the morning, and so does what a person sent by day', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const { company, headers, id, figures } = await openNight(app, server, 3);
  app.clock.set(at('2026-03-02T20:50').toString());
  await payForSms(app, company.id, { units: 500 });
  await app.call(smsCampaigns.send, { id }, headers);
  await sendCampaigns(app);
  const parts = async () => {
    const { sent, waitingBy } = await figures();
    return [sent, ...waitingBy.map(({ reason, count }) => `${reason} ${count}`)];
  };
  assert.deepEqual(await parts(), [1, 'funds 2']);
  app.clock.set(at('2026-03-03T02:00').toString());
  await payForSms(app, company.id, { units: 10_000 });
  await sendCampaigns(app);
  await sendCampaigns(app);
  assert.deepEqual(await parts(), [1, 'night 2']);
  app.clock.set(at('2026-03-03T08:00').toString());
  await sendCampaigns(app);
  assert.deepEqual(await parts(), [3]);
});

test('the job rests while more than a slice waits for the morning', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const { company, headers, id, figures } = await openNight(app, server, 0);
  await sql`
    with added as (
      insert into contacts (company_id, id, name, phone_number, phone_key, created_at)
      select ${company.id}, gen_random_uuid(), 'Customer ' || n, key, key, ${app.clock.now()}
      from generate_series(1, 230) n cross join lateral (select '+37120000' || lpad(n::text, 3, '0') as key) k
      returning company_id, id)
    insert into consents (company_id, id, contact_id, channel, is_given, source, created_at, proved_at)
    select company_id, gen_random_uuid(), id, 'sms', true, 'import', ${app.clock.now()}, ${app.clock.now()} from added`.execute(
    app.database.write,
  );
  await app.database.write.updateTable('companies').set({ smsPerDay: 10_000 }).execute();
  await app.call(smsCampaigns.start, { id }, headers);
  let calls = 0;
  const onTimeUp = async () => {
    calls++;
  };
  await runCampaigns(app, { duration: 0, onTimeUp });
  assert.deepEqual((await figures()).waitingBy, [
    { reason: 'night', count: 200 },
    { reason: 'later', count: 30 },
  ]);
  calls = 0;
  await runCampaigns(app, { duration: 0, onTimeUp });
  assert.equal(calls, 0, 'nothing leaves before the morning');
  app.clock.set(at('2026-03-03T08:00').toString());
  await runCampaigns(app, { duration: 0, onTimeUp });
  assert.equal(calls, 1);
  await sendCampaigns(app);
  assert.equal((await figures()).sent, 230);
});
