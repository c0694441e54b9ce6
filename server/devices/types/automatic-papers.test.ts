// Tests the types of paper that a location prints by itself, and why they are not printed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyTypePrinters } from '#contract/devices/listing-types.ts';
import { newId } from '#contract/lib/fields.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

test('a location switches paper by itself on, and is told why nothing is printed', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const as = await signIn(app, employee);
  const read = async () => (await app.call(companyTypePrinters.getAutomatic, {}, as)).answer;
  const problems = async () => (await read()).map(({ typeKey, isOn, problem }) => [typeKey, isOn, problem]);
  assert.deepEqual(await problems(), [
    ['appointment', false, ''],
    ['dayList', false, ''],
  ]);
  const turn = (typeKey: 'appointment' | 'dayList', isOn: boolean, headers = as) =>
    app.call(companyTypePrinters.setAutomatic, { typeKey, isOn }, headers);
  assert.equal((await turn('appointment', true)).status, 204);
  assert.equal((await turn('appointment', true)).status, 204, 'repeated');
  const problem = async () => (await read())[0]?.problem;
  assert.equal(await problem(), 'none');

  const { id: deviceId } = await buildDevice(app, employee);
  const change = (values: object) =>
    app.database.write.updateTable('devices').set(values).where('id', '=', deviceId).execute();
  assert.equal(await problem(), 'none', 'its test page is not confirmed');
  await change({ isConfirmed: true });
  assert.equal(await problem(), '', 'the only one');
  await change({ connection: 'browser' });
  assert.equal(await problem(), 'none');
  await change({ connection: 'agent' });
  const second = await buildDevice(app, employee);
  await app.database.write.updateTable('devices').set({ isConfirmed: true }).where('id', '=', second.id).execute();
  assert.equal(await problem(), 'several');

  const [{ typeId = '' } = {}] = await read();
  const choose = (printerId: string) => app.call(companyTypePrinters.set, { typeId, printerId }, as);
  assert.equal((await choose(deviceId)).status, 204);
  assert.equal(await problem(), '');
  await change({ isPaused: true });
  assert.equal(await problem(), 'paused');
  await change({ isPaused: false, isConfirmed: false });
  assert.equal(await problem(), 'unconfirmed');
  await change({ connection: 'browser' });
  assert.equal(await problem(), 'browser');
  await choose(newId);
  assert.equal(await problem(), '', 'the second one is the only one that is ready');

  // Another company sees and switches its own.
  const other = await buildBusiness(app, { actions: ['admin'] });
  const strange = await signIn(app, other.employee);
  assert.deepEqual(
    (await app.call(companyTypePrinters.getAutomatic, {}, strange)).answer.map(({ isOn }) => isOn),
    [false, false],
  );
  await turn('appointment', false, strange);
  assert.equal((await read())[0]?.isOn, true);
  const worker = await signIn(app, await buildEmployee(app, location, { actions: ['user'] }));
  assert.equal((await turn('appointment', false, worker)).status, 403);
  assert.equal((await turn('appointment', false)).status, 204);
  assert.deepEqual(await problems(), [
    ['appointment', false, ''],
    ['dayList', false, ''],
  ]);
});
