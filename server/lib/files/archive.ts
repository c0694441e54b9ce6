// Archives that are restored later: ZIP files with a manifest of the size and the SHA-256 of every entry.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { z } from 'zod';
import type { Rest } from '#server/lib/rest-between.ts';
import { type ZipEntry, zipOf } from './zip.ts';

export interface ArchivePart {
  /** A path with `/` between folders. */
  name: string;
  content: AsyncIterable<Buffer | string>;
  /** The content is compressed already. */
  isPacked?: boolean;
  /** Counts the rows of `content` while it is read. */
  counted?: { rows: number };
  /** Called when the content is written. */
  onWritten?: (written: { size: number; sha256: string }) => void;
}

const entrySchema = z.object({
  name: z.string().max(300),
  size: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.number().int().min(0).optional(),
});
export type ArchiveEntry = z.output<typeof entrySchema>;

const manifestSchema = z.looseObject({
  format: z.string(),
  version: z.number().int(),
  entries: z.array(entrySchema),
});

export const manifestName = 'manifest.json';

/** An archive that is damaged, was altered, or is none. */
export class BrokenArchive extends Error {
  /** The name of the entry that shows it, if there is one. */
  readonly entry: string;
  constructor(message: string, options: ErrorOptions & { entry?: string } = {}) {
    super(message, options);
    this.entry = options.entry ?? '';
  }
}
/** An entry of the archive would leave its folder. */
export class OutsideArchive extends BrokenArchive {}
/** The archive would unpack to more than is allowed. */
export class OversizedArchive extends BrokenArchive {}

/** Limits of an archive from elsewhere. */
export interface ArchiveLimits {
  entries: number;
  /** Bytes of the manifest. */
  manifest: number;
  /** Bytes of all entries together. */
  unpacked: number;
  /** How many times larger than in the archive an entry may be, beyond its first megabyte. */
  ratio: number;
}

/**
 * Writes an archive to a new file that only this user can read. The last entry is the manifest: `about()`, called when
 * all parts are written, and the entries. `watch` is called with the size of every piece, `rest` after it. The caller
 * removes the file after an error.
 */
export async function writeArchive(
  path: string,
  parts: AsyncIterable<ArchivePart>,
  about: () => object,
  {
    signal,
    watch,
    rest,
  }: { signal?: AbortSignal | undefined; watch?: (bytes: number) => void; rest?: Rest | undefined } = {},
): Promise<void> {
  async function* entriesOf(): AsyncGenerator<ZipEntry> {
    const entries: ArchiveEntry[] = [];
    for await (const { name, content, isPacked = false, counted, onWritten } of parts) {
      // A file may fail before its first byte is read; the reader still gets the error.
      if (content instanceof Readable) content.on('error', () => {});
      const hash = createHash('sha256');
      let size = 0;
      async function* pieces() {
        for await (const piece of content) {
          const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
          hash.update(bytes);
          size += bytes.length;
          watch?.(bytes.length);
          yield bytes;
          await rest?.();
        }
      }
      // The next entry is requested once this one has ended.
      yield { name, content: Readable.from(pieces(), { objectMode: false }), isPacked };
      const written = { size, sha256: hash.digest('hex') };
      onWritten?.(written);
      entries.push({ name, ...written, ...counted });
    }
    const manifest = JSON.stringify({ ...about(), entries }, undefined, 1);
    yield { name: manifestName, content: Readable.from([Buffer.from(manifest)], { objectMode: false }) };
  }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(zipOf(entriesOf()), file, { signal });
}

export interface OpenArchive {
  /** The value that `about` returned; it can be altered as long as nothing checks it. */
  manifest: z.output<typeof manifestSchema>;
  /** The bytes of an entry. The stream fails at its end with `BrokenArchive` unless they are those of the manifest. */
  read(name: string): Promise<Readable>;
  /** The bytes that an entry takes in the archive. */
  packedSize(name: string): number;
  close(): void;
}

const ownLimits: ArchiveLimits = {
  entries: Number.POSITIVE_INFINITY,
  // That of about a million entries.
  manifest: 200 * 2 ** 20,
  unpacked: Number.POSITIVE_INFINITY,
  ratio: Number.POSITIVE_INFINITY,
};

