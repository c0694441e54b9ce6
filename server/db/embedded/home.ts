// Finds or creates the folders of the embedded database: its home, and a folder for its socket.
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  rmdir,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, type SystemUser } from './account.ts';

/** A socket's path has at most 107 bytes on Linux and 103 on macOS; PostgreSQL appends `/.s.PGSQL.5432`. */
const MAX_SOCKET_FOLDER_LENGTH = 103 - '/.s.PGSQL.5432'.length;

/**
 * Returns the folder of all database files, `<dataDir>/postgres`, created when missing. When the account cannot enter
 * it (a root home of mode 700), it is a link to a new folder below `systemFolder`; the log mentions that once.
 */
export async function openHome(
  dataDir: string,
  account: SystemUser,
  systemFolder: string,
  log: (line: string) => void,
): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const place = join(await realpath(dataDir), 'postgres');
  if (await lstat(place).catch(() => undefined)) return existingHome(place, account);
  if (await canEnter(account, await realpath(dataDir))) {
    await makeOpenFolder(place);
    return place;
  }
  await makeOpenFolder(systemFolder);
  const home = await mkdtemp(join(await realpath(systemFolder), 'data-'));
  await chmod(home, 0o711);
  await writeFile(join(home, 'origin'), `${place}\n`);
  try {
    await symlink(home, place);
  } catch (error) {
    // A concurrent start created the link first: use its folder.
    await rm(home, { recursive: true });
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return existingHome(place, account);
  }
  log(`The database files are in ${home}, because the system user "${account.name}" has no access to ${dataDir}.`);
  return home;
}

async function existingHome(place: string, account: SystemUser): Promise<string> {
  const home = await realpath(place).catch(() => {
    throw new Error(`${place} links to a folder that is gone. Bring it back, or remove the link to start empty.`);
  });
  if (await canEnter(account, home)) return home;
  throw new Error(
    `The system user "${account.name}" has no access to ${home}, where the database is stored. Grant it (chmod o+x on the folders above), or set another DATA_DIR.`,
  );
}

/**
 * Creates a folder that every user can traverse and only the owner can change. The mode does not depend on the umask.
 */
export async function makeOpenFolder(folder: string): Promise<void> {
  if (await mkdir(folder, { recursive: true })) await chmod(folder, 0o711);
}

/**
 * Creates an empty folder for the server's socket that only the account can enter: in the home, or, when that path is
 * too long or has unsuitable characters, a new one in the temporary folder. Removes the previous one first, which a
 * killed app leaves behind.
 */
export async function openSocketFolder(home: string, account: SystemUser): Promise<string> {
  await closeSocketFolder(home);
  const near = join(home, 'run');
  const folder = fits(near) ? near : await mkdtemp(join(await runtimeFolder(account), 'daybook-'));
  await writeFile(join(home, 'socket-folder'), folder);
  await makePrivate(folder, account);
  return folder;
}

/** Removes the socket folder of this home, wherever it is. */
export async function closeSocketFolder(home: string): Promise<void> {
  const record = join(home, 'socket-folder');
  const folder = await readFile(record, 'utf8').catch(() => '');
  if (folder) {
    for (const file of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) await rm(join(folder, file), { force: true });
    await rmdir(folder).catch(() => undefined);
  }
  await rm(record, { force: true });
}

/** Creates a folder that only the account (and root) can read. */
export async function makePrivate(folder: string, account: SystemUser): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  if (account.switch.uid !== undefined) await chown(folder, account.switch.uid, account.switch.gid);
}

async function runtimeFolder(account: SystemUser): Promise<string> {
  for (const candidate of [tmpdir(), '/tmp']) {
    if (!fits(join(candidate, 'daybook-XXXXXX'))) continue;
    const folder = await realpath(candidate).catch(() => undefined);
    if (folder && (await canEnter(account, folder))) return folder;
  }
  throw new Error('No folder is short enough for the socket of PostgreSQL: set TMPDIR to a short path.');
}

/** Accepts plain characters only: PostgreSQL parses the setting as a list with its own quoting. */
function fits(folder: string): boolean {
  return Buffer.byteLength(folder) <= MAX_SOCKET_FOLDER_LENGTH && /^[\w./-]+$/.test(folder);
}
