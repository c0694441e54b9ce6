// Restores an installation from its archive into an empty database and an empty file store.

import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, migrationFiles } from '#server/db/migrate.ts';
import type { Config } from '#server/lib/config.ts';
import { type OpenArchive, openArchive, verifyArchive } from '#server/lib/files/archive.ts';
import type { FileStore } from '#server/lib/files/file-store.ts';
import { noneIfAbsent } from '#server/lib/files/none-if-absent.ts';
import { untilClosed } from '#server/operations/archives/copy-rows.ts';
import {
  type BackedUp,
  copied,
  type InstallationFacts,
  installationFormat,
  installationVersion,
  keyName,
  readKey,
  tablesOf,
} from './back-up-installation.ts';

/** Archives of earlier versions do not say where the key is, and which files are missing. */
type Facts = Omit<InstallationFacts, 'key' | 'missingFiles'> & Partial<InstallationFacts>;
export type CheckedArchive = { path: string; facts: Facts; hasKey: boolean };

/**
 * Reads the whole archive and checks that this version of Daybook can restore it. Throws an error with one line for the
 * operator otherwise. Needs no database.
 */
export async function checkInstallationArchive(path: string): Promise<CheckedArchive> {
  const archive = await openArchive(path).catch(noneIfAbsent);
  if (!archive) throw new Error(`${path} does not exist.`);
  const { manifest } = archive;
  archive.close();
  if (manifest.format !== installationFormat) throw new Error(`${path} is not the backup of an installation.`);
  // `backUpInstallation` has written it; the checksums below show that the tables are those it names.
  const facts = manifest as unknown as Facts;
  const own = await migrationFiles();
  const isOther =
    facts.version !== installationVersion || !Array.isArray(facts.migrations) || facts.migrations.join() !== own.join();
  if (isOther) {
    throw new Error(
      `${path} was made by another version of Daybook (its database ends with ${facts.migrations?.at?.(-1)}, that of this version with ${own.at(-1)}). Restore it with the version that made it.`,
    );
  }
  await verifyArchive(path);
  return { path, facts, hasKey: manifest.entries.some(({ name }) => name === keyName) };
}

/**
 * Restores a checked archive. The rows are committed last and all at once: if it is cut at any moment, the database is
 * still empty and the restore can be repeated. Throws an error with one line for the operator when Daybook runs on the
 * database, or when there are people, companies or another key in it already.
 */
export async function restoreInstallation(
  { connect, files, config }: { connect: () => Promise<pg.Client>; files: FileStore; config: Config },
  { path, facts, hasKey }: CheckedArchive,
): Promise<Pick<BackedUp, 'tables' | 'rows' | 'files'>> {
  const client = await connect();
  const archive = await openArchive(path);
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await assertNotRunning(client);
    await assertEmpty(client);
    if (hasKey) await assertKeyFits(archive, config);
    await migrate(client);
    await client.query('set statement_timeout = 0');
    const live = await tablesOf(client);
    if (JSON.stringify(live) !== JSON.stringify(facts.tables)) {
      throw new Error('The tables of the archive are not those of this version of Daybook.');
    }
    if (hasKey) await restoreKey(archive, config);
    const restored = await restoreFiles(archive, files, config);
    const rows = await restoreRows(client, archive, facts);
    return { tables: Object.keys(live).length, rows, files: restored };
  } finally {
    archive.close();
    await client.end().catch(() => {});
  }
}

async function assertNotRunning(client: pg.Client): Promise<void> {
  // A transaction sees the activity of its first look.
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ pid: number }>(`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'daybook%' limit 1`);
  if (rows.length > 0) throw new Error('Daybook runs on this database. Stop it before you restore a backup.');
}

async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows: present } = await client.query("select to_regclass('public.users') is not null as found");
  if (!present[0]?.found) return;
  const { rows } = await client.query(
    'select exists (select from public.users) or exists (select from public.companies) as filled',
  );
  if (!rows[0]?.filled) return;
  throw new Error(
    'The database is not empty. Restore into a new DATA_DIR, or with a DATABASE_URL that names a new, empty database.',
  );
}

/** Another key would be lost, and with it the secrets of another installation. */
async function assertKeyFits(archive: OpenArchive, config: Config): Promise<void> {
  const { secretKey, dataDir } = config;
  if (secretKey) {
    throw new Error(
      `The archive has its own key of secrets. Restore it without SECRET_KEY, and set no SECRET_KEY afterwards.`,
    );
  }
  const present = await readKey(config);
  if (!present || present.equals(await buffer(await archive.read(keyName)))) return;
  throw new Error(`${join(dataDir, keyName)} belongs to another installation. Restore into a new DATA_DIR.`);
}

async function restoreKey(archive: OpenArchive, { dataDir }: Config): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const temporary = join(dataDir, `${keyName}.part`);
  await writeFile(temporary, await buffer(await archive.read(keyName)), { mode: 0o600, flush: true });
  await rename(temporary, join(dataDir, keyName));
}

async function restoreFiles(archive: OpenArchive, files: FileStore, { dataDir }: Config): Promise<number> {
  const folder = join(dataDir, 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `restore-${process.pid}.part`);
  let count = 0;
  try {
    for (const { name } of archive.manifest.entries) {
      if (!name.startsWith('files/')) continue;
      await pipeline(await archive.read(name), createWriteStream(temporary, { mode: 0o600 }));
      // Throws for anything but the key of a file.
      await files.putFile(name.slice('files/'.length), temporary);
      count++;
    }
  } finally {
    await rm(temporary, { force: true });
  }
  return count;
}

/** Loads every table in one transaction, without foreign keys and triggers; the keys are checked at its end. */
async function restoreRows(client: pg.Client, archive: OpenArchive, facts: Facts): Promise<number> {
  const tables = Object.keys(facts.tables);
  await client.query('begin');
  try {
    // The files may have taken an hour, in which Daybook may have been started. From now on, it can write nothing.
    await client.query(`lock table ${tables.map((table) => `"${table}"`).join(', ')} in access exclusive mode`);
    await assertNotRunning(client);
    await assertEmpty(client);
    const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
      select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
    for (const table of tables) await client.query(`alter table "${table}" disable trigger user`);
    await client.query(`truncate ${tables.map((table) => `"${table}"`).join(', ')}`);
    let rows = 0;
    for (const [table, columns] of Object.entries(facts.tables)) {
      const source = await archive.read(`tables/${table}.copy`);
      // Nothing is awaited before the stream has its listeners.
      const stream = client.query(copyFrom(`copy ${copied(table, columns)} from stdin`));
      await untilClosed(client, stream, pipeline(source, stream));
      rows += stream.rowCount;
    }
    for (const { name, value, isCalled } of facts.sequences) {
      await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
    }
    for (const table of tables) await client.query(`alter table "${table}" enable trigger user`);
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    // Some of these browsers may have been signed out since the backup was made. Visitors get a new link in a minute.
    await client.query('delete from visitor_sign_ins');
    // Its trigger switches those of the watched tables.
    await client.query('update table_settings set is_sync = is_sync, is_audit = is_audit');
    await client.query('commit');
    return rows;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
