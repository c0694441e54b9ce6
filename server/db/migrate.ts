// Applies the numbered migrations: forward only, one process at a time, each file in one transaction.
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const folder = new URL('./migrations/', import.meta.url);
const serverFolder = new URL('../', import.meta.url);

/** An arbitrary number, the same in every process, for the lock that lets one of them migrate at a time. */
const lock = 4_027_001;

/** The migration files in order, such as `0001-foundations.sql`. */
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

/**
 * Applies the missing migrations and returns their names. Throws if the database comes from a newer version or from
 * before the first release, or if a migration fails (its transaction is rolled back; earlier ones stay).
 */
export async function migrate(client: pg.ClientBase): Promise<string[]> {
  // The timeout also covers waiting for another process that migrates.
  await client.query("set statement_timeout = '10min'");
  await client.query('select pg_advisory_lock($1)', [lock]);
  try {
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const files = await migrationFiles();
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const applied = new Set(rows.map((row) => row.name));
    assertKnown(
      rows.map((row) => row.name),
      files,
    );
    const missing = files.filter((name) => !applied.has(name));
    for (const name of missing) await apply(client, name);
    return missing;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]);
    await client.query('reset statement_timeout');
  }
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
