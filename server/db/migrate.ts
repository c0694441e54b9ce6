// Applies the numbered migrations: forward only, one process at a time, each file in one transaction.
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const folder = new URL('./migrations/', import.meta.url);

/** An arbitrary number, the same in every process, for the lock that lets one of them migrate at a time. */
const lock = 4_027_001;

/** The migration files in order, such as `0001-companies-and-people.sql`. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
}

/**
 * Applies what is missing and returns the names applied. Throws when the database was migrated by a newer version, and when a
 * migration fails (its transaction is undone, the earlier ones stay).
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
    const unknown = [...applied].filter((name) => !files.includes(name));
    if (unknown.length) {
      throw new Error(`The database was migrated by a newer version of Daybook (it has ${unknown.join(', ')}).`);
    }
    const missing = files.filter((name) => !applied.has(name));
    for (const name of missing) await apply(client, name);
    return missing;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]);
    await client.query('reset statement_timeout');
  }
}

async function apply(client: pg.ClientBase, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8');
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
