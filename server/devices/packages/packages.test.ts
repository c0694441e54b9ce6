// Tests of packages: their contents, their codes, and how Reset ends a device.
import assert from 'node:assert/strict';
import { createHash, randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import {
  companyCashRegisters,
  companyPrinters,
  type DeviceKind,
  systemCashRegisters,
  systemPrinters,
} from '#contract/devices/devices.ts';
import { systemCashRegisterLogs } from '#contract/devices/logs.ts';
import { files } from '#contract/files.ts';
import { addressOf } from '#contract/lib/address.ts';
import { seenDevices } from '#server/devices/doors/seen-devices.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildTill } from '#server/testing/build/till.ts';
import { unzip } from '#server/testing/files/unzip.ts';
import { zip } from '#server/testing/files/zip.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { redeemCode } from './redeem-code.ts';

async function desk(app: TestApp, actions = ['lcladmin'], kind: DeviceKind = 'printer') {
  const { company, employee } = await buildBusiness(app, { actions });
  const device = await buildDevice(app, { ...employee, kind });
  return { company, employee, device, headers: await signIn(app, employee) };
}

type Headers = Awaited<ReturnType<typeof signIn>>;

async function fetchPackage(app: TestApp, ticket: string, headers: Headers) {
  const url = addressOf(files.downloadFile, { id: ticket });
  const { statusCode, rawPayload } = await app.server.inject({ url, headers });
  assert.equal(statusCode, 200);
  const contents = unzip(rawPayload);
  return { contents, settings: JSON.parse(String(contents.get('daybook-agent/agent.json'))) };
}

const aKey = (letter: string) => letter.repeat(43);

test('a package has the agent, its hashes, and what connects the device; it is stored nowhere', async () => {
  await using app = await testApp();
  for (const [list, kind, actions] of [
    [companyPrinters, 'printer', ['lcladmin']],
    [systemPrinters, 'printer', ['sys']],
    [companyCashRegisters, 'register', ['admin']],
    [systemCashRegisters, 'register', ['sys']],
  ] as const) {
    const { device, headers } = await desk(app, [...actions], kind);
    const { answer } = await app.call(list.operations.download, { id: device.id }, headers);
    const { contents, settings } = await fetchPackage(app, answer.id, headers);
    const { code, application, ...rest } = settings;
    assert.deepEqual(rest, { server: app.publicUrl, device: device.id, name: device.name, kind, printer: '' });
    assert.equal(application.version, String(contents.get('daybook-agent/version.txt')).trim());
    for (const line of String(contents.get('daybook-agent/SHA256SUMS')).trim().split('\n')) {
      const [hash, name = ''] = line.split('  ');
      const content = contents.get(`daybook-agent/${name}`) ?? '';
      assert.equal(createHash('sha256').update(content).digest('hex'), hash, name);
    }
    assert.ok(contents.has('daybook-agent/agent.mjs') && contents.has('daybook-agent/readme.txt'));
    const rows = await app.database.read
      .selectFrom('devicePackages')
      .selectAll()
      .where('deviceId', '=', device.id)
      .execute();
    assert.ok(!JSON.stringify(rows).includes(code), 'its hash alone is stored');
    assert.equal((await app.database.read.selectFrom('files').selectAll().execute()).length, 0);
  }
});

test('an uploaded application takes the place of the agent, the newest one; one that is no archive is refused', async () => {
  await using app = await testApp();
  const { company, device, headers } = await desk(app);
  const add = async (version: string, bytes: Buffer) => {
    const file = await buildFile(app, company, { name: 'app.zip', mimeType: 'application/zip' });
    await app.files.put(file.id, bytes);
    await app.database.write
      .insertInto('deviceApplications')
      .values({ id: file.id, kind: 'printer', version, fileId: file.id })
      .execute();
    return bytes;
  };
  const { download, reset } = companyPrinters.operations;
  const bytes = await add(
    '1.10.0',
    zip([
      { name: 'run.mjs', content: 'newest' },
      { name: 'agent.json', content: '{}' },
    ]),
  );
  await add('1.9.0', zip([{ name: 'run.mjs', content: 'older' }]));
  const { answer } = await app.call(download, { id: device.id }, headers);
  const { contents, settings } = await fetchPackage(app, answer.id, headers);
  assert.deepEqual([...contents.keys()].sort(), [
    'daybook-agent/SHA256SUMS',
    'daybook-agent/agent.json',
    'daybook-agent/run.mjs',
  ]);
  assert.equal(String(contents.get('daybook-agent/run.mjs')), 'newest');
  assert.deepEqual(settings.application, {
    version: '1.10.0',
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });

  await add('2.0.0', Buffer.from('PK no archive at all'));
  for (const operation of [download, reset]) {
    const refused = await app.call(operation, { id: device.id }, headers);
    assert.deepEqual([refused.status, JSON.parse(refused.body).Code], [409, 'list.devices.brokenApplication']);
  }
});

test('a ticket is for the person who asked, for ten minutes; devices of others cannot be downloaded or reset', async () => {
  await using app = await testApp();
  const { device, headers } = await desk(app);
  const other = await desk(app, ['admin']);
  const { download, reset } = companyPrinters.operations;
  for (const operation of [download, reset]) {
    assert.equal((await app.call(operation, { id: device.id }, other.headers)).status, 404);
  }
  const { answer } = await app.call(download, { id: device.id }, headers);
  const fetched = async (as: Headers) => (await app.call(files.downloadFile, { id: answer.id }, as)).status;
  assert.equal(await fetched(other.headers), 404);
  assert.equal(await fetched(headers), 200);
  app.clock.advance({ minutes: 11 });
  assert.equal(await fetched(headers), 404);

  await app.database.write.updateTable('devices').set({ connection: 'star' }).where('id', '=', device.id).execute();
  for (const [operation, code] of [
    [download, 'list.devices.notDownloadable'],
    [reset, 'list.devices.notResettable'],
  ] as const) {
    const refused = await app.call(operation, { id: device.id }, headers);
    assert.deepEqual([refused.status, JSON.parse(refused.body).Code], [409, code]);
  }
});

test('a code is changed into one key, once, within a day; the answer may be repeated for the same key', async () => {
  await using app = await testApp();
  const { device, headers } = await desk(app);
  const { download } = companyPrinters.operations;
  const newCode = async (): Promise<string> => {
    const { answer } = await app.call(download, { id: device.id }, headers);
    return (await fetchPackage(app, answer.id, headers)).settings.code;
  };
  const redeem = (code: string, key: string) => redeemCode(app, { deviceId: device.id, code, key });
  const keyIs = async (key: string) => {
    const { keyHash } = await app.database.read
      .selectFrom('deviceStates')
      .select('keyHash')
      .where('deviceId', '=', device.id)
      .executeTakeFirstOrThrow();
    return keyHash?.equals(hashToken(key)) ?? false;
  };
  const first = await newCode();
  const both = await Promise.all([redeem(first, aKey('a')), redeem(first, aKey('b'))]);
  assert.deepEqual(both.filter(Boolean).length, 1, 'one of two at once');
  const [own, others] = both[0] ? [aKey('a'), aKey('b')] : [aKey('b'), aKey('a')];
  assert.deepEqual([await redeem(first, own), await redeem(first, others), await keyIs(own)], [true, false, true]);

  const second = await newCode();
  assert.equal(await redeem(second, aKey('c')), true);
  assert.equal(await redeem(first, own), false, 'an old code with its key does not bring that key back');
  assert.equal(await keyIs(aKey('c')), true);

  const late = await newCode();
  app.clock.advance({ hours: 25 });
  assert.equal(await redeem(late, aKey('d')), false);
  assert.equal(await redeem('unknown', aKey('d')), false);
});

test('Reset ends the key, every code, and the paper that is being printed becomes uncertain', async () => {
  await using app = await testApp();
  const { employee, device, headers } = await desk(app);
  const { download, reset } = companyPrinters.operations;
  const ticket = async (operation: typeof download) =>
    (await app.call(operation, { id: device.id }, headers)).answer.id;
  const unused = (await fetchPackage(app, await ticket(download), headers)).settings.code;
  const used = (await fetchPackage(app, await ticket(download), headers)).settings.code;
  const redeem = (code: string, key: string) => redeemCode(app, { deviceId: device.id, code, key });
  assert.equal(await redeem(used, aKey('a')), true);

  await app.database.write
    .insertInto('printJobs')
    .values({
      ...{ companyId: employee.companyId, id: device.id, deviceId: device.id, locationId: employee.locationId },
      ...{ typeId: '00000000-0000-7000-8000-000000009103', language: 'en', document: '{}', title: 'Note' },
      ...{ causeKind: 'note', causeKey: 'a', state: 'handed', shortId: 'aaaa', handedAt: app.clock.now() },
      ...{ createdAt: app.clock.now(), expiresAt: app.clock.now().add({ hours: 1 }) },
    })
    .execute();

  const again = await ticket(reset);
  const jobs = await app.database.read.selectFrom('printJobs').select('state').execute();
  assert.deepEqual(jobs, [{ state: 'uncertain' }]);
  const states = await app.database.read
    .selectFrom('deviceStates')
    .select('keyHash')
    .where('deviceId', '=', device.id)
    .execute();
  assert.deepEqual(states, [{ keyHash: null }]);
  assert.deepEqual([await redeem(unused, aKey('b')), await redeem(used, aKey('a'))], [false, false]);
  const { settings } = await fetchPackage(app, again, headers);
  assert.equal(await redeem(settings.code, aKey('d')), true);
});

test('the log of a cash register says when its key was given and ended, and which version it has', async () => {
  await using app = await testApp();
  const { company, device, headers } = await desk(app, ['sys', 'admin'], 'register');
  const { download, reset } = companyCashRegisters.operations;
  const printer = await desk(app);
  const { answer } = await app.call(download, { id: device.id }, headers);
  const { code } = (await fetchPackage(app, answer.id, headers)).settings;
  const redeemed = { deviceId: device.id, code, key: aKey('a') };
  assert.deepEqual([await redeemCode(app, redeemed), await redeemCode(app, redeemed)], [true, true]);
  const seen = seenDevices(app);
  for (const version of ['1.0.0.0', '1.0.0.0', undefined, '1.1.0.0']) {
    app.clock.advance({ seconds: 5 });
    seen.note(device.id, version);
    seen.note(printer.device.id, version);
    await seen.flush();
  }
  app.clock.advance({ seconds: 5 });
  await app.call(reset, { id: device.id }, headers);
  await app.call(companyPrinters.operations.reset, { id: printer.device.id }, printer.headers);
  const { logs } = (await app.call(systemCashRegisterLogs.operations.getPaginated, {}, headers)).answer;
  assert.deepEqual(
    logs.map(({ registerName, companyName, text }) => [registerName, companyName, text]),
    ['Key ended', 'Version 1.1.0.0', 'Version 1.0.0.0', 'Key given'].map((text) => [device.name, company.name, text]),
  );
  assert.equal((await app.database.read.selectFrom('deviceLogs').selectAll().execute()).length, 4, 'none of a printer');
});

test('a cash register with receipts is not deleted, and says why', async () => {
  await using app = await testApp();
  const { employee, headers } = await desk(app, ['admin'], 'register');
  const { registerId, sessionId } = await buildTill(app, employee);
  const { delete: remove } = companyCashRegisters.operations;
  const written = { companyId: employee.companyId, day: '2026-03-02', amount: 0, createdAt: app.clock.now() };
  await app.database.write
    .insertInto('receipts')
    .values({ ...written, id: randomUUIDv7(), registerId, sessionId, number: 1 })
    .execute();
  const refused = await app.call(remove, { id: registerId }, headers);
  assert.deepEqual([refused.status, /written receipts/.test(refused.body)], [409, true]);
  const other = await desk(app, ['admin'], 'register');
  assert.equal((await app.call(remove, { id: other.device.id }, other.headers)).status, 204);
});
