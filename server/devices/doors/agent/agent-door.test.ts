// Tests of the door of the agent.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { companyPrinters } from '#contract/devices/devices.ts';
import { printJobs } from '#contract/devices/print-jobs.ts';
import { files } from '#contract/files.ts';
import { addressOf } from '#contract/lib/address.ts';
import { endJobs } from '#server/devices/jobs/end-jobs.ts';
import { queueDrawer } from '#server/devices/jobs/queue-drawer.ts';
import { giveDeviceKey } from '#server/devices/keys/device-keys.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildDevice, buildPaper } from '#server/testing/build/device.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { noticesCame } from '#server/testing/database/notices-came.ts';
import { unzip } from '#server/testing/files/unzip.ts';
import { openIppPrinter } from '#server/testing/printers/ipp-printer.ts';
import { agentFolder } from '#server/testing/printers/run-agent.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

async function desk(app: TestApp) {
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const device = await buildDevice(app, employee);
  const headers = await signIn(app, employee);
  const place = { companyId: company.id, locationId: location.id, deviceId: device.id, createdBy: employee.userId };
  return { device, headers, place };
}
type Desk = Awaited<ReturnType<typeof desk>>;

async function packageOf(app: TestApp, { device, headers }: Desk, call: 'download' | 'reset') {
  const { answer } = await app.call(companyPrinters.operations[call], { id: device.id }, headers);
  const { rawPayload } = await app.server.inject({ url: addressOf(files.downloadFile, answer), headers });
  const contents = new Map([...unzip(rawPayload)].map(([name, content]) => [name.replace(/^[^/]+\//, ''), content]));
  return { contents, settings: JSON.parse(String(contents.get('agent.json'))) };
}

const codeOf = async (...of: Parameters<typeof packageOf>): Promise<string> => (await packageOf(...of)).settings.code;

/** A printer that prints everything, and the key of its agent. */
async function printing(app: TestApp) {
  const own = await desk(app);
  const key = randomBytes(32).toString('base64url');
  const code = await codeOf(app, own, 'download');
  assert.equal((await post(app, 'enroll', { device: own.device.id, code, key })).statusCode, 200);
  await app.database.write.updateTable('devices').set({ isConfirmed: true }).where('id', '=', own.device.id).execute();
  return { ...own, key };
}

const pollFor = async (app: TestApp, key: string, said: object = {}) =>
  (await post(app, 'poll', { isReady: true, media: ['image/png'], ...said }, key)).json().job;

/** Polls once the process has heard of all changes: a loop of polls would meet the limit of its key. */
async function offerOf(app: TestApp, key: string): Promise<{ id: string }> {
  await noticesCame(app);
  return (await pollFor(app, key)) ?? assert.fail('no paper is offered');
}

const read = (app: TestApp, id: string, key: string, accept = 'image/png') =>
  app.server.inject({ url: `/api/hooks/agent/jobs/${id}`, headers: { authorization: `Bearer ${key}`, accept } });

const settle = async (app: TestApp, id: string, key: string, outcome: string, code = '') =>
  (await post(app, `jobs/${id}/result`, { outcome, code }, key)).statusCode;

const jobsOf = (app: TestApp) =>
  app.database.read.selectFrom('printJobs').select(['state', 'reason', 'code']).orderBy('createdAt').execute();

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

test('a downloaded package, in a folder of its own, prints the test page on the printer that it is told of', async () => {
  await using app = await testApp();
  await using printer = await openIppPrinter();
  const own = await desk(app);
  const { contents, settings } = await packageOf(app, own, 'download');
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.server.address() as AddressInfo;
  const waits = { look: 0.05, retry: 0.05 };
  await using folder = await agentFolder({ ...settings, server: `http://127.0.0.1:${port}`, waits }, contents);
  const input = { printerId: own.device.id, copy: 0 };
  assert.ok((await app.call(printJobs.printTestPage, input, own.headers)).answer.job);
  const agent = folder.start(printer.address);
  while ((await jobsOf(app))[0]?.state !== 'printed') await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(await agent.end(), 0, folder.output);
  assert.equal(printer.papers.length, 1);
  assert.equal((await folder.settings()).printer, printer.address);
});

test('a poll offers a paper, fetching hands it over, the same bytes each time; its outcome is said once', async () => {
  await using app = await testApp();
  const { key, place } = await printing(app);
  const other = await printing(app);
  await buildPaper(app, { ...place, text: 'Only' });
  const { id } = await offerOf(app, key);
  assert.deepEqual(await offerOf(app, key), { id }, 'nothing was handed over');
  assert.deepEqual(
    [await pollFor(app, key, { isReady: false }), await pollFor(app, key, { working: id })],
    [null, null],
  );
  assert.equal(await pollFor(app, other.key), null);
  assert.equal((await read(app, id, other.key)).statusCode, 409);
  assert.equal(await settle(app, id, other.key, 'printed'), 409);
  assert.deepEqual(
    (await jobsOf(app)).map(({ state }) => state),
    ['waiting'],
  );

  const [one, same] = [await read(app, id, key), await read(app, id, key)];
  assert.deepEqual([one.statusCode, one.headers['content-type']], [200, 'image/png']);
  assert.ok(one.rawPayload.equals(same.rawPayload) && Number(one.headers['daybook-expires-in']) > 0);
  const escPos = await read(app, id, key, 'application/x-unknown, application/vnd.epson.escpos, image/png');
  assert.equal(escPos.headers['content-type'], 'application/vnd.epson.escpos');
  assert.equal(await pollFor(app, key), null, 'not offered again');

  // Busy for long: until the paper expires, not three times.
  for (let times = 0; times < 5; times++) {
    assert.equal(await settle(app, id, key, 'again', 'busy'), 204);
    assert.deepEqual(await offerOf(app, key), { id });
    await read(app, id, key);
  }
  for (const outcome of ['printed', 'printed', 'failed']) assert.equal(await settle(app, id, key, outcome), 204);
  assert.deepEqual(await jobsOf(app), [{ state: 'printed', reason: '', code: '' }]);
});

test('what keeps a printer from printing is stored in our words; a paper that it cannot read has failed', async () => {
  await using app = await testApp();
  const { key, place, device } = await printing(app);
  const faultOf = async () =>
    (await app.database.read.selectFrom('deviceStates').select('fault').where('deviceId', '=', device.id).execute())[0];
  for (const [status, fault] of [
    [['paperLow'], ''],
    [['paperOut', 'offline'], 'paperOut'],
    [['unreachable'], 'offline'],
    [['certificate'], 'error'],
    [[], ''],
  ] as const) {
    await pollFor(app, key, { status, isReady: false });
    assert.deepEqual(await faultOf(), { fault });
  }
  await buildPaper(app, { ...place, text: 'Unreadable' });
  while ((await jobsOf(app))[0]?.state === 'waiting') await pollFor(app, key, { media: ['image/urf'] });
  assert.deepEqual(await jobsOf(app), [{ state: 'failed', reason: 'media', code: '' }]);
});

test('Reset while a paper is printed: it is uncertain, and the word of the former agent counts no more', async () => {
  await using app = await testApp();
  const own = await printing(app);
  await buildPaper(app, { ...own.place, text: 'Handed' });
  const { id } = await offerOf(app, own.key);
  assert.equal((await read(app, id, own.key)).statusCode, 200);
  await codeOf(app, own, 'reset');
  assert.equal((await read(app, id, own.key)).statusCode, 404);
  assert.equal(await settle(app, id, own.key, 'printed'), 404);
  assert.deepEqual(await jobsOf(app), [{ state: 'uncertain', reason: '', code: '' }]);
});

test('a register hears of its drawer at once, opens it once, and not after a minute', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const register = await buildDevice(app, { ...employee, kind: 'register' });
  const key = await giveDeviceKey(app.database.write, { companyId: employee.companyId, id: register.id });
  const user = { id: employee.userId, companyId: employee.companyId, language: 'en' };
  const open = (cause: string) =>
    queueDrawer({ ...app, db: app.database.write, user } as unknown as SignedIn, { registerId: register.id, cause });
  await open('too early');
  assert.deepEqual(await jobsOf(app), [], 'its test page was not confirmed');
  await app.database.write.updateTable('devices').set({ isConfirmed: true }).where('id', '=', register.id).execute();

  const held = post(app, 'poll', { wait: 20 }, key);
  await Promise.all([open('a sale'), open('a sale')]);
  const { job, isHeld } = (await held).json();
  assert.deepEqual([job.isDrawer, isHeld], [true, true], 'though the printer has no paper');
  const take = async (id: string) => (await post(app, `drawers/${id}`, {}, key)).statusCode;
  assert.deepEqual([await take(job.id), await take(job.id), await take('other')], [200, 200, 409]);
  assert.equal((await read(app, job.id, key)).statusCode, 409, 'it is no paper');
  assert.equal(await settle(app, job.id, key, 'printed'), 204);
  assert.equal(await take(job.id), 409);

  await open('another sale');
  const next = (await post(app, 'poll', { wait: 20 }, key)).json().job;
  app.clock.advance({ seconds: 61 });
  assert.equal(await take(next.id), 409);
  await endJobs(app);
  const logs = await app.database.read.selectFrom('deviceLogs').select(['kind', 'text']).orderBy('createdAt').execute();
  assert.deepEqual(logs, [
    { kind: 'register', text: 'Drawer opened' },
    { kind: 'register', text: 'Drawer expired' },
  ]);
});

test('a register has one poll that is held, and the agent of the former one waits before the next', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const register = await buildDevice(app, { ...employee, kind: 'register' });
  const key = await giveDeviceKey(app.database.write, { companyId: employee.companyId, id: register.id });
  const polls = ['image/png', 'text/plain', 'image/png'].map((media) =>
    post(app, 'poll', { wait: 1, media: [media] }, key),
  );
  const answers = (await Promise.all(polls)).map((answer) => answer.json());
  assert.ok(answers.every(({ job }) => job === null));
  assert.equal(answers.filter(({ isHeld }) => isHeld).length, 1);
});

test('the held poll of a register ends with its key, with its agent, and with the process', async () => {
  const app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const register = await buildDevice(app, { ...employee, kind: 'register' });
  const give = () => giveDeviceKey(app.database.write, { companyId: employee.companyId, id: register.id });
  const first = post(app, 'poll', { wait: 20 }, await give());
  const second = post(app, 'poll', { wait: 20 }, await give());
  assert.equal((await first).statusCode, 404);
  const [, { statusCode }] = await Promise.all([app[Symbol.asyncDispose](), second]);
  assert.equal(statusCode, 200);
});
