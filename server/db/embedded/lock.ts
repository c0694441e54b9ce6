// Lets one process at a time use a database folder, with a lock that the kernel releases when its holder dies.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** References keep the garbage collector from closing the locks. */
const held = new Set<DatabaseSync>();

/**
 * Locks the folder for this process and returns a function that releases it. Throws an error with one line that names
 * the holder while another process has it. Locking is atomic and cannot go stale: SQLite's exclusive lock is the only
 * file lock in Node that the kernel manages. A killed holder or a reused process id cannot mislead it, as they can with
 * a file that contains a process id.
 */
export function lockFolder(folder: string): () => void {
  const holder = join(folder, 'lock.pid');
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error;
    throw new Error(
      `Another process (${readHolder(holder)}) already runs the database in ${folder}. Stop it first, or set another DATA_DIR.`,
      { cause: error },
    );
  }
  held.add(lock);
  writeFileSync(holder, String(process.pid));
  return () => {
    if (held.delete(lock)) lock.close();
  };
}

/** For the message only: the kernel knows the holder, which also writes its process id to a file. */
function readHolder(file: string): string {
  try {
    return `pid ${readFileSync(file, 'utf8')}`;
  } catch {
    return 'just starting';
  }
}
