// Tests that kill -9 of processes which send mails and campaigns loses no mail, and doubles none beyond what its
// guarantee says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { cases } from '#contract/testing/random-cases.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { killOutbox } from '#server/testing/faults/kill-outbox.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { testApp } from '#server/testing/test-app.ts';
import { campaignMayStillSend } from './may-still-send.ts';
import { runCampaigns } from './run-campaigns.ts';
import { campaignWhenSent } from './when-sent.ts';

const kills = cases(4, 2);
const processes = 2;
const count = cases(300, 120);

test('after kills of two processes, a campaign has reached each customer once or is uncertain, and the rest is all sent', async () => {
  await using server = await openSmtpReceiver({
    data: async () => {
      await sleep(20, undefined, { ref: false });
      return undefined;
    },
  });
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  for (let i = 0; i < count / 2; i++) await buildMail(app, { toEMail: `again-${i}@example.test` });
  const { company } = await buildBusiness(app, { actions: ['admin'] });
  await sql`
    insert into contacts (company_id, id, name, e_mail, mail_consent)
    select ${company.id}, gen_random_uuid(), 'Customer', 'once-' || n || '@example.test', 'given'
    from generate_series(1, ${count / 2}::int) n`.execute(app.database.write);
  const now = Temporal.Now.instant();
  const period = { periodStart: now.subtract({ hours: 1 }), periodEnd: now.add({ hours: 72 }) };
  const { id } = await buildCampaign(app, company, period);
  await app.database.write.updateTable('campaigns').set({ sending: true }).where('id', '=', id).execute();
  const { user, host, port, database } = app.database.connection;
  await killOutbox({
    databaseUrl: `postgresql://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
    smtpUrl: server.url,
    dataDir: app.config.dataDir,
    kills,
    processes,
    async atWork() {
      const before = server.mails.length;
      for (let tries = 0; tries < 200 && server.mails.length < before + 5; tries++) await sleep(5);
    },
  });
  // The claims of the dead expire.
  app.clock.set(Temporal.Now.instant().add({ minutes: 3 }));
  const outbox = openMessaging(app, { mayStillSend: campaignMayStillSend, whenSent: campaignWhenSent });
  for (let isRunning = true; isRunning; ) {
    await runCampaigns(app, { duration: 0 });
    await outbox.drain();
    const campaign = app.database.write.selectFrom('campaigns').select('sending').where('id', '=', id);
    isRunning = (await campaign.executeTakeFirstOrThrow()).sending;
  }
  await outbox.close();

  const received = (of: string) =>
    server.mails.map(({ envelope }) => envelope.to[0] ?? '').filter((address) => address.startsWith(of));
  assert.equal(new Set(received('again')).size, count / 2, 'none is lost');
  const once = received('once');
  assert.equal(new Set(once).size, once.length, 'none is sent twice');
  const rows = await app.database.read
    .selectFrom('deliveries')
    .select(['address', 'state'])
    .where('guarantee', '=', 'once')
    .execute();
  assert.equal(rows.length, count / 2, 'nobody is missed');
  const uncertain = rows.filter(({ state }) => state === 'uncertain');
  assert.deepEqual(
    [...new Set(rows.map(({ state }) => state))].filter((state) => !['sent', 'uncertain'].includes(state)),
    [],
  );
  const sent = rows.filter(({ state }) => state === 'sent').map(({ address }) => address);
  assert.ok(
    sent.every((address) => once.includes(address)),
    'what is marked as sent has arrived',
  );
  assert.equal(sent.length + uncertain.length, count / 2);
  assert.ok(uncertain.length < count / 4, `${uncertain.length} uncertain`);
});
