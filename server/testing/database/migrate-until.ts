// Migrates an empty database up to a migration, as an earlier version of the product has.
import type pg from 'pg';
import { applySql } from '#server/db/apply-sql.ts';
import { migrationFiles, migrationSql } from '#server/db/migrate.ts';
import { readSqlObjects } from '#server/db/sql-files.ts';

/** Applies the migrations before the one with this ending, without functions, triggers and views beside tables. */
export async function migrateUntil(client: pg.ClientBase, ending: string): Promise<void> {
  const files = await migrationFiles();
  const end = files.findIndex((name) => name.endsWith(ending));
  if (end < 0) throw new Error(`There is no migration ${ending}.`);
  await client.query(`
    create table migrations (name text primary key, applied_at timestamptz not null default now());
    create table applied_sql (is_only boolean primary key default true check (is_only), version integer not null,
      objects jsonb not null, applied_at timestamptz not null default now())`);
  const { before } = await readSqlObjects();
  await applySql(client, { declared: before, applied: { version: 0, objects: {} }, drops: false });
  for (const name of files.slice(0, end)) {
    await client.query(await migrationSql(name));
    await client.query('insert into migrations (name) values ($1)', [name]);
  }
}
