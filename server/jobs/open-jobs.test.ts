// Regular work starts beside others, waits for a database that is away, and stops in time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { buildBusiness, buildEvent } from '#server/testing/build.ts';
import { type TestHouse, testHouse } from '#server/testing/house.ts';
import { openJobs } from './open-jobs.ts';

async function scheduled(house: TestHouse): Promise<string[]> {
  const boss = new PgBoss({ ...house.database.connection, schema: 'pgboss', supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  const schedules = await boss.getSchedules();
  await boss.stop({ graceful: false, close: true });
  return schedules.map(({ name, cron }) => `${name} ${cron}`);
}

test('several processes share one schedule, and a job that is due is done', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house);
  await buildEvent(house, employee, {
    start: '2026-03-03T08:00:00Z',
    status: 'held',
    heldUntil: '2026-03-01T00:00:00Z',
  });
  const all = [openJobs(house, { pollSeconds: 1 }), openJobs(house, { pollSeconds: 1 })];
  await Promise.all(all.map((jobs) => jobs.started));
  assert.deepEqual(await scheduled(house), ['tidy */10 * * * *']);
  const boss = new PgBoss({ ...house.database.connection, schema: 'pgboss', supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.send('tidy');
  await until(async () => (await house.database.write.selectFrom('events').select('id').execute()).length === 0);
  await boss.stop({ graceful: false, close: true });
  const begun = performance.now();
  await Promise.all(all.map((jobs) => jobs.close()));
  assert.ok(performance.now() - begun < 4_000);
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
  const jobs = openJobs({ ...house, database });
  await sleep(300);
  database.connection = house.database.connection as typeof connection;
  await jobs.started;
  assert.equal((await scheduled(house)).length, 1);
  await jobs.close();
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await holds()) return;
    await sleep(100);
  }
  assert.fail('it did not come to pass');
}