/**
 * Opens an archive and reads its manifest. Throws `BrokenArchive` unless its entries are exactly those of the manifest,
 * each once, with a relative path, not encrypted, and of the size that the manifest says; a stream of more bytes fails.
 */
export async function openArchive(path: string, limits = ownLimits): Promise<OpenArchive> {
  const zip = await yauzl
    .openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true })
    .catch((error: unknown) => {
      throw asBroken(error, 'This file is not a complete archive.');
    });
  try {
    const found = new Map<string, yauzl.Entry>();
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize;
      const isBomb = entry.uncompressedSize > entry.compressedSize * limits.ratio + 2 ** 20;
      if (isBomb || unpacked > limits.unpacked || found.size >= limits.entries) {
        throw new OversizedArchive('The archive would become too large.', { entry: entry.fileName });
      }
      if (found.has(entry.fileName) || !entry.canDecodeFileData() || entry.isEncrypted()) {
        throw new BrokenArchive(`The archive has an entry that cannot be read: ${entry.fileName}`);
      }
      found.set(entry.fileName, entry);
    }
    const own = found.get(manifestName);
    if (!own || own.uncompressedSize > limits.manifest) throw new BrokenArchive('The archive has no manifest.');
    const bytes = await buffer(await zip.openReadStreamPromise(own));
    // Nothing else would notice damage that is still JSON.
    const manifest =
      crc32(bytes) === own.crc32 ? manifestSchema.safeParse(parseJson(bytes.toString())).data : undefined;
    if (!manifest) throw new BrokenArchive('The manifest of the archive cannot be read.');
    const entries = new Map(manifest.entries.map((entry) => [entry.name, entry]));
    const isComplete = entries.size === manifest.entries.length && entries.size === found.size - 1;
    if (!isComplete || [...entries].some(([name, { size }]) => found.get(name)?.uncompressedSize !== size)) {
      throw new BrokenArchive('The entries of the archive are not those of its manifest.');
    }
    return {
      manifest,
      async read(name) {
        const [entry, promised] = [found.get(name), entries.get(name)];
        if (!entry || !promised) throw new BrokenArchive(`The archive has no ${name}.`);
        const source = await zip.openReadStreamPromise(entry);
        return Readable.from(checked(source, promised), { objectMode: false });
      },
      packedSize: (name) => found.get(name)?.compressedSize ?? 0,
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw asBroken(error, 'This file is not a complete archive.');
  }
}

/** Errors of the disk stay what they are. */
function asBroken(error: unknown, message: string, entry = ''): unknown {
  if (error instanceof BrokenArchive || (error instanceof Error && 'syscall' in error)) return error;
  const outside = error instanceof Error ? /^(?:absolute path|invalid relative path): (.*)/s.exec(error.message) : null;
  if (outside) return new OutsideArchive(message, { cause: error, entry: outside[1] ?? '' });
  return new BrokenArchive(message, { cause: error, entry });
}

async function* checked(source: Readable, { name, sha256 }: ArchiveEntry): AsyncGenerator<Buffer> {
  const message = `The archive was altered or is damaged: ${name}`;
  const hash = createHash('sha256');
  try {
    for await (const piece of source) {
      hash.update(piece);
      yield piece;
    }
  } catch (error) {
    throw asBroken(error, message, name);
  }
  if (hash.digest('hex') !== sha256) throw new BrokenArchive(message, { entry: name });
}

/** Reads a whole archive; throws `BrokenArchive` when a byte differs from the manifest. */
export async function verifyArchive(path: string, rest?: Rest): Promise<void> {
  const archive = await openArchive(path);
  try {
    for (const { name } of archive.manifest.entries) {
      // Reading to the end is the check.
      for await (const _piece of await archive.read(name)) await rest?.();
    }
  } finally {
    archive.close();
  }
}

/** The size of a file in bytes. */
export async function sizeOfFile(path: string): Promise<number> {
  return (await stat(path)).size;
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
