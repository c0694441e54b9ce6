// Removes stored bytes to which no row leads any more.
import { keysOfFile } from '#server/files/file-keys.ts';
import type { Services } from '#server/lib/context.ts';

const isUpload = (key: string) => key.length === 36;

/**
 * Removes the bytes of at most so many deleted files and backups, and returns how many. Most are gone already: deleting
 * one removes its bytes at once, unless the store fails or a whole company was deleted.
 */
export async function removeFiles(
  { database: { write }, files }: Services,
  rows: number,
  signal?: AbortSignal,
): Promise<number> {
  const removed = await write.selectFrom('removedFiles').select('key').orderBy('removedAt').limit(rows).execute();
  for (const { key } of removed) {
    signal?.throwIfAborted();
    // First the bytes: the row leads to them should the process be killed in between.
    for (const stored of isUpload(key) ? keysOfFile(key) : [key]) await files.remove(stored);
    await write.deleteFrom('removedFiles').where('key', '=', key).execute();
  }
  return removed.length;
}
