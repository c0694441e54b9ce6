// Tests of migrations: in order, once, by one process at a time, each one atomically.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase } from '#server/testing/database/database.ts';
import { migrate, migrationFiles, migrationSql } from './migrate.ts';
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
  await assert.rejects(migrate(empty.client), /Migration 0004-.* failed: .*calendars/);
  const { rows } = await empty.client.query<{ name: string }>('select name from migrations');
  assert.deepEqual(
    rows.map(({ name }) => name),
    files.slice(0, 3),
  );
  await empty.client.query('drop table calendars');
  assert.deepEqual(await migrate(empty.client), files.slice(3));
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

test('a database from before the first release is rejected with advice and left unchanged', async () => {
  await using empty = await emptied();
  const former = [
    '0001-companies-and-people.sql',
    '0002-calendars-and-bookings.sql',
    '0084-delivered-descriptions.sql',
  ];
  await empty.client.query(
    'create table migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  await empty.client.query('insert into migrations (name) select unnest($1::text[])', [former]);
  await assert.rejects(migrate(empty.client), {
    message:
      'The database was made by a version of Daybook from before its first release (it has 0001-companies-and-people.sql) and ' +
      'cannot be used any more. Start with a new DATA_DIR, or with a DATABASE_URL that names a new, empty database.',
  });
  const { rows } = await empty.client.query("select tablename as name from pg_tables where schemaname = 'public'");
  assert.deepEqual(rows, [{ name: 'migrations' }]);
});

test('migrations are numbered from 0001 without gaps or duplicates', async () => {
  const all = await readdir(new URL('migrations/', import.meta.url));
  assert.deepEqual(
    all.sort().map((name) => name.slice(0, 5)),
    all.map((_, index) => `${String(index + 1).padStart(4, '0')}-`),
  );
  assert.deepEqual(all, await migrationFiles(), 'every file of the folder is a migration');
});

test('the first version of every legal text is the content of its file', async () => {
  await using empty = await emptied();
  await migrate(empty.client);
  const { rows } = await empty.client.query<{ kind: string; language: string; html: string }>(
    'select kind, language, html from legal_texts where version = 1 order by kind, language',
  );
  const folder = new URL('../site/legal-texts/first-texts/', import.meta.url);
  const files = (await readdir(folder)).sort();
  assert.deepEqual(
    rows.map(({ kind, language }) => `${kind}.${language}.html`),
    files,
  );
  for (const { kind, language, html } of rows) {
    assert.equal(`${html}\n`, await readFile(new URL(`${kind}.${language}.html`, folder), 'utf8'));
  }
  assert.doesNotMatch(await migrationSql('0009-first-data.sql'), /file_text/);
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
