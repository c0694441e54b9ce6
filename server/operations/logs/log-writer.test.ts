// Tests that warnings reach the operator's table through database outages, without slowing any request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { openDatabase } from '#server/db/pool.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { connectionOf, connectServices, dataFolder, eventually, run } from '#server/testing/process.ts';
import { steadyNow } from '#server/testing/steady-clock.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { openLogWriter } from './log-writer.ts';

const rowsOf = (services: Pick<TestApp, 'database'>) =>
  services.database.read.selectFrom('systemLogs').selectAll().orderBy('createdAt').orderBy('id').execute();

/** A logger as the process has it, and the errors of its writer. */
function logger() {
  const complaints: unknown[] = [];
  const keeper = openLogWriter((error) => complaints.push(error));
  const log = pino({ level: 'trace' }, pino.multistream([{ level: 'warn', stream: keeper.stream }]));
  return { keeper, log, complaints };
}

test('warnings and errors are stored with their error, from before the database was open, and without secrets', async () => {
  await using app = await testApp();
  const { keeper, log, complaints } = logger();
  log.info('too quiet');
  const error = Object.assign(new Error('password=hunter2 refused'), {
    code: '28P01',
    detail: 'Failing row contains (hunter3).',
    password: 'hunter4',
  });
  log.warn({ err: error, category: 'Mail', mail: 'm1', session: { token: 'hunter5' } }, 'mail not sent');
  log.child({ reqId: 'r1' }).error('it \0 went \ud800 wrong');
  log.fatal(new Error('the end'));
  keeper.open(app.database);
  await keeper.close();
  const rows = await rowsOf(app);
  assert.deepEqual(
    rows.map((row) => [row.severity, row.priority, row.categoryName, row.title, row.message]),
    [
      ['Warning', 3, 'Mail', 'Mail not sent', 'password=[hidden] refused'],
      ['Error', 2, 'Requests', 'It  went \ufffd wrong', 'it  went \ufffd wrong'],
      ['Critical', 1, 'Application', 'The end', 'the end'],
    ],
  );
  const [mail] = rows;
  assert.match(mail?.formattedMessage ?? '', /^mail: m1$/m);
  assert.match(mail?.formattedMessage ?? '', /^code: 28P01$/m);
  assert.match(mail?.formattedMessage ?? '', /^ {4}at .*log-writer\.test\.ts/m);
  assert.doesNotMatch(JSON.stringify(rows), /hunter/);
  assert.deepEqual(complaints, []);
});

test('rows of one millisecond are read in the order in which they were written', async () => {
  await using app = await testApp();
  const { keeper } = logger();
  const line = { level: 40, time: Date.now() };
  for (let number = 0; number < 50; number++) keeper.stream.write(JSON.stringify({ ...line, msg: `number ${number}` }));
  keeper.open(app.database);
  await keeper.close();
  const rows = await rowsOf(app);
  assert.deepEqual(
    rows.map(({ message }) => message),
    Array.from({ length: 50 }, (_, number) => `number ${number}`),
  );
});

test('during a database outage nothing fails or grows without bound, and losses are reported afterwards', async () => {
  await using app = await testApp();
  const unreachable = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' });
  const { keeper, log, complaints } = logger();
  const database = { write: unreachable.write };
  keeper.open(database);
  for (let number = 0; number < 1_200; number++) log.warn(`number ${number}`);
  for (let times = 0; times < 50; times++) log.error('the same again');
  const startedAt = steadyNow();
  for (let times = 0; times < 5_000; times++) log.warn('number 7');
  assert.ok(steadyNow() - startedAt < 1_500, 'logging goes on at once');
  await eventually('the keeper complains', () => complaints.length > 0);
  database.write = app.database.write;
  await keeper.close();
  await unreachable.close();
  const rows = await rowsOf(app);
  assert.equal(rows.length, 1_001);
  const titles = rows.map(({ title }) => title);
  assert.ok(titles.includes('Number 0') && titles.includes('Number 999') && !titles.includes('Number 1000'));
  assert.match(rows.find(({ title }) => title === 'Number 7')?.formattedMessage ?? '', /^times: 5001$/m);
  assert.match(rows.find(({ title }) => title === 'Log entries lost')?.message ?? '', /^250 log entries /);
});

test('rows that the database rejects are dropped and counted, and the next ones are stored', async () => {
  await using app = await testApp();
  const { keeper, log, complaints } = logger();
  const refusing = new Proxy(app.database.write, {
    get: () => {
      throw Object.assign(new Error('disk full'), { code: '53100' });
    },
  });
  const database = { write: refusing };
  keeper.open(database);
  log.warn('refused');
  await eventually('the keeper complains', () => complaints.length === 1);
  database.write = app.database.write;
  log.warn('kept');
  await eventually('it is written', async () => (await rowsOf(app)).length === 2);
  assert.deepEqual((await rowsOf(app)).map(({ title }) => title).sort(), ['Kept', 'Log entries lost']);
  await keeper.close();
});

test('many lines are batched into few inserts', async () => {
  await using app = await testApp();
  const { keeper, log } = logger();
  keeper.open(app.database);
  for (let number = 0; number < 500; number++) log.warn(`number ${number}`);
  assert.equal((await rowsOf(app)).length, 0, 'not one by one');
  await eventually('they are written', async () => (await rowsOf(app)).length === 500);
  await sleep(50);
  await keeper.close();
  assert.equal((await rowsOf(app)).length, 500);
});

test('a process records its start, its stop and warnings in between, whatever its own log level', async () => {
  await using folder = await dataFolder();
  {
    await using daybook = await run({ DATA_DIR: folder.path });
    await using services = connectServices(daybook, await connectionOf(folder.path));
    await buildBusiness(services);
    await eventually('the start is noted', async () => (await rowsOf(services)).length === 1);
    const [started] = await rowsOf(services);
    assert.deepEqual([started?.severity, started?.categoryName], ['Start', 'Process']);
    assert.ok(started?.message.includes(daybook.url));
    await services.database.write.schema.alterTable('legalTexts').renameTo('legalTextsAway').execute();
    for (let times = 0; times < 3; times++) {
      const answer = await fetch(`${daybook.url}/api/application/TermsAndConditions`);
      assert.equal(answer.status, 500);
    }
    assert.equal((await daybook.stop()).code, 0);
    assert.deepEqual(
      daybook.lines.filter((line) => line.startsWith('{')),
      [],
    );
  }
  await using restarted = await run({ DATA_DIR: folder.path });
  await using services = connectServices(restarted, await connectionOf(folder.path));
  await eventually('the second start is noted', async () => (await rowsOf(services)).length >= 4);
  const rows = await rowsOf(services);
  const severities = rows.map(({ severity }) => severity);
  assert.deepEqual(
    severities.filter((one) => one !== 'Error'),
    ['Start', 'Stop', 'Start'],
  );
  assert.match(rows.find(({ severity }) => severity === 'Stop')?.message ?? '', /stopped by SIGTERM/);
  const failed = rows.find(({ severity }) => severity === 'Error');
  assert.match(failed?.formattedMessage ?? '', /^call: GET \/api\/application\/TermsAndConditions/im);
  assert.match(failed?.message ?? '', /legal_texts.* does not exist/);
});
