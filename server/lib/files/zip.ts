// Writes ZIP archives of any size, as a stream.
import type { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** A path with `/` between folders. */
  name: string;
  /** Text and bytes must be short; they are compressed at once. */
  content: Readable | Buffer | string;
  /** If omitted, the entry has no modification time. */
  modified?: Temporal.Instant;
  /** The content is compressed already, such as a picture, and is stored as it is. */
  isPacked?: boolean;
}

/**
 * Takes the next entry once the content of the previous one has ended, so one content is open at a time, and reads at
 * the speed of the archive's reader. Destroying the archive destroys the content and returns `entries`; an error of
 * either ends the archive.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as PassThrough; // Documented by yazl, whose type is wider.
  const fail = (error: unknown) => void archive.destroy(error instanceof Error ? error : new Error(String(error)));
  // The archive may fail before the first read; the reader still gets the error.
  archive.on('error', () => {});
  zip.on('error', fail);
  let open: Readable | undefined;
  archive.on('close', () => open?.destroy());
  const pack = async () => {
    for await (const { name, content, modified, isPacked = false } of entries) {
      if (typeof content === 'string' || Buffer.isBuffer(content)) {
        zip.addBuffer(Buffer.from(content), name, timesOf(modified));
      } else {
        open = content;
        // yazl keeps this function until the end of the archive: it must not reference the content.
        zip.addReadStreamLazy(name, { ...timesOf(modified), compress: !isPacked }, (use) => open && use(null, open));
        if (archive.destroyed) content.destroy();
        await finished(content, { writable: false });
      }
      if (archive.destroyed) return;
    }
    zip.end();
  };
  pack().catch(fail);
  return archive;
}

/** The oldest time of the format, without an extra field: some readers of workbooks accept nothing else. */
const noTime = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

function timesOf(modified: Temporal.Instant | undefined) {
  return modified ? { mtime: new Date(modified.epochMilliseconds) } : noTime;
}
