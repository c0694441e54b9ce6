// Tests of connections: parsed values, sent values, and few connections shared by many callers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { isDatabaseUnavailable } from '#server/db/database-away.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { testDatabase } from '#server/testing/database/database.ts';
import { type Database, type Db, openDatabase } from './pool.ts';

async function opened(max?: number) {
  const created = await testDatabase();
  const database = openDatabase(created.connection, { max });
  return Object.assign({}, database, {
    async [Symbol.asyncDispose]() {
      await database.close();
      await created.drop();
    },
  });
}

test('values are parsed to the types that the code uses', async () => {
  await using database = await opened();
  const { rows } = await sql`
    select timestamptz '2026-03-29 03:30:00.123456+02' as moment, timestamptz '1900-01-01 00:00:00+00' as long_ago, date '2026-03-29' as day,
      time '24:00' as midnight, 12.50::numeric(12,2) as price, 9007199254740991::bigint as many, null::timestamptz as nothing,
      array['a', 'b'] as words, '{"aB": 1}'::jsonb as json`.execute(database.read);
  const row = rows[0] as Record<string, unknown>;
  assert.ok(row.moment instanceof Temporal.Instant && row.moment.equals('2026-03-29T01:30:00.123456Z'));
  assert.ok(row.longAgo instanceof Temporal.Instant && row.longAgo.equals('1900-01-01T00:00:00Z'));
  const { moment: _, longAgo: __, ...rest } = row;
  assert.deepEqual(rest, {
    day: '2026-03-29',
    midnight: '24:00:00',
    price: 12.5,
    many: 9007199254740991,
    nothing: null,
    words: ['a', 'b'],
    json: { aB: 1 },
  });
});

test('instants and dates are sent unchanged, whatever the zone of the process', async () => {
  await using database = await opened();
  const moment = Temporal.Instant.from('2026-10-25T00:30:00.001Z');
  const day = Temporal.PlainDate.from('2026-10-25');
  const { rows } = await sql`select ${moment}::timestamptz::text as moment, ${day}::date::text as day`.execute(
    database.read,
  );
  assert.deepEqual(rows, [{ moment: '2026-10-25 00:30:00.001+00', day: '2026-10-25' }]);
});

test('a bound value is never part of the statement', async () => {
  await using database = await opened();
  const nasty = `'; drop table events; -- \\ $1 "x" ${'ß'.repeat(10)} \u{1F600}`;
  const { rows } = await sql<{ text: string }>`select ${nasty}::text as text`.execute(database.read);
  assert.equal(rows[0]?.text, nasty);
});

test('callers beyond the number of connections wait, and statements beyond the name limit still run', async () => {
  await using database = await opened(2);
  const answers = await Promise.all(
    Array.from({ length: 700 }, async (_, index) => {
      const { rows } = await sql<{ x: number }>`select ${sql.raw(String(index))} + ${index}::integer as x`.execute(
        database.write,
      );
      return rows[0]?.x;
    }),
  );
  assert.deepEqual(
    answers,
    Array.from({ length: 700 }, (_, index) => 2 * index),
  );
  assert.ok(database.sizes().write.total <= 2);
});

test('a connection that breaks, idle or busy, fails its statement and nothing else', async () => {
  await using database = await opened(1);
  const admin = await database.connect();
  const backend = async (pool: 'read' | 'write') =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database[pool])).rows[0]?.pid;
  for (const pool of ['read', 'write'] as const) {
    await admin.query('select pg_terminate_backend($1)', [await backend(pool)]);
    await retried(database, pool);
    const slow = assert.rejects(sql`select pg_sleep(5)`.execute(database[pool]), (error: Error) =>
      isDatabaseUnavailable(error),
    );
    await sleep(100);
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(5)' and datname = current_database()",
    );
    await slow;
    await retried(database, pool);
  }
  await admin.end();
});

/** Statements on a dying connection fail with it; once its end is noticed, the next one gets a new connection. */
async function retried(database: Database, pool: 'read' | 'write'): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const failure = await sql`select 1`.execute(database[pool]).then(
      () => undefined,
      (error: Error) => error,
    );
    if (!failure) return;
    assert.ok(isDatabaseUnavailable(failure), failure.message);
    await sleep(10);
  }
  assert.fail('the pool keeps a dead connection');
}

test('a connection that takes no changes any more is discarded; on the pool for reads that is a fault of ours', async () => {
  await using database = await opened(1);
  const { write, read } = database;
  const pidOf = async (db: Db) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? assert.fail();
  const change = (db: Db) => sql`create table t ()`.execute(db);
  const isAway = (error: Error) => isDatabaseUnavailable(error);
  const alone = await pidOf(write);
  // As on a server that has become a standby: this session only, for the next one is to serve again.
  await sql`set default_transaction_read_only = on`.execute(write);
  await assert.rejects(change(write), isAway);
  const next = await pidOf(write);
  assert.notEqual(next, alone);
  const borrowed = database.borrow('write', async ({ db, command }) => {
    await command('begin read only');
    // A caller that goes on after the error has its connection discarded, too.
    await assert.rejects(change(db), isAway);
    await command('rollback');
  });
  await borrowed;
  assert.notEqual(await pidOf(write), next);
  await change(write);

  const reading = await pidOf(read);
  await assert.rejects(
    sql`drop table t`.execute(read),
    (error: Error & { code?: string }) => error.code === '25006' && !isAway(error),
  );
  assert.equal(await pidOf(read), reading);
});

test('an unreachable database is distinguished from a refusal', async () => {
  const database = openDatabase({ host: '/nowhere', port: 1, user: 'x', database: 'x' });
  await assert.rejects(sql`select 1`.execute(database.read), (error: Error) => isDatabaseUnavailable(error));
  assert.ok(!isDatabaseUnavailable(new Refusal(404, 'error.notFound')));
  await database.close();
});

test('in tests, a caller that holds a connection cannot wait for another that would not come', async () => {
  const created = await testDatabase();
  const database = openDatabase(created.connection, { max: 1, refusesSecond: true });
  const one = (pool: 'read' | 'write') => sql`select 1`.execute(database[pool]);
  const inside = (pool: 'read' | 'write', act: () => Promise<unknown>) => database.borrow(pool, act);
  await assert.rejects(
    inside('write', () => one('write')),
    /holds a write connection/,
  );
  await assert.rejects(
    inside('write', () => inside('write', () => Promise.resolve())),
    /holds a write connection/,
  );
  await assert.rejects(
    inside('read', () => one('read')),
    /holds a read connection/,
  );
  await assert.rejects(
    inside('read', () => one('write')),
    /holds a read connection/,
  );
  // A read waits for no change, so this ends.
  await inside('write', () => one('read'));
  // Work that is left to run afterwards holds nothing.
  const { promise, resolve } = Promise.withResolvers<void>();
  const later: { work?: Promise<unknown> } = {};
  await inside('write', async () => {
    later.work = promise.then(() => one('write'));
  });
  resolve();
  await later.work;
  await database.close();
  await created.drop();
});
