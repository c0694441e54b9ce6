// Tests of migrations: in order, once, by one process at a time, each one atomically.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { differingObjects } from '#server/testing/database/differing-objects.ts';
import { emptyDatabase, migratedDatabase } from '#server/testing/database/migration-databases.ts';
import { migrate, migrationFiles, migrationSql } from './migrate.ts';
import { readSqlObjects } from './sql-files.ts';
import { sqlVersion } from './sql-version.ts';

test('an empty database is migrated to the newest version, and a current one is left unchanged', async () => {
  await using empty = await emptyDatabase();
  const { migrations, objects } = await migrate(empty.client);
  assert.deepEqual(migrations, await migrationFiles());
  const { before, after } = await readSqlObjects();
  assert.deepEqual(
    objects,
    [...before, ...after].map(({ id }) => id),
  );
  assert.deepEqual(await migrate(empty.client), { migrations: [], objects: [], shifted: [] });
});

test('processes that start at the same moment migrate once', async () => {
  await using empty = await emptyDatabase();
  const others = await Promise.all([1, 2, 3].map(() => empty.database.connect()));
  try {
    const applied = await Promise.all([empty.client, ...others].map((client) => migrate(client)));
    assert.deepEqual(
      applied.flatMap(({ migrations }) => migrations),
      await migrationFiles(),
    );
    const { before, after } = await readSqlObjects();
    assert.equal(applied.flatMap(({ objects }) => objects).length, before.length + after.length);
  } finally {
    await Promise.all(others.map((client) => client.end()));
  }
});

test('a failing migration leaves no trace, keeps the earlier ones, and can be retried', async () => {
  await using empty = await emptyDatabase();
  const files = await migrationFiles();
  await empty.client.query('create table calendars (in_the_way integer)');
  await assert.rejects(migrate(empty.client), /Migration 0004-.* failed: .*calendars/);
  const { rows } = await empty.client.query<{ name: string }>('select name from migrations');
  assert.deepEqual(
    rows.map(({ name }) => name),
    files.slice(0, 3),
  );
  await empty.client.query('drop table calendars');
  assert.deepEqual((await migrate(empty.client)).migrations, files.slice(3));
  assert.deepEqual(await differingObjects(empty.client), []);
});

test('a database of a newer version is rejected with the name of the unknown migration', async () => {
  await using empty = await migratedDatabase();
  await empty.client.query("insert into migrations (name) values ('9999-from-the-future.sql')");
  await assert.rejects(migrate(empty.client), /newer version of Daybook.*9999-from-the-future/);
  const { rows } = await empty.client.query(
    "select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  assert.equal(rows.length, 0, 'the lock is given back');
});

test('a database from before the first release is rejected with advice and left unchanged', async () => {
  await using empty = await emptyDatabase();
  await empty.client.query(
    'create table migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const [, ...names] = await migrationFiles();
  const former = [
    ['0001-companies-and-people.sql', '0002-calendars-and-bookings.sql', '0084-delivered-descriptions.sql'],
    ['0001-foundations.sql', '0002-companies-and-places.sql', '0065-audience-facts-table.sql'],
    ['0001-foundations.sql'],
    // Names that are those of today, but for the first one.
    ['0001-foundations.sql', ...names],
  ];
  for (const applied of former) {
    await empty.client.query('delete from migrations');
    await empty.client.query('insert into migrations (name) select unnest($1::text[])', [applied]);
    await assert.rejects(migrate(empty.client), {
      message:
        `The database was made by a version of Daybook from before its first release (it has ${applied[0]}) and cannot be ` +
        'used any more. Start with a new DATA_DIR, or with a DATABASE_URL that names a new, empty database.',
    });
  }
  const { rows } = await empty.client.query("select tablename as name from pg_tables where schemaname = 'public'");
  assert.deepEqual(rows, [{ name: 'migrations' }]);
});

test('a process with older functions than the database stops and changes nothing', async () => {
  await using empty = await migratedDatabase();
  await empty.client.query(`
    update applied_sql set version = version + 1, objects = objects || '{"function of_the_future": "x"}';
    create function of_the_future() returns integer language sql as $$ select 1 $$;
    drop view open_facts`);
  await assert.rejects(migrate(empty.client), {
    message: `The database was prepared by a newer version of Daybook (its functions have version ${sqlVersion.number + 1}, those of this version ${sqlVersion.number}).`,
  });
  assert.deepEqual(await differingObjects(empty.client), [
    'function of_the_future is in no file',
    'view open_facts is missing',
  ]);
});

test('a current database is recognised by three queries, and without a lock', async () => {
  await using empty = await migratedDatabase();
  const queries: string[] = [];
  const counting = {
    query(text: string, values?: unknown[]) {
      queries.push(text);
      return empty.client.query(text, values);
    },
  } as typeof empty.client;
  await migrate(counting);
  assert.equal(queries.length, 3, queries.join('\n'));
  assert.doesNotMatch(queries.join(), /lock/);
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
  await using empty = await migratedDatabase();
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
  assert.doesNotMatch(await migrationSql('0010-first-rows.sql'), /file_text/);
});

test('a process waits for another that migrates, however long that takes', async () => {
  await using empty = await emptyDatabase();
  const other = await empty.database.connect();
  try {
    await empty.client.query('select pg_advisory_lock(4027001)');
    await other.query("set statement_timeout = '200ms'");
    const waiting = migrate(other);
    await Promise.all([empty.client.query('select pg_sleep(0.4)'), Promise.race([waiting, sleep(400)])]);
    await empty.client.query('select pg_advisory_unlock(4027001)');
    assert.deepEqual((await waiting).migrations, await migrationFiles());
    const { rows } = await other.query<{ timeout: string }>("select current_setting('statement_timeout') as timeout");
    assert.equal(rows[0]?.timeout, '10s', 'as connections have it');
  } finally {
    await other.end();
  }
});
