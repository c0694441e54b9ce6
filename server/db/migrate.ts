// Applies the numbered migrations: forward only, one process at a time, each file in one transaction. Then the SQL
// files of functions, triggers and views, and the rules of time zones.
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { type AppliedSql, applySql } from './apply-sql.ts';
import type { ShiftedVisits } from './shifted-events.ts';
import { readSqlObjects, type SqlObject, type SqlObjects } from './sql-files.ts';
import { sqlVersion } from './sql-version.ts';
import { writeZoneRules } from './zone-rules.ts';

const folder = new URL('./migrations/', import.meta.url);
const serverFolder = new URL('../', import.meta.url);

/** An arbitrary number, the same in every process, for the lock that lets one of them migrate at a time. */
const lock = 4_027_001;

/** The migration files in order, such as `0002-companies.sql`. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
}

/**
 * Returns the SQL of a migration. Replaces each `file_text('path')`, with a path below `server/`, by the text of that
 * file as a literal, so that long texts can be files beside their feature.
 */
export async function migrationSql(name: string): Promise<string> {
  const sql = await readFile(new URL(name, folder), 'utf8');
  const paths = new Set([...sql.matchAll(fileText)].map(([, path = '']) => path));
  const texts = new Map<string, string>();
  for (const path of paths) texts.set(path, (await readFile(new URL(path, serverFolder), 'utf8')).trimEnd());
  return sql.replace(fileText, (_, path: string) => pg.escapeLiteral(texts.get(path) ?? ''));
}

const fileText = /\bfile_text\('([^']+)'\)/g;

export interface Migrated {
  /** The names of the migrations that were applied. */
  migrations: string[];
  /** The functions, triggers and views that changed, such as `function folded`. */
  objects: string[];
  /** The visits whose wall time new rules of time zones have changed. */
  shifted: ShiftedVisits[];
}

/**
 * Applies the missing migrations, and the SQL files whose functions, triggers and views have changed. Throws if the
 * database comes from a newer version or from before the first release, or if a step fails (its transaction is rolled
 * back; earlier ones stay).
 */
export async function migrate(client: pg.ClientBase): Promise<Migrated> {
  const [files, sql] = await Promise.all([migrationFiles(), readSqlObjects()]);
  const found = await readState(client, files);
  if (isCurrent(found, files, sql)) {
    return { migrations: [], objects: [], shifted: (await writeZoneRules(client)) ?? [] };
  }
  // The timeout also covers waiting for another process that migrates.
  await client.query("set statement_timeout = '10min'");
  await client.query('select pg_advisory_lock($1)', [lock]);
  try {
    const changed = await change(client, files, sql);
    return { ...changed, shifted: (await writeZoneRules(client)) ?? [] };
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]);
    await client.query('reset statement_timeout');
  }
}

async function change(
  client: pg.ClientBase,
  files: readonly string[],
  sql: SqlObjects,
): Promise<Omit<Migrated, 'shifted'>> {
  const { migrations, applied } = await readState(client, files);
  await client.query(`
    create table if not exists migrations (name text primary key, applied_at timestamptz not null default now());
    create table if not exists applied_sql (
      is_only boolean primary key default true check (is_only),
      version integer not null,
      objects jsonb not null,
      applied_at timestamptz not null default now()
    )`);
  const missing = files.filter((name) => !migrations.includes(name));
  const changed: string[] = [];
  if (missing.length > 0) changed.push(...(await applySql(client, { declared: sql.before, applied, drops: false })));
  for (const name of missing) await apply(client, name);
  const { applied: present } = await readState(client, files);
  const declared = [...sql.before, ...sql.after];
  if (missing.length > 0 || !isApplied(present, declared)) {
    changed.push(...(await applySql(client, { declared, applied: present, drops: true })));
  }
  return { migrations: missing, objects: changed };
}

interface State {
  migrations: string[];
  applied: AppliedSql;
}

/** Throws for a database that this version must not change. */
async function readState(client: pg.ClientBase, files: readonly string[]): Promise<State> {
  const { rows: tables } = await client.query<{ migrations: boolean; sql: boolean }>(
    `select to_regclass('public.migrations') is not null as migrations, to_regclass('public.applied_sql') is not null as sql`,
  );
  const state: State = { migrations: [], applied: { version: 0, objects: {} } };
  if (!tables[0]?.migrations) return state;
  const { rows } = await client.query<{ migrations: string[]; applied: AppliedSql | null }>(`
    select array(select name from public.migrations order by name) as migrations, ${
      tables[0].sql
        ? `(select jsonb_build_object('version', version, 'objects', objects) from public.applied_sql)`
        : 'null'
    } as applied`);
  state.migrations = rows[0]?.migrations ?? [];
  state.applied = rows[0]?.applied ?? state.applied;
  assertKnown(state.migrations, files);
  if (state.applied.version > sqlVersion.number) {
    throw new Error(
      `The database was prepared by a newer version of Daybook (its functions have version ${state.applied.version}, those of this version ${sqlVersion.number}).`,
    );
  }
  return state;
}

function isCurrent({ migrations, applied }: State, files: readonly string[], sql: SqlObjects): boolean {
  return migrations.length === files.length && isApplied(applied, [...sql.before, ...sql.after]);
}

function isApplied({ version, objects }: AppliedSql, declared: readonly SqlObject[]): boolean {
  return (
    version === sqlVersion.number &&
    declared.length === Object.keys(objects).length &&
    declared.every(({ id, digest }) => objects[id] === digest)
  );
}

/** Released migrations keep their names: an unknown one is newer than all files or predates the first release. */
function assertKnown(applied: readonly string[], files: readonly string[]): void {
  const unknown = applied.filter((name) => !files.includes(name)).sort();
  const [first] = unknown;
  if (first === undefined) return;
  if (first > (files.at(-1) ?? '')) {
    throw new Error(`The database was migrated by a newer version of Daybook (it has ${unknown.join(', ')}).`);
  }
  throw new Error(
    `The database was made by a version of Daybook from before its first release (it has ${first}) and cannot be used any more. ` +
      'Start with a new DATA_DIR, or with a DATABASE_URL that names a new, empty database.',
  );
}

async function apply(client: pg.ClientBase, name: string): Promise<void> {
  const sql = await migrationSql(name);
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
