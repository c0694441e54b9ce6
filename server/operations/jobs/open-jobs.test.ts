// Tests of the job runner: a due job runs once over all processes, waits for an unavailable database, and stops in
// time.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { systemJobs } from '#contract/operations/jobs.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { waitForLock } from '#server/testing/database/wait-for-lock.ts';
import { steadyNow } from '#server/testing/steady-clock.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { openJobs } from './open-jobs.ts';
import { addNewJobs } from './store.ts';

const usual = { description: 'x', parameters: '', timeOutSeconds: 300, nextStartSeconds: 600 };

async function operator(app: TestApp) {
  const { employee } = await buildBusiness(app, { actions: ['sys'] });
  return { employee, cookie: await signIn(app, employee) };
}

const readTidy = (app: TestApp) =>
  app.database.read.selectFrom('jobs').selectAll().where('name', '=', 'tidy').executeTakeFirstOrThrow();

/** The start of the last run that has ended. */
async function ended(app: TestApp): Promise<string> {
  let row = await readTidy(app).catch(() => undefined);
  for (let tries = 0; !row?.lastEnded; tries++) {
    assert.ok(tries < 300, 'it did not come to pass');
    await sleep(50);
    row = await readTidy(app).catch(() => undefined);
  }
  return row.lastStarted?.toString() ?? '';
}

test('a due job runs once over all processes, again after its interval, and immediately on request', async () => {
  await using app = await testApp();
  const { employee, cookie } = await operator(app);
  await buildEvent(app, employee, {
    start: '2026-03-03T08:00:00Z',
    status: 'held',
    heldUntil: '2026-03-01T00:00:00Z',
  });
  const runs = (): Promise<unknown[]> =>
    app.database.read
      .selectFrom('jobs')
      .select('lastResult')
      .where('lastResult', '!=', '')
      .where('name', '=', 'tidy')
      .execute();
  const all = [openJobs(app, { pollSeconds: 1 }), openJobs(app, { pollSeconds: 1 })];
  await using stack = new AsyncDisposableStack();
  for (const jobs of all) stack.defer(() => jobs.close());
  await Promise.all(all.map((jobs) => jobs.started));
  await until(async () => (await runs()).length === 1);
  const first = await readTidy(app);
  assert.equal(JSON.parse(first.lastResult).visits, 1, 'the first run deleted the hold');
  assert.deepEqual([first.lastError, first.lastStarted?.toString()], ['', '2026-03-02T08:00:00Z']);
  assert.equal((await app.database.read.selectFrom('events').select('id').execute()).length, 0);

  // Due one second later.
  app.clock.set('2026-03-02T08:09:59Z');
  await sleep(1_500);
  assert.equal((await readTidy(app)).lastStarted?.toString(), '2026-03-02T08:00:00Z');
  app.clock.set('2026-03-02T08:10:00Z');
  await until(async () => (await ended(app)) === '2026-03-02T08:10:00Z');

  // A new interval takes effect in every process, without a restart.
  app.clock.set('2026-03-02T08:12:00Z');
  await app.call(systemJobs.operations.update, { ...usual, id: first.id, nextStartSeconds: 120 }, cookie);
  await until(async () => (await ended(app)) === '2026-03-02T08:12:00Z');

  app.clock.set('2026-03-02T08:12:05Z');
  const askedAt = steadyNow();
  assert.equal((await app.call(systemJobs.operations.runNow, { id: first.id }, cookie)).status, 200);
  await until(async () => (await ended(app)) === '2026-03-02T08:12:05Z');
  assert.ok(steadyNow() - askedAt < 3_000);

  // A notice with its name is a request, too.
  app.clock.set('2026-03-02T08:12:06Z');
  await sql`select pg_notify('daybook_jobs', 'tidy'), pg_notify('daybook_jobs', 'no such job')`.execute(
    app.database.write,
  );
  await until(async () => (await ended(app)) === '2026-03-02T08:12:06Z');

  const startedAt = steadyNow();
  await stack.disposeAsync();
  assert.ok(steadyNow() - startedAt < 4_000);
  const { rows } = await sql`select output from pgboss.job where output ? 'sessions'`.execute(app.database.read);
  assert.equal(rows.length, 5, 'each time one process did it');
});

test('while the database is unavailable the application continues, and the jobs can be closed', async () => {
  await using app = await testApp();
  const away = {
    ...app,
    database: { ...app.database, connection: { host: '127.0.0.1', port: 1, user: 'nobody' } },
  };
  const jobs = openJobs(away);
  await sleep(300);
  const startedAt = steadyNow();
  await jobs.close();
  assert.ok(steadyNow() - startedAt < 2_000);
});

test('jobs that could not start do so when the database is available again', async () => {
  await using app = await testApp();
  const connection = { ...app.database.connection, port: 1 };
  const database = { ...app.database, connection };
  const jobs = openJobs({ ...app, database }, { pollSeconds: 1 });
  await sleep(300);
  database.connection = app.database.connection as typeof connection;
  await jobs.started;
  await until(async () => (await ended(app)) === '2026-03-02T08:00:00Z');
  await jobs.close();
});

test('a job whose process was killed runs again once its lease is over, long before its timeout', async () => {
  await using app = await testApp();
  await operator(app);
  await addNewJobs(app.database.write);
  // Only this job is due.
  await app.database.write
    .updateTable('jobs')
    .set({ lastStarted: app.clock.now(), nextStartSeconds: 3_600 })
    .where('name', '!=', 'tidy')
    .execute();
  const timing = { pollSeconds: 1, leaseSeconds: 10 };
  const given = { connection: app.database.connection, now: app.clock.now().toString(), timing };
  const script = join(import.meta.dirname, '../../testing/faults/jobs-process.ts');
  await app.database.write.transaction().execute(async (db) => {
    await sql`lock table throttles in access exclusive mode`.execute(db);
    const killed = spawn(process.execPath, [script, JSON.stringify(given)], { stdio: 'inherit' });
    await until(async () => (await readTidy(app)).lastStarted !== null);
    await waitForLock(app);
    killed.kill('SIGKILL');
  });
  app.clock.advance({ minutes: 10 });
  const killedAt = performance.now();
  const jobs = openJobs(app, timing);
  await until(async () => (await readTidy(app)).lastEnded !== null, 1_000);
  assert.equal(await ended(app), '2026-03-02T08:10:00Z');
  await jobs.close();
  assert.ok(performance.now() - killedAt < 45_000, `${performance.now() - killedAt} ms`);
});

async function until(condition: () => Promise<boolean>, maxTries = 300): Promise<void> {
  for (let tries = 0; tries < maxTries; tries++) {
    if (await condition()) return;
    await sleep(50);
  }
  assert.fail('it did not come to pass');
}
