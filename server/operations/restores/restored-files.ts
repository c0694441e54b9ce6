// The files of an archive: read to check them, stored under new ids, and removed when the restore fails.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { sniffFile, sniffImage } from '#server/files/sniff-file.ts';
import type { Services } from '#server/lib/context.ts';
import type { Rest } from '#server/lib/rest-between.ts';
import type { CompanyArchive } from '#server/operations/archives/read-company-archive.ts';
import { restoredId } from './map-ids-in-json.ts';

/** How an archive is read. */
export interface Reading {
  signal: AbortSignal;
  /** Counts the bytes of the archive that were read. */
  onBytes(bytes: number): void;
  rest: Rest;
}

/** New ids of files and records; those of an attempt tell what it has left in the file store. */
export const saltOf = ({ id }: { id: string }, attempt: number) => `${id} ${attempt}`;

/**
 * Files up to this size (bytes) are read into memory to detect their type; of larger ones, only pictures are
 * recognized.
 */
const maxSniffed = 32 * 2 ** 20;

/** The bytes of a file. Notes the kind that they show. */
export async function readFileOf(
  archive: CompanyArchive,
  file: CompanyArchive['files'][number],
  { onBytes, signal, rest }: Reading,
): Promise<AsyncIterable<Buffer>> {
  const source = await archive.readFile(file.id);
  return (async function* () {
    const begun: Buffer[] = [];
    let isFirst = true;
    for await (const piece of source as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      if (isFirst) file.kind = sniffImage(piece);
      isFirst = false;
      if (file.kind === undefined && file.size <= maxSniffed) begun.push(piece);
      onBytes(piece.length);
      yield piece;
      await rest();
    }
    if (file.size <= maxSniffed) file.kind ??= sniffFile(Buffer.concat(begun)) ?? '';
  })();
}

/** Stores all files for an attempt. `part` is the path at which each is written first. */
export async function storeFiles(
  { files }: Pick<Services, 'files'>,
  archive: CompanyArchive,
  { salt, part, reading }: { salt: string; part: string; reading: Reading },
): Promise<void> {
  try {
    for (const file of archive.files) {
      await pipeline(await readFileOf(archive, file, reading), createWriteStream(part, { mode: 0o600 }));
      await files.putFile(restoredId(salt, file.id), part);
    }
  } finally {
    await rm(part, { force: true });
  }
}

/** Removes what the attempts so far have left in the file store. Call it only for a restore that is not done. */
export async function removeRestoredFiles(
  { files, log }: Pick<Services, 'files' | 'log'>,
  restore: { id: string; attempts: number; files: readonly string[] },
): Promise<void> {
  for (let attempt = 1; attempt <= restore.attempts; attempt++) {
    for (const id of restore.files) {
      await files
        .remove(restoredId(saltOf(restore, attempt), id))
        .catch((error: unknown) => log.warn({ err: error }, 'a file of a restore was left behind'));
    }
  }
}
