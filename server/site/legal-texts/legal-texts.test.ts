// Tests of the operator's changes of legal texts: each change is a new version.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { privacy } from '#contract/identity/privacy.ts';
import { user } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { systemLegalTexts } from '#contract/site/legal-texts.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { getAll, getVersions, update } = systemLegalTexts.operations;

async function operated(app: TestApp) {
  const { employee } = await buildBusiness(app, { actions: ['sys'], agreed: false });
  const cookie = await signIn(app, employee);
  const named = async (name: string) => {
    const { answer } = await app.call(getAll, {}, cookie);
    return answer.find((text) => text.name === name) ?? assert.fail(`no ${name}`);
  };
  return { cookie, named };
}

test('visitors of its language read a changed text, the audit records it, and people must agree again', async () => {
  await using app = await testApp();
  const { cookie, named } = await operated(app);
  await app.call(privacy.setTermsAndConditionsAgreed, { version: 1 }, cookie);
  const before = await named('Terms and conditions, English');
  assert.deepEqual([before.number, before.agreed], [1, 1]);
  const { answer } = await app.call(update, { id: before.id, version: before.version, html: '<p>New</p>' }, cookie);
  assert.deepEqual([answer.number, answer.agreed, answer.version], [2, 0, '2']);
  assert.deepEqual((await app.call(application.termsAndConditions, {})).answer, { html: '<p>New</p>', version: 2 });
  const german = await app.call(application.termsAndConditions, {}, { headers: { 'accept-language': 'de' } });
  assert.equal(german.answer.version, 1);
  const { answer: me } = await app.call(user.getCurrent, {}, cookie);
  assert.equal(me.user.termsAndConditions, false);
  const { answer: versions } = await app.call(getVersions, { id: before.id }, cookie);
  assert.deepEqual(
    versions.map(({ number, agreed, html }) => [number, agreed, html]),
    [
      [2, 0, '<p>New</p>'],
      [1, 1, before.html],
    ],
  );
  const audits = await app.database.read.selectFrom('userAudits').select('text').execute();
  assert.ok(audits.some(({ text }) => text === 'Published version 2 of the terms text in the language en'));
});

test('saving the same text makes no version, an empty text is rejected, and so is the later of two concurrent changes', async () => {
  await using app = await testApp();
  const { cookie, named } = await operated(app);
  const { id, version, html } = await named('Cookies, Deutsch');
  assert.equal((await app.call(update, { id, version, html }, cookie)).answer.number, 1);
  assert.deepEqual(
    (await app.call(update, { id, version, html: ' ' }, cookie)).complaints.map(({ Key }) => Key),
    ['Html'],
  );
  const both = await Promise.all(
    ['one', 'other'].map((words) => app.call(update, { id, version, html: `<p>${words}</p>` }, cookie)),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
});

test('a language without a text is listed, and its first text is version 1', async () => {
  await using app = await testApp();
  const { cookie, named } = await operated(app);
  await app.database.write
    .insertInto('languages')
    .values({ id: crypto.randomUUID(), key: 'eo', name: 'Esperanto' })
    .execute();
  const { id, number, publishedAt, version } = await named('Privacy policy, Esperanto');
  assert.deepEqual([number, publishedAt], [0, null]);
  const { answer } = await app.call(update, { id, version, html: '<p>Saluton</p>' }, cookie);
  assert.equal(answer.number, 1);
});
