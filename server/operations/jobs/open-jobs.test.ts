// Regular work runs when it is due, once over all processes, waits for a database that is away, and stops in time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { systemJobs } from '#contract/operations/jobs.ts';
import { buildBusiness, buildEvent, signIn } from '#server/testing/build.ts';
import { type TestHouse, testHouse } from '#server/testing/house.ts';
import { openJobs } from './open-jobs.ts';

const usual = { description: 'x', parameters: '', timeOutSeconds: 300, nextStartSeconds: 600 };

async function operator(house: TestHouse) {
  const { employee } = await buildBusiness(house, { actions: ['sys'] });
  return { employee, cookie: await signIn(house, employee) };
}

const readTidy = (house: TestHouse) =>
  house.database.read.selectFrom('jobs').selectAll().where('name', '=', 'tidy').executeTakeFirstOrThrow();

/** The start of the last run that has ended. */
async function ended(house: TestHouse): Promise<string> {
  let row = await readTidy(house).catch(() => undefined);
  for (let tries = 0; !row?.lastEnded; tries++) {
    assert.ok(tries < 300, 'it did not come to pass');
    await sleep(50);
    row = await readTidy(house).catch(() => undefined);
  }
  return row.lastStarted?.toString() ?? '';
}

test('what is due runs once over all processes, again when its interval is over, and at once when somebody says so', async () => {
  await using house = await testHouse();
  const { employee, cookie } = await operator(house);
  await buildEvent(house, employee, {
    start: '2026-03-03T08:00:00Z',
    status: 'held',
    heldUntil: '2026-03-01T00:00:00Z',
  });
  const runs = (): Promise<unknown[]> =>
    house.database.read.selectFrom('jobs').select('lastResult').where('lastResult', '!=', '').execute();
  const all = [openJobs(house, { pollSeconds: 1 }), openJobs(house, { pollSeconds: 1 })];
  await using stack = new AsyncDisposableStack();
  for (const jobs of all) stack.defer(() => jobs.close());
  await Promise.all(all.map((jobs) => jobs.started));
  await until(async () => (await runs()).length === 1);
  const first = await readTidy(house);
  assert.equal(JSON.parse(first.lastResult).events, 1, 'the first run deleted the hold');
  assert.deepEqual([first.lastError, first.lastStarted?.toString()], ['', '2026-03-02T08:00:00Z']);
  assert.equal((await house.database.read.selectFrom('events').select('id').execute()).length, 0);

  // Not due for a moment yet.
  house.clock.set('2026-03-02T08:09:59Z');
  await sleep(1_500);
  assert.equal((await readTidy(house)).lastStarted?.toString(), '2026-03-02T08:00:00Z');
  house.clock.set('2026-03-02T08:10:00Z');
  await until(async () => (await ended(house)) === '2026-03-02T08:10:00Z');

  // A new interval counts in every process, without a restart.
  house.clock.set('2026-03-02T08:12:00Z');
  await house.call(systemJobs.operations.update, { ...usual, id: first.id, nextStartSeconds: 120 }, cookie);
  await until(async () => (await ended(house)) === '2026-03-02T08:12:00Z');

  house.clock.set('2026-03-02T08:12:05Z');
  const asked = performance.now();
  assert.equal((await house.call(systemJobs.operations.runNow, { id: first.id }, cookie)).status, 200);
  await until(async () => (await ended(house)) === '2026-03-02T08:12:05Z');
  assert.ok(performance.now() - asked < 3_000);

  const begun = performance.now();
  await stack.disposeAsync();
  assert.ok(performance.now() - begun < 4_000);
  const { rows } = await sql`select output from pgboss.job where output ? 'events'`.execute(house.database.read);
  assert.equal(rows.length, 4, 'each time one process did it');
});

test('while the database is away the app goes on, and the jobs can be closed', async () => {
  await using house = await testHouse();
  const away = {
    ...house,
    database: { ...house.database, connection: { host: '127.0.0.1', port: 1, user: 'nobody' } },
  };
  const jobs = openJobs(away);
  await sleep(300);
  const begun = performance.now();
  await jobs.close();
  assert.ok(performance.now() - begun < 2_000);
});

test('jobs that could not start do so when the database is back', async () => {
  await using house = await testHouse();
  const connection = { ...house.database.connection, port: 1 };
  const database = { ...house.database, connection };
  const jobs = openJobs({ ...house, database }, { pollSeconds: 1 });
  await sleep(300);
  database.connection = house.database.connection as typeof connection;
  await jobs.started;
  await until(async () => (await ended(house)) === '2026-03-02T08:00:00Z');
  await jobs.close();
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await holds()) return;
    await sleep(50);
  }
  assert.fail('it did not come to pass');
}
