// Tests of the SQL files: changed objects are replaced, dropped ones go, and running processes are not held up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { differingObjects } from '#server/testing/database/differing-objects.ts';
import { emptyDatabase, migratedDatabase } from '#server/testing/database/migration-databases.ts';
import { type AppliedSql, applySql } from './apply-sql.ts';
import { migrate } from './migrate.ts';
import { parseSqlFile, readSqlObjects } from './sql-files.ts';
import { sqlVersion } from './sql-version.ts';

const none: AppliedSql = { version: 0, objects: {} };
const appliedOf = (texts: ReturnType<typeof parseSqlFile>): AppliedSql => ({
  version: sqlVersion.number,
  objects: Object.fromEntries(texts.map(({ id, digest }) => [id, digest])),
});

async function marks() {
  const empty = await emptyDatabase();
  await empty.client.query(`
    create table applied_sql (is_only boolean primary key default true, version integer, objects jsonb,
      applied_at timestamptz default now());
    create table marks (id integer)`);
  return empty;
}

const count = (parameters: string, result: string, body: string) =>
  `create or replace function count_marks(${parameters}) returns ${result} language sql as $$ ${body} $$;\n`;
const add = `create or replace function add_mark() returns trigger language plpgsql as $$ begin return new; end $$;
create or replace trigger marks_added before insert on marks for each row execute function add_mark();\n`;
const view = `create or replace view counted as select count_marks() as marks;
grant select on counted to public;\n`;

test('objects are replaced in place, redefined with their dependents, and dropped when no file declares them', async () => {
  await using empty = await marks();
  const { client } = empty;
  let applied = none;
  const apply = async (text: string) => {
    const declared = parseSqlFile('a.sql', text);
    const changed = await applySql(client, { declared, applied, drops: true });
    applied = appliedOf(declared);
    const { rows } = await client.query('select version, objects from applied_sql');
    assert.deepEqual(rows, [applied]);
    return changed;
  };
  const one = async (text: string) => Object.values((await client.query(text)).rows[0])[0];

  const first = count('', 'integer', 'select 1') + view + add;
  assert.deepEqual(await apply(first), [
    'function count_marks',
    'view counted',
    'function add_mark',
    'trigger marks_added on marks',
  ]);
  assert.deepEqual(await apply(first), []);
  const { rows: before } = await client.query(`select 'count_marks'::regproc::oid as id`);
  assert.deepEqual(await apply(count('', 'integer', 'select 2') + view + add), ['function count_marks']);
  assert.equal(await one('select marks from counted'), 2);
  assert.deepEqual((await client.query(`select 'count_marks'::regproc::oid as id`)).rows, before, 'in place');

  // Another result: the view, whose text is the same, is there again, with its grant.
  assert.deepEqual(await apply(count('', 'text', `select 'three'`) + view + add), ['function count_marks']);
  assert.equal(await one('select marks from counted'), 'three');
  assert.equal(await one(`select has_table_privilege('daybook_company', 'counted', 'select')`), true);
  // Other parameters: one function remains.
  await apply(count('bound integer default 4', 'integer', 'select bound') + view + add);
  assert.equal(await one('select marks from counted'), 4);
  assert.equal(await one(`select count(*)::int from pg_proc where proname = 'count_marks'`), 1);
  // Other columns of a view.
  await apply(`create or replace view counted as select 'a' as name, 5 as marks;\n${add}`);
  assert.equal(await one('select marks from counted'), 5);
  assert.equal(await one(`select count(*)::int from pg_proc where proname = 'count_marks'`), 0);
  // One that a migration has dropped.
  await client.query('drop trigger marks_added on marks');
  assert.deepEqual(await apply(add), ['trigger marks_added on marks', 'view counted']);
  assert.deepEqual((await apply('')).sort(), ['function add_mark', 'trigger marks_added on marks']);

  await apply(first);
  await assert.rejects(
    apply(count('', 'integer', 'select nothing') + add.replaceAll('add_mark', 'other')),
    /^Error: a\.sql \(function count_marks\) failed: column "nothing" does not exist$/,
  );
  assert.equal(await one('select marks from counted'), 1, 'nothing of it was applied');
  assert.equal(await one(`select count(*)::int from pg_proc where proname = 'other'`), 0);
});

