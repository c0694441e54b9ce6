// Chooses the system user that runs PostgreSQL, which refuses to run as root, and checks the folders it can reach.
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A system user. `switch` has the options of `spawn` to become that user; empty for the current user. */
export type SystemUser = { name: string; switch: { uid: number; gid: number } | Record<string, never> };

const OWN_ACCOUNT = 'daybook-postgres';

/**
 * The system user that runs PostgreSQL: the current user or, for root, the owner of the existing database files, then
 * the host's PostgreSQL user, then a new one. Throws an error with one clear line when there is none.
 */
export async function serverAccount(data: string): Promise<SystemUser> {
  if (process.getuid?.() !== 0) return { name: ownName(), switch: {} };
  const owner = await stat(data).catch(() => undefined);
  if (owner && owner.uid !== 0) return { name: `user ${owner.uid}`, switch: { uid: owner.uid, gid: owner.gid } };
  for (const name of [OWN_ACCOUNT, 'postgres', '_postgres']) {
    const found = await lookUp(name);
    if (found) return found;
  }
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', OWN_ACCOUNT])
    .catch(() => run('adduser', ['-S', '-D', '-H', OWN_ACCOUNT]))
    .catch(() => undefined);
  const made = await lookUp(OWN_ACCOUNT);
  if (made) return made;
  throw new Error(
    `PostgreSQL does not run as root, and the system user "${OWN_ACCOUNT}" could not be made for it. Start Daybook as an ordinary user, add that system user, or set DATABASE_URL.`,
  );
}

/** The name of the user that runs this process; PostgreSQL identifies connections on its socket by it. */
export function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    throw new Error(
      `The user id ${process.getuid?.()} has no name on this system, and PostgreSQL needs one. Start Daybook as a named user, or set DATABASE_URL.`,
    );
  }
}

/** Whether the account can traverse every folder down to this one, which must exist. */
export async function canEnter(account: SystemUser, folder: string): Promise<boolean> {
  const { uid, gid } = account.switch;
  if (uid === undefined) return true;
  for (let at = folder; ; at = dirname(at)) {
    const { uid: owner, gid: group, mode } = await stat(at);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { name, switch: { uid: Number(uid.stdout), gid: Number(gid.stdout) } };
  } catch {
    return undefined;
  }
}
