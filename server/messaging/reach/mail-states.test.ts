// Tests of whether mails and SMS reach anyone, as pages read it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { publicCalendars } from '#contract/booking/public.ts';
import { application } from '#contract/site/application.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const states = async (app: TestApp) => {
  const { account, visit, campaign } = (await app.call(application.getMailStates, {})).answer;
  return [account, visit, campaign];
};

test('mails are stored without a server, shown by a demo, and sent by purpose', async () => {
  await using app = await testApp();
  assert.deepEqual(await states(app), ['stored', 'stored', 'stored']);
  await app.database.write
    .insertInto('smtpSettings')
    .values({ id: randomUUID(), key: 'Visits', host: 'mail.example.org', port: 25, purposes: ['visit'] })
    .execute();
  assert.deepEqual(await states(app), ['stored', 'sent', 'stored']);
  await using demo = await testApp({ env: { DEMO: '1' } });
  assert.deepEqual(await states(demo), ['shown', 'shown', 'shown']);
  await using public_ = await testApp({ env: { DEMO: '1', HOST: '0.0.0.0' } });
  assert.deepEqual(await states(public_), ['stored', 'stored', 'stored'], 'others cannot read them');
  await using served = await testApp({ env: { SMTP_URL: 'smtp://mail.example.org' } });
  assert.deepEqual(await states(served), ['sent', 'sent', 'sent']);
});

test('SMS about appointments are offered as soon as a gateway takes them', async () => {
  await using app = await testApp();
  const read = async () => (await app.call(application.getMailStates, {})).answer.visitSms;
  const { write } = app.database;
  await write.deleteFrom('smsGateways').execute();
  assert.equal(await read(), false);
  const gateway = { id: randomUUID(), key: 'SMS', kind: 'http' as const, host: 'sms.example.org', port: 443 };
  await write
    .insertInto('smsGateways')
    .values({ ...gateway, purposes: ['visit'] })
    .execute();
  assert.equal(await read(), true);
});

test('an employee reads the names of the operators who work in the company, a visitor none', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { actions: ['admin'] });
  await buildEmployee(app, location, { firstName: 'Olga', lastName: 'Kirsh', actions: ['user', 'sys'] });
  await buildBusiness(app, { firstName: 'Peter', lastName: 'Other', actions: ['sys'] });
  const read = async (as?: { cookie: string }) => (await app.call(application.getMailStates, {}, as)).answer.operators;
  assert.deepEqual(await read(await signIn(app, employee)), ['Olga Kirsh']);
  assert.deepEqual(await read(), []);
});

test('a profile offers SMS only where a gateway sends them and the company reminds by them', async () => {
  await using app = await testApp();
  const { employee, company } = await buildBusiness(app);
  const address = { locationUrlName: employee.locationUrlName, userUrlName: employee.urlName };
  const read = async () => {
    const { mail, offersSmsReminders, offersSmsNews } = (await app.call(publicCalendars.getProfile, address)).answer;
    return [mail, offersSmsReminders, offersSmsNews];
  };
  const { write } = app.database;
  await write.deleteFrom('smsGateways').execute();
  await write.updateTable('companies').set({ smsReminders: true }).where('id', '=', company.id).execute();
  assert.deepEqual(await read(), ['stored', false, false]);
  const gateway = { id: randomUUID(), key: 'SMS', host: 'sms.example.org', port: 443 };
  await write
    .insertInto('smsGateways')
    .values({ ...gateway, kind: 'http', purposes: ['visit', 'campaign'] })
    .execute();
  assert.deepEqual(await read(), ['stored', true, true]);
  await write.updateTable('smsGateways').set({ kind: 'file' }).execute();
  assert.deepEqual(await read(), ['stored', false, false], 'such a gateway keeps them');
  await write.updateTable('smsGateways').set({ kind: 'http' }).execute();
  await write.updateTable('companies').set({ smsReminders: false }).where('id', '=', company.id).execute();
  assert.deepEqual(await read(), ['stored', false, true]);
});
