// Tests the weekly cap with campaigns that are sent over a mail server, one after the other and at the same time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { transaction } from '#server/db/transaction.ts';
import { buildBusiness, verifyCompany } from '#server/testing/build/business.ts';
import { buildCampaign } from '#server/testing/build/campaign.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { sendCampaigns } from '#server/testing/build/send-campaigns.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { testApp } from '#server/testing/test-app.ts';
import { readCap } from './cap-of-week.ts';

test('a customer who has had two campaigns, in turn or at once, is left out of others until the first is a week old', async () => {
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
    const scope = { companyId: company.id, now: app.clock.now() };
    const cap = await transaction({ ...app, db: app.database.write }, ({ db }) => readCap(db, scope));
    return [cap, answer.reached, answer.leftOut.find(({ reason }) => reason === 'frequency')?.count ?? 0];
  };
  await start(['lv', 'de']);
  await sendCampaigns(app);
  assert.deepEqual(await capped(), ['none', 4, 0]);
  app.clock.advance({ hours: 24 });
  await start(['lv']);
  await sendCampaigns(app);
  assert.deepEqual(await capped(), ['previous', 2, 2]);
  // The audience of the second one is read while the first one waits.
  await start(['en']);
  await runCampaigns(app, { duration: 0 });
  app.clock.advance({ minutes: 1 });
  await start(['en', 'de']);
  await runCampaigns(app, { duration: 0 });
  assert.deepEqual(await capped(), ['mixed', 0, 4]);
  await sendCampaigns(app);
  assert.deepEqual(await capped(), ['mixed', 0, 4]);
  assert.equal(server.mails.length, 8);
  // First one campaign of the customers with two is a week old, then all are.
  app.clock.advance({ hours: 6 * 24 });
  assert.deepEqual(await capped(), ['mixed', 3, 1]);
  app.clock.advance({ hours: 24 });
  assert.deepEqual(await capped(), ['mixed', 4, 0]);
  app.clock.advance({ hours: 48 });
  assert.deepEqual(await capped(), ['none', 4, 0]);
});
