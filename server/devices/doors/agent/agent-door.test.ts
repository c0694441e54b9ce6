// Tests of the door of the agent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyPrinters } from '#contract/devices/devices.ts';
import { files } from '#contract/files.ts';
import { addressOf } from '#contract/lib/address.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { unzip } from '#server/testing/files/unzip.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

async function desk(app: TestApp) {
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const device = await buildDevice(app, employee);
  const headers = await signIn(app, employee);
  return { company, employee, device, headers };
}

async function codeOf(app: TestApp, { device, headers }: Awaited<ReturnType<typeof desk>>, call: 'download' | 'reset') {
  const { answer } = await app.call(companyPrinters.operations[call], { id: device.id }, headers);
  const { rawPayload } = await app.server.inject({ url: addressOf(files.downloadFile, answer), headers });
  return JSON.parse(String(unzip(rawPayload).get('daybook-agent/agent.json'))).code as string;
}

const post = (app: TestApp, path: string, payload: object, key = '') =>
  app.server.inject({
    method: 'POST',
    url: `/api/hooks/agent/${path}`,
    payload,
    headers: key ? { authorization: `Bearer ${key}` } : {},
  });

const aKey = (letter: string) => letter.repeat(43);

test('the code of a package becomes a key, which polls until Reset', async () => {
  await using app = await testApp();
  const own = await desk(app);
  const enroll = (code: string, key: string, device = own.device.id) => post(app, 'enroll', { device, code, key });
  const poll = (key: string) => post(app, 'poll', { version: '1.0.0.0', isReady: true, media: ['image/png'] }, key);
  const code = await codeOf(app, own, 'download');
  const other = await desk(app);
  const wrong = [
    await enroll(code, aKey('a'), other.device.id),
    await enroll(aKey('x'), aKey('a')),
    await enroll(code, 'short'),
    await poll(aKey('a')),
  ];
  assert.deepEqual(
    wrong.map(({ statusCode }) => statusCode),
    [404, 404, 404, 404],
  );
  assert.equal((await enroll(code, aKey('a'))).statusCode, 200);
  assert.equal((await enroll(code, aKey('b'))).statusCode, 404, 'once');
  const polled = await poll(aKey('a'));
  assert.deepEqual(polled.json(), { intervals: { min: 5, max: 10, step: 5 }, job: null });

  await codeOf(app, own, 'reset');
  assert.equal((await poll(aKey('a'))).statusCode, 404);
});

test('bodies of another form are refused', async () => {
  await using app = await testApp();
  for (const payload of [{}, [], { device: 'x', code: 1, key: {} }]) {
    assert.equal((await post(app, 'enroll', payload)).statusCode, 400);
  }
});
