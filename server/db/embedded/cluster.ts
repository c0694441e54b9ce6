// Creates the embedded database: its files, configuration, authentication rules, and the two roles of the product.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { ownName, type SystemUser } from './account.ts';
import type { Binaries } from './binaries.ts';
import { makePrivate } from './home.ts';

/** Owns the database, and runs migrations and installation-wide work. Not a superuser. */
export const OWNER_ROLE = 'daybook';
/**
 * Company-scoped requests run as this role (`set local role`): it owns nothing, so row-level security applies to it.
 */
export const COMPANY_ROLE = 'daybook_company';
/** Used only at startup to create the roles and the database. */
export const SUPERUSER = 'postgres';
export const PORT = 5432;

/**
 * Room for a new database (MB). An empty one takes 45, its write-ahead log soon some 50 more; the rest lasts for the
 * first weeks of a small company.
 */
const NEW_DATABASE_MB = 200;

/**
 * Ensures that `<home>/data` contains database files of this major version. They appear there atomically: an
 * interrupted start leaves nothing incomplete. Throws before it creates files when there is not enough room for them.
 */
export async function openDataFolder(
  home: string,
  binaries: Binaries,
  account: SystemUser,
  freeBytes: (folder: string) => Promise<number>,
): Promise<string> {
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
  const free = Math.floor((await freeBytes(home)) / 1e6);
  if (free < NEW_DATABASE_MB) {
    throw new Error(
      `A new database needs ${NEW_DATABASE_MB} MB, and ${home} has ${free} MB free. Make room, or set another DATA_DIR.`,
    );
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
      // PostgreSQL's built-in locale: texts sort and compare the same on every machine.
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
 * Rewrites the configuration and the authentication rules, so that they fit this version and this user, and returns the
 * configuration file. An operator's own settings belong in `alter system`, which takes precedence.
 */
export async function writeConfiguration(
  home: string,
  socketFolder: string,
  settings: Record<string, string>,
): Promise<string> {
  const files = { rules: join(home, 'pg_hba.conf'), names: join(home, 'pg_ident.conf') };
  // Peer authentication: the kernel tells the server which system user is at the other end of the socket. No other user
  // can connect, and there is no password to leak.
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

/** Creates or corrects the roles and the database of the product. Idempotent, and safe to interrupt. */
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

/** The caller's environment does not reach the server: PG* variables and locales would change its behaviour. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}
