// Tests of the languages of the installation: some cannot be deleted, with the reason.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemLanguages } from '#contract/operations/languages.ts';
import { buildBusiness, buildLanguage } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

test('a language in use and the default language cannot be deleted; the refusal gives the reason', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['sys'] });
  const cookie = await signIn(app, employee);
  const { delete: remove, update } = systemLanguages.operations;
  const id = await buildLanguage(app, 'eo');
  const use = (languageId: string | null) =>
    app.database.write.updateTable('users').set({ languageId }).where('id', '=', employee.userId).execute();
  await use(id);
  const used = await app.call(remove, { id }, cookie);
  assert.equal(used.status, 409);
  assert.match(used.body, /Employees or texts still use it\./);
  await use(null);
  const standard = (isDefault: boolean) =>
    app.call(update, { id, name: 'Esperanto', key: 'eo', cultures: '', locales: '', isDefault }, cookie);
  assert.equal((await standard(true)).status, 200);
  const refused = await app.call(remove, { id }, cookie);
  assert.equal(refused.status, 409);
  assert.match(refused.body, /This is the default language\./);
  await standard(false);
  assert.equal((await app.call(remove, { id }, cookie)).status, 204);
});
