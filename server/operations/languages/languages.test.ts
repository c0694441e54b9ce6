// The languages of the installation through HTTP: which of them stay, and why.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemLanguages } from '#contract/operations/languages.ts';
import { buildBusiness, buildLanguage, signIn } from '#server/testing/build.ts';
import { testHouse } from '#server/testing/house.ts';

test('a language that people use stays, and so does the default one; each is told why', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house, { actions: ['sys'] });
  const cookie = await signIn(house, employee);
  const { delete: remove, update } = systemLanguages.operations;
  const id = await buildLanguage(house, 'eo');
  const use = (languageId: string | null) =>
    house.database.write.updateTable('users').set({ languageId }).where('id', '=', employee.userId).execute();
  await use(id);
  const used = await house.call(remove, { id }, cookie);
  assert.equal(used.status, 409);
  assert.match(used.body, /People or texts still use it\./);
  await use(null);
  const standard = (isDefault: boolean) =>
    house.call(update, { id, name: 'Esperanto', key: 'eo', cultures: '', locales: '', isDefault }, cookie);
  assert.equal((await standard(true)).status, 200);
  const kept = await house.call(remove, { id }, cookie);
  assert.equal(kept.status, 409);
  assert.match(kept.body, /This is the default language\./);
  await standard(false);
  assert.equal((await house.call(remove, { id }, cookie)).status, 204);
});
