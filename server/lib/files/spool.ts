// A file between a source that is to be read at once and a client that reads at leisure.
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** Bytes read from the file at a time. */
const pieceLength = 64 * 1024;

/**
 * The same bytes as `source`, from a temporary file that is filled as fast as the disk takes it: a slow client holds neither the
 * database connection that the source reads from nor the memory for what it has not yet taken. Destroying it destroys the source.
 */
export function spoolToFile(source: Readable): Readable {
  const spool = Readable.from(follow(source), { objectMode: false });
  spool.once('close', () => source.destroy());
  // The source may fail before it is read; the reader of the spool is told all the same.
  source.on('error', () => {});
  return spool;
}

async function* follow(source: Readable): AsyncGenerator<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-spool-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = await open(join(folder, 'bytes'), 'wx+', 0o600);
  let written = 0;
  let end: { error?: unknown } | undefined;
  let wake = () => {};
  const fill = async () => {
    // Where the system allows it, nothing is left behind even when the process is killed.
    await remove().catch(() => {});
    for await (const piece of source) {
      const bytes = Buffer.from(piece);
      await file.appendFile(bytes);
      written += bytes.length;
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
    while (!end || read < written) {
      if (end?.error) throw end.error;
      if (read < written) {
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
    await file.close();
    await remove();
  }
}
