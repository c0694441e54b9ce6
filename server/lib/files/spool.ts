// Buffers a source in a temporary file for a slow client.
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** Bytes read from the file at a time. */
const pieceLength = 64 * 1024;

/** Bytes in the temporary folder: of one spool, and of all of the process. */
const maxBytes = { one: 4 * 2 ** 30, all: 8 * 2 ** 30 };
let allBytes = 0;

/**
 * Returns the bytes of `source` from a temporary file that fills at the speed of the disk: a slow client holds neither
 * the database connection of the source nor memory. Destroying it destroys the source. Fails with ENOSPC, like a full
 * disk, beyond the limits.
 */
export function spoolToFile(source: Readable, limits = maxBytes): Readable {
  const spool = Readable.from(follow(source, limits), { objectMode: false });
  spool.once('close', () => source.destroy());
  // The source may fail before the first read; the reader of the spool still gets the error.
  source.on('error', () => {});
  return spool;
}

async function* follow(source: Readable, limits: typeof maxBytes): AsyncGenerator<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-spool-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = await open(join(folder, 'bytes'), 'wx+', 0o600).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  let written = 0;
  let flushed = 0;
  let end: { error?: unknown } | undefined;
  let wake = () => {};
  const fill = async () => {
    // Unlinks the open file where the system allows it: nothing stays behind, even when the process is killed.
    await remove().catch(() => {});
    for await (const piece of source) {
      const bytes: Buffer = Buffer.isBuffer(piece) ? piece : Buffer.from(piece);
      if (written + bytes.length > limits.one || allBytes + bytes.length > limits.all) throw full();
      written += bytes.length;
      allBytes += bytes.length;
      await file.appendFile(bytes);
      flushed = written;
      wake();
    }
  };
  const filling = fill()
    .then(
      () => (end = {}),
      (error: unknown) => (end = { error }),
    )
    .finally(() => wake());
  try {
    let read = 0;
    while (!end || read < flushed) {
      if (end?.error) throw end.error;
      if (read < flushed) {
        const { buffer, bytesRead } = await file.read({ buffer: Buffer.allocUnsafe(pieceLength), position: read });
        read += bytesRead;
        yield buffer.subarray(0, bytesRead);
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    if (end.error) throw end.error;
  } finally {
    source.destroy();
    await filling;
    allBytes -= written;
    await file.close();
    await remove();
  }
}

function full(): Error {
  return Object.assign(new Error('The temporary files of downloads take too much room.'), { code: 'ENOSPC' });
}
