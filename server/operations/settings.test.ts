// Tests of the limits of settings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemAppSettings } from '#contract/operations/settings.ts';
import { application } from '#contract/site/application.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

const { getAll, update } = systemAppSettings.operations;

test('the maximum file size has a lower and an upper limit', async () => {
  await using app = await testApp();
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const rows = (await app.call(getAll, {}, sys)).answer;
  const { id } = rows.find(({ key }) => key === 'files.maxMegabytes') ?? assert.fail();
  for (const value of ['0', '0.05', '201', '999999999']) {
    const { status, complaints } = await app.call(update, { id, value }, sys);
    assert.deepEqual(
      [status, complaints],
      [417, [{ Key: 'Value', Message: 'Enter a number from 0.1 to 200.' }]],
      value,
    );
  }
  assert.equal((await app.call(update, { id, value: 'much' }, sys)).status, 417);
  assert.equal((await app.call(update, { id, value: '0.3' }, sys)).status, 200);
  assert.equal((await app.call(application.getFileSettings, {}, sys)).answer.maxSize, 314_573);
  await app.database.write.updateTable('settings').set({ value: '999999999' }).where('id', '=', id).execute();
  assert.equal((await app.call(application.getFileSettings, {}, sys)).answer.maxSize, 200 * 1024 * 1024);
});
