// Tests that the database has exactly the functions, triggers and views that the SQL files declare.
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { differingObjects, objectsOfMigrations } from '#server/testing/database/differing-objects.ts';
import { migratedDatabase } from '#server/testing/database/migration-databases.ts';
import { digestOfAll, parseSqlFile, readSqlObjects } from './sql-files.ts';
import { afterTables, beforeTables } from './sql-order.ts';
import { sqlVersion } from './sql-version.ts';

const server = fileURLToPath(new URL('../', import.meta.url));

test('the database has the functions, triggers and views of the files, and no others', async () => {
  await using database = await migratedDatabase();
  const { client } = database;
  assert.deepEqual(await differingObjects(client), []);
  const changes: [sql: string, found: string[]][] = [
    ['drop function seller_day', ['function seller_day is missing']],
    ['drop view open_facts', ['view open_facts is missing']],
    ['drop trigger events_changed on events', ['trigger events_changed on events is missing']],
    ['drop trigger data_sync on jobs', ['trigger data_sync on jobs is missing']],
    ['create function stray() returns integer language sql as $$ select 1 $$', ['function stray is in no file']],
    ['create view stray as select 1 as one', ['view stray is in no file']],
    [
      'create trigger stray before insert on events for each row execute function refuse_change()',
      ['trigger stray on events is in no file'],
    ],
    [
      'create or replace function is_restoring() returns boolean language sql stable as $$ select false $$',
      ['is_restoring() differs'],
    ],
    [
      'create or replace function folded(words text) returns text language sql immutable strict as $$ select words $$',
      ['folded(text) differs'],
    ],
    ['grant execute on function lock_own_invoice to public', ['lock_own_invoice(uuid) differs']],
    ['grant update on open_facts to daybook_company', ['view open_facts differs']],
    [
      'create or replace trigger events_delete_day after delete on events for each row execute function mark_day()',
      ['trigger events_delete_day on events differs'],
    ],
  ];
  for (const [sql, found] of changes) {
    await client.query(`begin; savepoint unchanged; ${sql}`);
    // The comparison has a transaction of its own, inside of which this one ends.
    const differing = await differingObjects(withoutTransactions(client));
    assert.deepEqual(differing, found, sql);
    await client.query('rollback');
  }
});

/** Statements of transactions become those of savepoints. */
function withoutTransactions(client: pg.Client): pg.Client {
  const inner: Record<string, string> = { begin: 'savepoint inner_one', rollback: 'rollback to savepoint inner_one' };
  return { query: (text: string) => client.query(inner[text] ?? text) } as pg.Client;
}

test('the order names every SQL file once', async () => {
  const files: string[] = [];
  for await (const path of glob('*/sql/*.sql', { cwd: server })) files.push(path.replaceAll('\\', '/'));
  assert.deepEqual([...beforeTables, ...afterTables].sort(), files.sort());
});

test('an object is declared once, and functions have one signature each', async () => {
  const { before, after } = await readSqlObjects();
  const ids = [...before, ...(await objectsOfMigrations()), ...after].map(({ id }) => id);
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
  assert.ok(ids.length > 150, String(ids.length));
});

test('the version grows with every change of an SQL file', async () => {
  assert.equal(digestOfAll(await readSqlObjects()), sqlVersion.digest, 'run `npm run make:schema`');
});

test('functions that stored values depend on stand in migrations', async () => {
  await using database = await migratedDatabase();
  // Indexes, defaults and generated columns, and constraints.
  const { rows } = await database.client.query<{ name: string }>(`
    select distinct p.proname as name from pg_depend d join pg_proc p on p.oid = d.refobjid
    where d.refclassid = 'pg_proc'::regclass and p.pronamespace = 'public'::regnamespace
      and d.classid in ('pg_class'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass)
      and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
    order by 1`);
  const used = rows.map(({ name }) => name);
  const standing = (await objectsOfMigrations()).map(({ id }) => id.replace('function ', ''));
  assert.deepEqual(used, standing.toSorted());
  // The text of a function depends on others without the catalogue knowing it.
  const { before, after } = await readSqlObjects();
  const names = [...before, ...after].flatMap(({ id }) => /^(?:function|procedure) (.*)/.exec(id)?.[1] ?? []);
  for (const { id, text } of await objectsOfMigrations()) {
    assert.deepEqual(
      names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)),
      [],
      id,
    );
  }
});

test('comments of migrations and SQL files are sentences of their own', async () => {
  const wrong: string[] = [];
  for await (const path of glob('{*/sql,db/migrations}/*.sql', { cwd: server })) {
    const lines = (await readFile(`${server}/${path}`, 'utf8')).split('\n');
    for (const line of lines) if (/^\s*--\s*What\b/.test(line)) wrong.push(`${path}: ${line}`);
  }
  assert.deepEqual(wrong, []);
});

test('a migration drops the trigger that would refuse its change of rows', async () => {
  const { before, after } = await readSqlObjects();
  const refusing = [...before, ...after].flatMap(({ text }) => {
    const [, name = '', events = '', table = ''] =
      /^create or replace trigger (unchangeable\w*)\s+before ([\w ]+?) on (\w+)/.exec(text) ?? [];
    return name ? [{ name, table, events: events.split(' or ') }] : [];
  });
  assert.ok(refusing.length > 15);
  const wrong: string[] = [];
  for await (const path of glob('db/migrations/*.sql', { cwd: server })) {
    const text = await readFile(`${server}/${path}`, 'utf8');
    for (const [, event = '', table = ''] of text.matchAll(/^(update|delete)(?: from)? (\w+)/gm)) {
      const triggers = refusing.filter((trigger) => trigger.table === table && trigger.events.includes(event));
      for (const { name } of triggers) {
        if (!text.includes(`drop trigger if exists ${name} on ${table};`)) wrong.push(`${path}: ${name} on ${table}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

test('a file of anything else than objects to create or replace is refused', () => {
  const declared =
    '-- Returns one.\ncreate or replace function one() returns integer language sql as $$ select 1 $$;\n';
  const granted = `${declared}revoke execute on function one from public;\n\n-- Two.\ncreate or replace view two as select 2 as two;\n`;
  assert.deepEqual(
    parseSqlFile('a.sql', granted).map(({ id, text }) => [id, text.split('\n').length]),
    [
      ['function one', 2],
      ['view two', 1],
    ],
  );
  for (const text of [`insert into plans values (1);\n${declared}`, `${declared}create table one (two integer);\n`]) {
    assert.throws(() => parseSqlFile('a.sql', text), /^Error: a\.sql: /);
  }
});
