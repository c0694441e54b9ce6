// Compares the functions, procedures, views and triggers of a database with the SQL files and migrations that declare
// them.
import type pg from 'pg';
import { liveObjects } from '#server/db/apply-sql.ts';
import { migrationFiles, migrationSql } from '#server/db/migrate.ts';
import { parseSqlFile, readSqlObjects, type SqlObject } from '#server/db/sql-files.ts';

/**
 * One line for each object that is missing, that differs from its text, or that no file declares. Changes nothing: it
 * creates all objects again in a transaction that it rolls back, and compares their definitions before and after.
 */
export async function differingObjects(client: pg.ClientBase): Promise<string[]> {
  const { before, after } = await readSqlObjects();
  const declared = [...before, ...(await objectsOfMigrations()), ...after];
  await client.query('begin');
  try {
    const live = await liveObjects(client);
    const definitions = await definitionsOf(client);
    // Replacing a view leaves its grants.
    for (const { id } of declared) {
      if (id.startsWith('view ')) await client.query(`drop view if exists ${id.slice('view '.length)} cascade`);
    }
    await client.query(declared.map(({ text }) => text).join('\n'));
    const created = await definitionsOf(client);
    const ids = new Set([...declared.map(({ id }) => id), ...(await watchTriggers(client))]);
    return [
      ...[...ids].filter((id) => !live.has(id)).map((id) => `${id} is missing`),
      ...[...live].filter((id) => !ids.has(id)).map((id) => `${id} is in no file`),
      ...[...definitions].filter(([id, text]) => created.get(id) !== text).map(([id]) => `${id} differs`),
    ].sort();
  } finally {
    await client.query('rollback');
  }
}

/** The functions that stand in migrations, because stored values depend on them: the last text of each. */
export async function objectsOfMigrations(): Promise<SqlObject[]> {
  const files = await migrationFiles();
  const texts = await Promise.all(files.map((name) => migrationSql(name)));
  const all = texts.flatMap((text, index) =>
    [...text.matchAll(/^create (?:or replace )?((?:function|procedure)\b.*?\$\$.*?\$\$;)$/gms)].flatMap(
      ([, rest = '']) => parseSqlFile(`db/migrations/${files[index]}`, `create or replace ${rest}`),
    ),
  );
  return [...new Map(all.map((object) => [object.id, object])).values()];
}

/** The triggers that `watch_table` has created. */
async function watchTriggers(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select 'trigger ' || trigger || ' on ' || name as id from table_settings, unnest(array['data_audit', 'data_sync']) trigger`,
  );
  return rows.map(({ id }) => id);
}

/** The full definition of each object, with its grants. */
async function definitionsOf(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; text: string }>(`
    select oid::regprocedure::text as id, concat_ws(' ', pg_get_functiondef(oid), proacl::text) as text from pg_proc p
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and not exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select 'view ' || relname, concat_ws(' ', pg_get_viewdef(oid), relacl::text) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'
    union all
    select 'trigger ' || t.tgname || ' on ' || c.relname, pg_get_triggerdef(t.oid) from pg_trigger t
    join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`);
  return new Map(rows.map(({ id, text }) => [id, text]));
}
