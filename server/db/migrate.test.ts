// Tests of migrations: in order, once, by one process at a time, each one atomically.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase } from '#server/testing/database.ts';
import { migrate, migrationFiles } from './migrate.ts';
import { openDatabase } from './pool.ts';

async function emptied() {
  const created = await testDatabase();
  const database = openDatabase(created.connection, { max: 2 });
  const client = await database.connect();
  await client.query('drop schema public cascade; create schema public');
  return {
    client,
    database,
    async [Symbol.asyncDispose]() {
      await client.end();
      await database.close();
      await created.drop();
    },
  };
}

test('an empty database is migrated to the newest version, and a current one is left unchanged', async () => {
  await using empty = await emptied();
  assert.deepEqual(await migrate(empty.client), await migrationFiles());
  assert.deepEqual(await migrate(empty.client), []);
});

test('processes that start at the same moment migrate once', async () => {
  await using empty = await emptied();
  const others = await Promise.all([1, 2, 3].map(() => empty.database.connect()));
  try {
    const applied = await Promise.all([empty.client, ...others].map((client) => migrate(client)));
    assert.deepEqual(applied.flat(), await migrationFiles());
  } finally {
    await Promise.all(others.map((client) => client.end()));
  }
});

test('a failing migration leaves no trace, keeps the earlier ones, and can be retried', async () => {
  await using empty = await emptied();
  const files = await migrationFiles();
  await empty.client.query('create table calendars (in_the_way integer)');
  await assert.rejects(migrate(empty.client), /Migration 0002-.* failed: .*calendars/);
  const { rows } = await empty.client.query<{ name: string }>('select name from migrations');
  assert.deepEqual(
    rows.map(({ name }) => name),
    files.slice(0, 1),
  );
  await empty.client.query('drop table calendars');
  assert.deepEqual(await migrate(empty.client), files.slice(1));
});

test('a database of a newer version is rejected with the name of the unknown migration', async () => {
  await using empty = await emptied();
  await migrate(empty.client);
  await empty.client.query("insert into migrations (name) values ('9999-from-the-future.sql')");
  await assert.rejects(migrate(empty.client), /newer version of Daybook.*9999-from-the-future/);
  const { rows } = await empty.client.query(
    "select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  assert.equal(rows.length, 0, 'the lock is given back');
});

test('a process waits for another that migrates, however long that takes', async () => {
  await using empty = await emptied();
  const other = await empty.database.connect();
  try {
    await empty.client.query('select pg_advisory_lock(4027001)');
    await other.query("set statement_timeout = '200ms'");
    const waiting = migrate(other);
    await Promise.all([empty.client.query('select pg_sleep(0.4)'), Promise.race([waiting, sleep(400)])]);
    await empty.client.query('select pg_advisory_unlock(4027001)');
    assert.deepEqual(await waiting, await migrationFiles());
    const { rows } = await other.query<{ timeout: string }>("select current_setting('statement_timeout') as timeout");
    assert.equal(rows[0]?.timeout, '10s', 'as connections have it');
  } finally {
    await other.end();
  }
});
