// Lets one process at a time use a database folder, by a lock that the kernel takes back when its holder dies.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** Kept from the garbage collector, which would close them. */
const held = new Set<DatabaseSync>();

/**
 * Takes the folder for this process and returns the function that gives it back. While another process has it, throws
 * one line that names that process. Taking it is atomic and nothing about it can go stale: SQLite's exclusive lock is
 * the one file lock in Node that the kernel keeps, so a killed holder or a process id used again cannot mislead it
 * (a file with a process id in it can, however carefully it is read).
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

/** Only for the message: who holds the lock is the kernel's knowledge, its process id is written beside it. */
function readHolder(file: string): string {
  try {
    return `pid ${readFileSync(file, 'utf8')}`;
  } catch {
    return 'just starting';
  }
}
