// Tests that campaigns which are really sent leave what the cap of a week reads, in turn or at the same time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailCampaigns, marketing } from '#contract/campaigns/campaigns.ts';
import { campaignMayStillSend } from '#server/campaigns/sending/may-still-send.ts';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { campaignWhenSent } from '#server/campaigns/sending/when-sent.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness, buildCampaign, buildContact, signIn, verifyCompany } from '#server/testing/build.ts';
import { openSmtpReceiver } from '#server/testing/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { readCap } from './cap-of-week.ts';

test('who has had two campaigns of a week, one after the other or both at once, is left out of the next until the first is a week old', async () => {
  await using server = await openSmtpReceiver();
  await using app = await testApp({ env: { SMTP_URL: server.url } });
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  await verifyCompany(app, company);
  for (const [name, language] of [
    ['lena', 'lv'],
    ['mara', 'lv'],
    ['ilze', 'de'],
    ['jana', 'en'],
  ] as const) {
    const { id } = await buildContact(app, company, { name, eMail: `${name}@example.org` });
    const { write } = app.database;
    await write.updateTable('contacts').set({ language, mailConsent: 'given' }).where('id', '=', id).execute();
  }
  const start = async (languages: string[]) => {
    const { id } = await buildCampaign(app, company, { audience: { languages } });
    assert.equal((await app.call(emailCampaigns.send, { id }, await signIn(app, employee))).status, 200);
  };
  const capped = async () => {
    const headers = await signIn(app, employee);
    const { answer } = await app.call(marketing.countAudience, { medium: 'mail', audience: {} }, headers);
    const cap = await readCap(app.database.read, { companyId: company.id, now: app.clock.now() });
    return [cap, answer.reached, answer.leftOut.find(({ reason }) => reason === 'frequency')?.count ?? 0];
  };
  await start(['lv', 'de']);
  await sendAll(app);
  assert.deepEqual(await capped(), ['none', 4, 0]);
  app.clock.advance({ hours: 24 });
  await start(['lv']);
  await sendAll(app);
  assert.deepEqual(await capped(), ['known', 2, 2]);
  // Two at once: the second one is read while the first one waits.
  await start(['en']);
  await runCampaigns(app, { duration: 0 });
  app.clock.advance({ minutes: 1 });
  await start(['en', 'de']);
  await runCampaigns(app, { duration: 0 });
  assert.deepEqual(await capped(), ['partly', 0, 4]);
  await sendAll(app);
  assert.deepEqual(await capped(), ['partly', 0, 4]);
  assert.equal(server.mails.length, 8);
  // The first campaign is a week old, then the second.
  app.clock.advance({ hours: 6 * 24 });
  assert.deepEqual(await capped(), ['partly', 3, 1]);
  app.clock.advance({ hours: 24 });
  assert.deepEqual(await capped(), ['partly', 4, 0]);
  app.clock.advance({ hours: 48 });
  assert.deepEqual(await capped(), ['none', 4, 0]);
});

async function sendAll(app: TestApp): Promise<void> {
  const outbox = openMessaging(app, { mayStillSend: campaignMayStillSend, whenSent: campaignWhenSent });
  for (let idle = 0; idle < 2; ) {
    const { queued, ended } = await runCampaigns(app, { duration: 0 });
    await outbox.drain();
    idle = queued === 0 && ended === 0 ? idle + 1 : 0;
  }
  await outbox.close();
}
