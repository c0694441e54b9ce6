// The folder in which the tests' PostgreSQL lives for as long as it is used: one for each checkout and user.
import { createHash } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { chmod, lstat, mkdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopServers } from '#server/db/embedded/process.ts';

/** Room for the databases of a whole run; containers often have a much smaller memory folder. */
const ENOUGH_MEMORY_BYTES = 2e9;

/** The folder of this checkout. Its lock file stays there for good, so that it can never be two different files. */
export function serverFolder(): string {
  const checkout = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 8);
  return join(fastestFolder(), `daybook-test-${process.getuid?.()}-${checkout}`);
}

/** In memory where there is enough: a database of 460 files is copied there in 15 ms, and on a disk in 60 to 300. */
function fastestFolder(): string {
  try {
    const { blocks, bsize } = statfsSync('/dev/shm');
    if (blocks * bsize >= ENOUGH_MEMORY_BYTES) return '/dev/shm';
  } catch {
    // Not on this system.
  }
  return tmpdir();
}

/** Where a keeper of this folder listens. */
export function keeperSocket(folder: string): string {
  return join(folder, 'keeper.sock');
}

/** Makes the folder, which lies where every user may make one: somebody else's is refused. */
export async function openServerFolder(folder: string): Promise<void> {
  if (await mkdir(folder, { recursive: true })) await chmod(folder, 0o711);
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) throw new Error(`${folder} is somebody else's.`);
}

/** Removes the database of the folder, with the servers that a killed keeper may have left running on it. */
export async function removeDatabase(folder: string): Promise<void> {
  const place = join(folder, 'postgres');
  const home = await realpath(place).catch(() => place);
  await stopServers(join(home, 'data'));
  for (const path of [home, place]) await rm(path, { recursive: true, force: true });
}
