// The folder of the tests' PostgreSQL while it is in use: one for each checkout and user.
import { createHash } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { chmod, lstat, mkdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopServers } from '#server/db/embedded/process.ts';

/** Room for the databases of a whole run; containers often have a much smaller memory folder. */
const ENOUGH_MEMORY_BYTES = 2e9;

/** The folder of this checkout. Its lock file is never removed, so two processes always lock the same file. */
export function serverFolder(): string {
  const checkout = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 8);
  return join(fastestFolder(), `daybook-test-${process.getuid?.()}-${checkout}`);
}

/** In memory where there is enough: copying a database of 460 files takes 15 ms there, and 60 to 300 on a disk. */
function fastestFolder(): string {
  try {
    const { blocks, bsize } = statfsSync('/dev/shm');
    if (blocks * bsize >= ENOUGH_MEMORY_BYTES) return '/dev/shm';
  } catch {
    // Does not exist on this system.
  }
  return tmpdir();
}

/** The socket on which a keeper of this folder listens. */
export function keeperSocket(folder: string): string {
  return join(folder, 'keeper.sock');
}

/** Creates the folder, in a place where every user may: rejects one that another user owns. */
export async function openServerFolder(folder: string): Promise<void> {
  if (await mkdir(folder, { recursive: true })) await chmod(folder, 0o711);
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) throw new Error(`${folder} is somebody else's.`);
}

/** Removes the database of the folder, and the servers that a killed keeper may have left running on it. */
export async function removeDatabase(folder: string): Promise<void> {
  const place = join(folder, 'postgres');
  const home = await realpath(place).catch(() => place);
  await stopServers(join(home, 'data'));
  for (const path of [home, place]) await rm(path, { recursive: true, force: true });
}
