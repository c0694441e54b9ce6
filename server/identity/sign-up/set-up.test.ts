// Tests of creating the first operator of an empty installation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { fullCampaignMailsPerDay } from '#server/messaging/mail/limit-campaign-mails.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { testApp } from '#server/testing/test-app.ts';
import { createSetUpLink } from './set-up.ts';

const account = { logIn: 'operator@example.org', password: 'the keys of the house' };

function tokenOf(address: string | undefined): string {
  return new URL(address ?? '').searchParams.get('token') ?? '';
}

test('the link of an empty installation creates the operator, once', async () => {
  await using app = await testApp();
  const token = tokenOf(await createSetUpLink(app));
  assert.equal((await app.call(application.canSetup, { token })).answer.value, true);
  const operator = { ...account, firstName: 'Olga', lastName: 'Kirsh' };
  const done = await app.call(application.setup, { token, ...operator, companyName: 'Salon' });
  assert.equal(done.status, 200);
  const { answer, headers } = await app.call(user.authenticate, account);
  assert.deepEqual({ ...done.answer, zones: [] }, { ...answer, zones: [] }, 'signed in at once');
  assert.deepEqual(answer.actions, ['admin', 'sys', 'user']);
  assert.equal(answer.companyName, 'Salon');
  const company = await app.database.read.selectFrom('companies').select('campaignMailsPerDay').executeTakeFirst();
  assert.equal(company?.campaignMailsPerDay, fullCampaignMailsPerDay);
  assert.deepEqual([answer.user.firstName, answer.user.lastName], ['Olga', 'Kirsh']);
  const [own = ''] = String(done.headers['set-cookie']).split(';');
  const { user: person } = (await app.call(user.getCurrent, {}, { cookie: own })).answer;
  assert.deepEqual([person.termsAndConditions, person.privacyPolicy], [true, true]);
  const agreed = await app.database.read.selectFrom('userAgreements').select('kind').orderBy('kind').execute();
  assert.deepEqual(
    agreed.map(({ kind }) => kind),
    ['privacy', 'terms'],
  );
  const [cookie = ''] = String(headers['set-cookie']).split(';');
  const { isEMailVerified } = (await app.call(secondFactor.getSecondFactor, {}, { cookie })).answer;
  assert.equal(isEMailVerified, true, 'the link has proved control of the installation');
  assert.equal((await app.call(application.canSetup, { token })).answer.value, false);
  assert.equal((await app.call(application.setup, { token, ...account, logIn: 'b@example.org' })).status, 404);
  assert.equal(await createSetUpLink(app), undefined);
});

test('each start creates a new link, and the previous one becomes invalid', async () => {
  await using app = await testApp();
  const first = tokenOf(await createSetUpLink(app));
  const second = tokenOf(await createSetUpLink(app));
  assert.equal((await app.call(application.canSetup, { token: first })).answer.value, false);
  assert.equal((await app.call(application.canSetup, { token: second })).answer.value, true);
});

test('of many concurrent uses of the link, one creates the operator', async () => {
  await using app = await testApp();
  const token = tokenOf(await createSetUpLink(app));
  const tries = await Promise.all(
    [1, 2, 3, 4].map((n) => app.call(application.setup, { token, ...account, logIn: `op${n}@example.org` })),
  );
  assert.deepEqual(tries.map(({ status }) => status).sort(), [200, 404, 404, 404]);
});

test('an installation with an operator has no link; a wrong token grants no access', async () => {
  await using app = await testApp();
  await createSetUpLink(app);
  const wrong = 'x'.repeat(43);
  assert.equal((await app.call(application.setup, { token: wrong, ...account })).status, 404);
  await buildBusiness(app, { actions: ['sys'] });
  assert.equal(await createSetUpLink(app), undefined);
});
