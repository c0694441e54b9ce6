// ZIP archives of any size, written while they are sent.
import type { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** With `/` between folders. */
  name: string;
  /** A text is short: it is packed at once. */
  content: Readable | string;
  /** Without it the entry says nothing of when it was written. */
  modified?: Temporal.Instant;
}

/**
 * Takes the next entry once the content of the one before has been read to its end, so that one content is open at a time, and reads
 * as fast as the archive is read. When the archive is destroyed, the content is destroyed and `entries` returns; when either of
 * them fails, the archive ends with that error.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as PassThrough; // As yazl documents it; its types say less.
  const fail = (error: unknown) => void archive.destroy(error instanceof Error ? error : new Error(String(error)));
  // It may fail before it is read; the reader is told all the same.
  archive.on('error', () => {});
  zip.on('error', fail);
  let open: Readable | undefined;
  archive.on('close', () => open?.destroy());
  const pack = async () => {
    for await (const { name, content, modified } of entries) {
      if (typeof content === 'string') {
        zip.addBuffer(Buffer.from(content), name, timesOf(modified));
      } else {
        open = content;
        // yazl keeps this function to the end of the archive: it must not keep the content.
        zip.addReadStreamLazy(name, timesOf(modified), (use) => open && use(null, open));
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

/** The oldest time that the format knows, and no field beside it: some readers of workbooks take nothing else. */
const noTime = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

function timesOf(modified: Temporal.Instant | undefined) {
  return modified ? { mtime: new Date(modified.epochMilliseconds) } : noTime;
}
