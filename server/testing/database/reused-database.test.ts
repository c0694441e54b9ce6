// Tests that a reused database has nothing of the test before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { type Db, openDatabase } from '#server/db/pool.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { firstRows, testApp } from '#server/testing/test-app.ts';
import { testDatabase } from './database.ts';
import { acquireDatabase } from './reused-database.ts';

/** A number that no other test of this process uses, so the first database is new. */
const connections = 3;

async function contentOf(db: Db): Promise<unknown> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  const content: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await sql`select t::text as row from ${sql.table(name)} t order by 1`.execute(db);
    if (rows.length > 0) content[name] = rows;
  }
  const { rows: sequences } = await sql`
    select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`.execute(db);
  const { rows: analyzed } = await sql`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= 0
    union all select tablename || '.' || attname from pg_stats where schemaname = 'public'`.execute(db);
  return { content, sequences, analyzed };
}

test('a reused database has the rows of a new one, whatever a test added, changed and deleted', async () => {
  const created = await testDatabase({ firstRows });
  const untouched = openDatabase(created.connection, { max: 1 });
  const expected = await contentOf(untouched.read);
  await untouched.close();
  await created.drop();

  const names: (string | undefined)[] = [];
  for (let time = 0; time < 3; time++) {
    await using app = await testApp({ connections });
    names.push(app.database.connection.database);
    const { write } = app.database;
    assert.deepEqual(await contentOf(write), expected);
    await buildBusiness(app, { actions: ['sys'] });
    await sql`update menu_items set "order" = "order" + 1`.execute(write);
    await sql`delete from legal_texts`.execute(write);
    await sql`delete from data_audits`.execute(write);
    await sql`select nextval('payments_number_seq')`.execute(write);
    await sql`set work_mem = '1MB'`.execute(write);
    await sql`analyze users, companies`.execute(write);
    await sql`select pg_advisory_lock(42)`.execute(write);
  }
  assert.equal(new Set(names).size, 1, 'all have used one database');
});

test('a database is not reused after commands that change more than rows, or while another client is connected', async () => {
  const names = new Set<string | undefined>();
  const take = async (use: (db: Db, connection: pg.ClientConfig) => Promise<unknown>) => {
    const { database, release } = await acquireDatabase(firstRows, connections);
    names.add(database.connection.database);
    await use(database.write, database.connection);
    await release();
  };
  await take((db) => sql`create temp table only_mine (id int)`.execute(db));
  await take((db) => sql`select 1`.execute(db));
  assert.equal(names.size, 1, 'a temporary table is gone with its session');
  await take((db) => sql`create index on users (id)`.execute(db));
  await take((db) => sql`drop index users_log_in`.execute(db));
  assert.equal(names.size, 2);
  let stranger: pg.Client | undefined;
  await take(async (_, connection) => {
    stranger = new pg.Client(connection);
    stranger.on('error', () => {});
    await stranger.connect();
  });
  await take((db) => sql`select 1`.execute(db));
  assert.equal(names.size, 4);
  await stranger?.end();
});