test('the files bring back every object of a database that has lost or changed some', async () => {
  await using migrated = await migratedDatabase();
  const { client } = migrated;
  await client.query(`
    drop view report_facts cascade; drop function refuse_change cascade; drop function recount_days;
    create or replace function mark_day() returns trigger language plpgsql as $$ begin return null; end $$;
    update applied_sql set version = 0, objects = objects - 'function mark_day' || '{"function gone": "x"}';
    create function gone() returns integer language sql as $$ select 1 $$`);
  const { migrations, objects } = await migrate(client);
  assert.deepEqual(migrations, []);
  assert.ok(objects.includes('function gone') && objects.includes('view report_facts'), objects.join());
  assert.deepEqual(await differingObjects(client), []);
});

test('changed triggers wait for a long transaction without holding up running processes', async (t) => {
  await using migrated = await migratedDatabase();
  const { client, database } = migrated;
  await client.query(`insert into languages (id, key, name) values (gen_random_uuid(), 'xx', 'Test')`);
  const others = await Promise.all([1, 2, 3].map(() => database.connect()));
  const [long, writer, reader] = others;
  if (!long || !writer || !reader) throw new Error('no connections');
  try {
    // Every trigger differs from what the database has.
    await client.query(`update applied_sql set objects = (select jsonb_object_agg(key,
      case when key like 'trigger%' then 'changed' else value #>> '{}' end) from jsonb_each(objects))`);
    await long.query('begin; lock table visits, events, deliveries in row exclusive mode');
    let ended = false;
    const longest: Record<string, number> = {};
    const keepBusy = async (connection: typeof writer, statements: string[]) => {
      for (let index = 0; !ended; index++) {
        const statement = statements[index % statements.length] ?? '';
        const start = performance.now();
        await connection.query(statement);
        longest[statement] = Math.max(longest[statement] ?? 0, performance.now() - start);
        await sleep(5);
      }
    };
    // The tables that the long transaction holds, and one that it does not.
    const tables = ['visits', 'events', 'deliveries', 'users'];
    const busy = Promise.all([
      keepBusy(
        writer,
        tables.map((table) => `delete from ${table} where id = gen_random_uuid()`),
      ),
      keepBusy(
        reader,
        tables.map((table) => `select from ${table} limit 1`),
      ),
    ]);
    const started = performance.now();
    const migrating = migrate(client);
    await Promise.race([migrating, sleep(2_500)]);
    const waited = performance.now() - started;
    await long.query('commit');
    const { objects } = await migrating;
    ended = true;
    await busy;
    assert.ok(waited >= 2_400, `it was applied beside the transaction that holds its tables, after ${waited} ms`);
    assert.ok(objects.length > 50);
    for (const [statement, took] of Object.entries(longest)) assert.ok(took < 2_000, `${statement} took ${took} ms`);
    t.diagnostic(`the longest statement took ${Math.round(Math.max(...Object.values(longest)))} ms`);
    assert.deepEqual(await differingObjects(client), []);
  } finally {
    await Promise.all(others.map((other) => other.end()));
  }
});

test('changed functions do not wait for transactions that use them', async () => {
  await using migrated = await migratedDatabase();
  const { client, database } = migrated;
  const long = await database.connect();
  try {
    await long.query(`begin; lock table visits, events, contacts in row exclusive mode;
      select recount_contacts(gen_random_uuid(), null, now())`);
    await client.query(`update applied_sql set objects = (select jsonb_object_agg(key,
      case when key like 'function%' then 'changed' else value #>> '{}' end) from jsonb_each(objects))`);
    const { objects } = await migrate(client);
    const { before, after } = await readSqlObjects();
    const functions = [...before, ...after].filter(({ id }) => id.startsWith('function'));
    assert.equal(objects.length, functions.length);
    await long.query('commit');
  } finally {
    await long.end();
  }
});
