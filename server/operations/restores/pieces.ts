// The pieces of an uploaded archive in the file store, which every process of the installation reads.
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pieceBytes } from '#contract/operations/restores.ts';
import type { Services } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import type { Rest } from '#server/lib/rest-between.ts';

const pieceKey = (id: string, number: number) => `${id}-restore-${number}`;

export interface Pieces {
  id: string;
  /** Bytes of the whole archive. */
  size: number;
}

export const countPieces = ({ size }: Pick<Pieces, 'size'>) => Math.ceil(size / pieceBytes);

/** The bytes of a piece of the archive: all but the last have the same. */
export function sizeOfPiece({ size }: Pick<Pieces, 'size'>, number: number): number {
  return Math.min(pieceBytes, size - number * pieceBytes);
}

export function putPiece({ files }: Services, { id }: Pieces, number: number, bytes: Buffer): Promise<void> {
  return files.put(pieceKey(id, number), bytes);
}

/** Joins the pieces to a file that only this user can read. */
export async function joinPieces(
  { files }: Services,
  restore: Pieces,
  path: string,
  { signal, rest }: { signal: AbortSignal; rest: Rest },
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  async function* bytes() {
    for (let number = 0; number < countPieces(restore); number++) {
      const piece = await files.read(pieceKey(restore.id, number));
      if (!piece) throw notFound();
      for await (const bytes of piece) {
        yield bytes;
        await rest();
      }
    }
  }
  await pipeline(bytes(), createWriteStream(path, { mode: 0o600 }), { signal });
}

/** One more may be on its way. */
export async function removePieces({ files }: Services, restore: Pieces): Promise<void> {
  for (let number = 0; number < countPieces(restore); number++) await files.remove(pieceKey(restore.id, number));
}
