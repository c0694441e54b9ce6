// Tests of the versions of applications: their files, and versions that devices run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemListingApplications } from '#contract/devices/applications.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

const { insert, update, delete: remove } = systemListingApplications.operations;

test('a new version needs an application, a later change does not; one that a device runs stays', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['sys'] });
  const headers = await signIn(app, employee);
  const zip = await buildFile(app, company, { name: 'agent.zip', mimeType: 'application/zip' });
  const text = await buildFile(app, company);
  const add = (fileId: string | null) => app.call(insert, { applicationVersion: '1.2.0.0', fileId }, headers);
  for (const [fileId, message] of [
    [null, 'There is no file to upload.'],
    [text.id, 'File type not allowed.'],
  ] as const) {
    const { status, body } = await add(fileId);
    assert.equal(status, 417, body);
    assert.deepEqual(JSON.parse(body), [{ Key: 'FileUploads_Id', Message: message }]);
  }
  const { answer } = await add(zip.id);
  const changed = await app.call(update, { id: answer.id, description: 'Faster' }, headers);
  assert.deepEqual([changed.answer.description, changed.answer.fileId], ['Faster', zip.id]);
  assert.equal((await add(zip.id)).status, 417, 'the same version again');

  const device = await buildDevice(app, employee);
  const { write } = app.database;
  await write.updateTable('deviceStates').set({ version: '1.2.0.0' }).where('deviceId', '=', device.id).execute();
  assert.equal((await app.call(remove, { id: answer.id }, headers)).status, 409);
  await write.updateTable('deviceStates').set({ version: '1.3.0.0' }).execute();
  assert.equal((await app.call(remove, { id: answer.id }, headers)).status, 204);
});
