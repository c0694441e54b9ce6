// Makes the embedded database: its files, its configuration, who may sign in, and the two roles the product uses.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type Account, ownName } from './account.ts';
import type { Binaries } from './binaries.ts';
import { makePrivate } from './home.ts';

/** Owns the database, and runs migrations and system-wide work. Not a superuser. */
export const OWNER_ROLE = 'daybook';
/** Company-scoped requests run as this role (`set local role`): it owns nothing, so row-level security holds for it. */
export const COMPANY_ROLE = 'daybook_company';
/** Bootstrap only: making the roles and the database. */
export const SUPERUSER = 'postgres';
export const PORT = 5432;

/**
 * Makes sure that `<home>/data` holds database files of this major version. They appear there complete or not at all,
 * so a start that was cut off leaves nothing half made.
 */
export async function openDataFolder(home: string, binaries: Binaries, account: Account): Promise<string> {
  const data = join(home, 'data');
  const found = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (found !== undefined) {
    if (Number(found) === binaries.major) return data;
    throw new Error(
      `The database in ${home} was made by PostgreSQL ${found.trim()}, and this Daybook brings PostgreSQL ${binaries.major}. Move it over with pg_dump and psql, or set another DATA_DIR.`,
    );
  }
  if (await stat(data).catch(() => undefined)) throw new Error(`${data} exists and holds no database: move it away.`);
  for (const name of await readdir(home)) {
    if (name.startsWith('new-')) await rm(join(home, name), { recursive: true, force: true });
  }
  const fresh = await mkdtemp(join(home, 'new-'));
  await makePrivate(fresh, account);
  await promisify(execFile)(
    join(binaries.folder, 'initdb'),
    [
      `--pgdata=${fresh}`,
      `--username=${SUPERUSER}`,
      '--auth=reject',
      '--encoding=UTF8',
      // The locale that PostgreSQL brings itself: texts sort and compare the same on every machine, for ever.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
    ],
    { cwd: '/', env: serverEnvironment(), ...account.switch },
  );
  await rename(fresh, data);
  return data;
}

/**
 * Writes the configuration and the sign-in rules anew (so they always fit this version and this user) and returns the
 * file to start the server with. An operator's own settings belong into `alter system`, which comes after these.
 */
export async function writeConfiguration(
  home: string,
  socketFolder: string,
  settings: Record<string, string>,
): Promise<string> {
  const files = { rules: join(home, 'pg_hba.conf'), names: join(home, 'pg_ident.conf') };
  // The kernel tells the server which system user is at the other end of the socket: nobody else gets in, and there is
  // no password to leak.
  await writeFile(files.rules, 'local all all peer map=daybook\n');
  const name = `"${ownName().replaceAll('"', '""')}"`;
  await writeFile(files.names, [SUPERUSER, OWNER_ROLE].map((role) => `daybook ${name} ${role}\n`).join(''));
  const all: Record<string, string> = {
    hba_file: files.rules,
    ident_file: files.names,
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %u@%d ',
    log_checkpoints: 'off',
    log_lock_waits: 'on',
    cluster_name: 'daybook',
    ...settings,
  };
  const file = join(home, 'postgresql.conf');
  const lines = Object.entries(all).map(([key, value]) => `${key} = '${value.replaceAll(/['\\]/g, '$&$&')}'\n`);
  await writeFile(file, `# Written at every start. Your own settings: alter system set ...\n${lines.join('')}`);
  return file;
}

/** The roles and the database of the product, made or put right. Safe to repeat and to cut off anywhere. */
export async function makeRolesAndDatabase(socketFolder: string): Promise<void> {
  const client = new Client({ host: socketFolder, port: PORT, user: SUPERUSER, database: 'postgres' });
  await client.connect();
  try {
    const existing = await client.query<{ rolname: string }>('select rolname from pg_roles');
    for (const role of [OWNER_ROLE, COMPANY_ROLE]) {
      if (!existing.rows.some(({ rolname }) => rolname === role)) await client.query(`create role ${role}`);
    }
    const powerless = 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
    await client.query(`alter role ${OWNER_ROLE} login ${powerless}`);
    await client.query(`alter role ${COMPANY_ROLE} nologin ${powerless}`);
    await client.query(`grant ${COMPANY_ROLE} to ${OWNER_ROLE} with inherit false, set true`);
    const database = await client.query('select from pg_database where datname = $1', [OWNER_ROLE]);
    if (database.rowCount === 0) await client.query(`create database ${OWNER_ROLE} owner ${OWNER_ROLE}`);
  } finally {
    await client.end();
  }
}

/** Nothing of the caller's environment reaches the server: PG* variables and locales would change what it does. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}
